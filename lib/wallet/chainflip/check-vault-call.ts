/** A swap through Chainflip's vault on an EVM chain sells the reviewed asset and tells the network the reviewed order. */
import type { WireEvmTx } from '../../api/schemas/route.ts';
import { sameAddress } from '../../chains/address.ts';
import { assetOf } from '../../domain/asset.ts';
import { cfChainOf } from '../../payments/chainflip/assets.ts';
import { decodeEvmCall, type EvmVaultCall } from '../../payments/chainflip/evm-call.ts';
import { orderOfCall } from '../../payments/chainflip/vault-order.ts';
import { EVM_VAULTS } from '../../payments/chainflip/vaults.ts';
import type { PayableRoute } from '../../payments/payable-route.ts';
import { differs, type Expected } from '../evm/evm-parts.ts';
import { unreadOrderFault } from './vault-order.ts';

/** Only vaults that are known here are called, whatever the route says. */
export function checkVaultSwap(tx: WireEvmTx, route: PayableRoute, expected: Expected): void {
  const { chain } = assetOf(route.sellAsset);
  const vault = EVM_VAULTS[cfChainOf(chain) ?? ''];
  if (!vault || !sameAddress(chain, tx.to, vault)) throw differs('The transaction calls a contract that is not known.');
  let call: EvmVaultCall;
  try {
    call = decodeEvmCall(tx.data);
  } catch {
    throw differs('The contract call cannot be read.');
  }
  const { token } = call;
  if ((token === undefined) !== (expected.token === undefined)) throw differs('The call sells another asset.');
  if (token && !(sameAddress(chain, token.address, expected.token ?? '') && token.amount === expected.amount))
    throw differs('The call sells another token or amount.');
  const fault = unreadOrderFault(() => orderOfCall(call, expected.amount, 20), route);
  if (fault) throw differs(fault);
}
