/** Defines the parts of a route of two legs: the pair as data, and the providers of its legs. */
import type { ChainClients } from '../../chain-clients/chain-clients.ts';
import type { NetworkName } from '../../chains/chain.ts';
import type { Asset } from '../../domain/asset.ts';
import type { ChainId } from '../../domain/chain-id.ts';
import type { ProviderId } from '../../domain/provider-id.ts';
import type { PayoutCallSize, Provider } from '../provider.ts';

/**
 * How the first leg pays the second. `channel`: to a deposit channel of the second leg, which refunds the bridge
 * asset to the sender. `receiver`: to a contract that makes the second leg at once, or otherwise pays the bridge
 * asset on.
 */
export type Meeting = 'channel' | 'receiver';

export type TwoLegPair = {
  id: ProviderId;
  /** The provider's `name`. */
  name: string;
  /** Ids of the legs' own providers. */
  legs: readonly [ProviderId, ProviderId];
  meeting: Meeting;
  /** Possible meeting points, by the chain that both legs share, the usual one first. */
  bridges: Readonly<Partial<Record<ChainId, readonly Asset[]>>>;
  /** The receiver's call, by chain; only for pairs that meet there. */
  payoutCalls?: Readonly<Partial<Record<ChainId, PayoutCallSize>>>;
};

export type TwoLegDeps = {
  /** All providers of this deployment, including the legs' own. */
  providers: readonly Provider[];
  /** The contracts that take payouts and swap them on, by chain. */
  receivers: Readonly<Partial<Record<ChainId, string>>>;
  network: NetworkName;
  clients: ChainClients;
  /** Unix ms. */
  now: () => number;
  log: (event: Record<string, unknown>) => void;
};

/** One pair whose legs can both be asked here: the input of every part of a two-leg provider. */
export type TwoLegSetup = Omit<TwoLegDeps, 'providers'> & { pair: TwoLegPair; first: Provider; second: Provider };
