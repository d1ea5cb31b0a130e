/** Defines what a route of two legs is made from: the pair as data, and the providers of its legs. */
import type { ChainClients } from '../../chain-clients/chain-clients.ts';
import type { NetworkName } from '../../chains/chain.ts';
import type { Asset } from '../../domain/asset.ts';
import type { ChainId } from '../../domain/chain-id.ts';
import type { ProviderId } from '../../domain/provider-id.ts';
import type { PayoutCallSize, Provider } from '../provider.ts';

/**
 * How the first leg pays the second. `channel`: to a deposit channel of the second leg, whose refund is the bridge asset
 * to the sender. `receiver`: to a contract that makes the second leg at once, and else pays the bridge asset on.
 */
export type Meeting = 'channel' | 'receiver';

export type TwoLegPair = {
  id: ProviderId;
  /** The provider's `name`. */
  name: string;
  /** Ids of the legs' own providers. */
  legs: readonly [ProviderId, ProviderId];
  meeting: Meeting;
  /** What may be the meeting point, by the chain that both legs share, the usual one first. */
  bridges: Readonly<Partial<Record<ChainId, readonly Asset[]>>>;
  /** What the call of the receiver needs, by chain; only where they meet there. */
  payoutCalls?: Readonly<Partial<Record<ChainId, PayoutCallSize>>>;
};

export type TwoLegDeps = {
  /** Of this deployment, the legs' own among them. */
  providers: readonly Provider[];
  /** The contracts that take payouts and swap them on, by chain. */
  receivers: Readonly<Partial<Record<ChainId, string>>>;
  network: NetworkName;
  clients: ChainClients;
  /** Unix ms. */
  now: () => number;
  log: (event: Record<string, unknown>) => void;
};

/** One pair whose both legs can be asked here: what everything of a two-leg provider is made from. */
export type TwoLegParts = Omit<TwoLegDeps, 'providers'> & { pair: TwoLegPair; first: Provider; second: Provider };
