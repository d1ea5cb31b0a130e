/** Reads a transaction of the wire, which is of the reviewed account and network or is refused. */
import { evmTxSchema, type WireEvmTx } from '../../api/schemas/route.ts';
import { sameAddress } from '../../chains/address.ts';
import type { NetworkName } from '../../chains/chain.ts';
import { networkOf } from '../../chains/chains.ts';
import { assetOf } from '../../domain/asset.ts';
import type { PayableRoute } from '../../payments/payable-route.ts';
import { differs } from './evm-parts.ts';

export const oneTransaction = (value: unknown): WireEvmTx => {
  const parsed = evmTxSchema.safeParse(value);
  if (!parsed.success) throw differs('The transaction cannot be read.');
  return parsed.data;
};

export function checkCommon(tx: WireEvmTx, route: PayableRoute, network: NetworkName): void {
  const { chain } = assetOf(route.sellAsset);
  if (!sameAddress(chain, tx.from, route.sourceAddress)) throw differs('The transaction is for another account.');
  if (tx.chain_id !== Number(networkOf(chain, network).networkId))
    throw differs('The transaction is for another network.');
}
