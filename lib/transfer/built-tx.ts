/** The result of every transaction builder: a transaction for a wallet, or a sentence that says why there is none. */
import type { ChainClients } from '../chain-clients/chain-clients.ts';
import type { NetworkName } from '../chains/chain.ts';
import { CHAINS } from '../chains/chains.ts';
import type { Amount } from '../domain/amount.ts';
import { amountText } from '../domain/amount.ts';
import type { ChainId } from '../domain/chain-id.ts';
import type { RouteDraft, RouteTx } from '../domain/route.ts';

export type TransferDeps = { clients: ChainClients; network: NetworkName };

/** `livesMs`: how long the chain accepts the transaction from now on; absent where it never expires. */
export type BuiltTx = { tx: RouteTx; livesMs?: number };

type Lapsing = Pick<RouteDraft, 'expirationSeconds'>;

/**
 * The route that this transaction pays expires with whichever of the two ends first; absent where the transaction never
 * expires.
 */
export function lapseWith({ livesMs }: BuiltTx, { expirationSeconds }: Lapsing, now: number): Lapsing {
  if (livesMs === undefined) return {};
  const endsAt = Math.floor((now + livesMs) / 1000);
  return { expirationSeconds: Math.min(expirationSeconds ?? endsAt, endsAt) };
}

/** `allowUnfunded`: the sender is funded later, so its balance is not checked and nothing is simulated. */
export type FundsLook = { signal: AbortSignal; allowUnfunded?: boolean | undefined };

export type Unavailable = { unavailable: string };
export const unavailable = (why: string): Unavailable => ({ unavailable: why });

/** Why this chain has no client. */
export const withoutClient = (clients: Pick<ChainClients, 'missing'>, chain: ChainId): Unavailable =>
  unavailable(clients.missing(chain) ?? `No node of ${CHAINS[chain].name} is configured.`);

export const holdsOnly = (balance: bigint, sell: Amount): string =>
  `The source address holds ${amountText(sell, balance)}, less than is to be sold.`;
