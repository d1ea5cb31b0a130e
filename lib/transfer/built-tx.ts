/** What every builder of this room answers: a transaction for a wallet, or a sentence that says why there is none. */
import type { ChainClients } from '../chain-clients/chain-clients.ts';
import type { NetworkName } from '../chains/chain.ts';
import { CHAINS } from '../chains/chains.ts';
import type { Amount } from '../domain/amount.ts';
import { amountText } from '../domain/amount.ts';
import type { ChainId } from '../domain/chain-id.ts';
import type { RouteDraft, RouteTx } from '../domain/route.ts';

export type TransferDeps = { clients: ChainClients; network: NetworkName };

/** `livesMs`: how long the chain takes the transaction from now on, where it does not for ever. */
export type BuiltTx = { tx: RouteTx; livesMs?: number };

type Lapsing = Pick<RouteDraft, 'expirationSeconds'>;

/** A route that is paid by this transaction lapses with whichever ends first; nothing where the transaction never does. */
export function lapseWith({ livesMs }: BuiltTx, { expirationSeconds }: Lapsing, now: number): Lapsing {
  if (livesMs === undefined) return {};
  const endsAt = Math.floor((now + livesMs) / 1000);
  return { expirationSeconds: Math.min(expirationSeconds ?? endsAt, endsAt) };
}

/** `allowUnfunded`: the sender is funded later, so that nobody looks at what it holds and nothing is tried out. */
export type FundsLook = { signal: AbortSignal; allowUnfunded?: boolean | undefined };

export type Unavailable = { unavailable: string };
export const unavailable = (why: string): Unavailable => ({ unavailable: why });

/** Why there is no client of this chain. */
export const withoutClient = (clients: Pick<ChainClients, 'missing'>, chain: ChainId): Unavailable =>
  unavailable(clients.missing(chain) ?? `No node of ${CHAINS[chain].name} is configured.`);

export const holdsOnly = (balance: bigint, sell: Amount): string =>
  `The source address holds ${amountText(sell, balance)}, less than is to be sold.`;
