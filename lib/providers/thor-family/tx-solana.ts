/**
 * Builds the payment of SOL: one transfer of the system program to the vault and the memo beside it. Nodes read only
 * accounts in the message itself and refuse a second transfer. Source: THORNode bifrost/pkg/chainclients/solana,
 * `getTxInItem`.
 */
import type { RouteDraft } from '../../domain/route.ts';
import { buildSolanaMemoTransfer } from '../../transfer/build-transfer.ts';
import { type FundsLook, lapseWith } from '../../transfer/built-tx.ts';
import { type BuiltTx, type TxDeps, unavailable } from './tx-types.ts';

export async function buildSolanaTx(deps: TxDeps, route: RouteDraft, memo: string, look: FundsLook): Promise<BuiltTx> {
  const { sell, sourceAddress, inboundAddress: vault } = route;
  if (vault === undefined || sell.asset.kind !== 'native')
    return unavailable('The node names no vault for this asset.');
  const payment = { from: sourceAddress, to: vault, amount: sell, memo };
  const built = await buildSolanaMemoTransfer(deps, payment, look);
  if ('unavailable' in built) return unavailable(built.unavailable);
  return { tx: built.tx, ...lapseWith(built, route, deps.now()) };
}
