/** Provides what the replayers of all upstreams share: reading unknown JSON and summarising facts in a few words. */
import type { ChainClients } from '../../lib/chain-clients/chain-clients.ts';
import { type Amount, formatAmount } from '../../lib/domain/amount.ts';
import { formatAsset } from '../../lib/domain/asset.ts';
import type { Observation } from '../../lib/domain/swap-status.ts';

export type Json = Record<string, unknown>;

export class CannotReplay extends Error {
  override readonly name = 'CannotReplay';
}

/** Chain clients of which no chain can be asked. */
export const NOBODY: ChainClients = {
  evm: () => undefined,
  utxo: () => undefined,
  cosmos: () => undefined,
  solana: () => undefined,
  substrate: () => undefined,
  missing: () => undefined,
};

export const object = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
export const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

export const named = (amount: Amount) => `${formatAmount(amount)} ${formatAsset(amount.asset)}`;

export function describeFact(fact: Observation): string {
  const amount =
    'tx' in fact ? fact.tx?.amount : 'output' in fact ? fact.output : 'refund' in fact ? fact.refund : undefined;
  const reason = 'reason' in fact && fact.reason ? ` (${fact.reason})` : '';
  return `${fact.kind}${amount ? ` ${named(amount)}` : ''}${reason}`;
}
