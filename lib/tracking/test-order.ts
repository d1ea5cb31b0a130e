/** For tests: routes by order and by one transaction, with the answers of their chain and their provider. */
import type { EvmTransaction } from '../chain-clients/chain-clients.ts';
import type { Store } from '../db/store.ts';
import type { EvmTx, RouteDraft } from '../domain/route.ts';
import { minedTransaction, trackedSwap, unpaidRoute } from './test-tracked-swap.ts';
import type { trackingWorld } from './test-world.ts';

export const HTLC = '0x5FbDB2315678afecb367f032d93F642f64180aa3';
export const SENDER = '0x90F8bf6A479f320ead074411a4B0e7944Ea8c9C1';
export const CALL: EvmTx = { to: HTLC, from: SENDER, value: '0', data: `0x97ffc7ae${'11'.repeat(32)}` };

export const routeBy = (provider: 'GARDEN' | 'ONEINCH' | 'JUPITER', over: Partial<RouteDraft>): RouteDraft => {
  const { sell = unpaidRoute.sell, expectedBuy = unpaidRoute.expectedBuy, guaranteedBuy = expectedBuy } = over;
  const legs = [{ provider, sell, buy: expectedBuy, buyAtMaxSlippage: guaranteedBuy }];
  return { ...unpaidRoute, providers: [provider], legs, sell, expectedBuy, guaranteedBuy, ...over };
};

export async function trackedOrder(store: Store, draft: RouteDraft, over: Parameters<typeof trackingWorld>[1] = {}) {
  const swap = await trackedSwap(store, draft, over);
  /** A transaction of the local chain, mined unless said otherwise. */
  const sends = (hash: string, tx: Partial<EvmTransaction> = {}, blockNumber = 90) =>
    swap.chains.evm.set(
      hash,
      minedTransaction({ hash, from: SENDER, to: HTLC, input: CALL.data, ...tx }, { blockNumber }),
    );
  return { ...swap, sends };
}
