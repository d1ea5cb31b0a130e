/** Defines the input and the result of building a transaction. */
import type { ChainClients } from '../../chain-clients/chain-clients.ts';
import type { NetworkName } from '../../chains/chain.ts';
import type { RouteDraft } from '../../domain/route.ts';
import type { CallOptions } from '../provider.ts';
import type { FamilyConfig } from './config.ts';
import type { QuotedSwap } from './to-routes.ts';

export type BuiltTx = Pick<RouteDraft, 'tx' | 'txUnavailable' | 'approvals' | 'expirationSeconds'>;

export type TxDeps = { config: FamilyConfig; clients: ChainClients; network: NetworkName; now: () => number };

/** `decimalsCertain` false: the sold token's decimals are a guess. */
export type TxContext = { swap: QuotedSwap; decimalsCertain: boolean };

export type TxBuilder = {
  /** Throws only for the signal: the chain's failure is a `txUnavailable`. */
  build(route: RouteDraft, context: TxContext, options: CallOptions): Promise<BuiltTx>;
};

export const unavailable = (why: string): BuiltTx => ({ txUnavailable: why });
