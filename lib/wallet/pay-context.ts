import type { NetworkName } from '../chains/chain.ts';
import type { ConnectedAccount, PayableRoute, PayStep } from './wallet-types.ts';

/** What every way of paying gets. */
export type PayContext = {
  account: ConnectedAccount;
  route: PayableRoute;
  network: NetworkName;
  onStep(step: PayStep): void;
  onHash(hash: string): void;
};
