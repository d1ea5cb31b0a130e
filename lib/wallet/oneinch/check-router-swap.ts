/**
 * A swap through 1inch's router sells what was reviewed, buys what was reviewed, pays the reviewed receiver, and pays
 * out the guaranteed amount or nothing happens. Read from the calldata alone.
 */
import type { WireEvmTx } from '../../api/schemas/route.ts';
import { sameAddress } from '../../chains/address.ts';
import { chainOf } from '../../chains/chains.ts';
import { toBaseUnits } from '../../domain/amount.ts';
import { type Asset, assetOf } from '../../domain/asset.ts';
import { oneinchRouter, routerTokenOf, sameRouterToken } from '../../payments/oneinch/router.ts';
import { decodeRouterCall, type RouterCall, RouterCallError } from '../../payments/oneinch/router-call.ts';
import type { PayableRoute } from '../../payments/payable-route.ts';
import { differs, type Expected } from '../evm/evm-parts.ts';

/** The call of the route's transaction. @throws {PaymentError} `mismatch` where it swaps in no way that is known. */
export function readRouterCall(data: string): RouterCall {
  try {
    return decodeRouterCall(data);
  } catch (error) {
    if (error instanceof RouterCallError) throw differs(`The contract call cannot be read: ${error.message}.`);
    throw error;
  }
}

function least(route: PayableRoute, bought: Asset, expected: Expected): bigint {
  const decimals = bought.kind === 'native' ? chainOf(bought.chain).native.decimals : expected.buyDecimals;
  const units = decimals === undefined ? undefined : toBaseUnits(route.expectedBuyAmountMaxSlippage, decimals, 'exact');
  if (units === undefined) throw differs('What the route guarantees cannot be read.');
  return units;
}

function checkTokens(call: RouterCall, sold: Asset, bought: Asset, expected: Expected): void {
  const [sells, buys] = [routerTokenOf(sold), routerTokenOf(bought)];
  if (sells === undefined || !sameRouterToken(call.srcToken, sells)) throw differs('The call sells another token.');
  const out = call.dstToken ?? expected.poolOutput;
  if (out === undefined) throw differs('What the call buys cannot be told.');
  if (buys === undefined || bought.chain !== sold.chain || !sameRouterToken(out, buys))
    throw differs('The call buys another token.');
}

/** Only the router that is known on that chain is called, whatever the route says. @throws {PaymentError} `mismatch` */
export function checkRouterSwap(tx: WireEvmTx, route: PayableRoute, expected: Expected): void {
  const [sold, bought] = [assetOf(route.sellAsset), assetOf(route.buyAsset)];
  const { chain } = sold;
  const router = oneinchRouter(chain);
  if (!router || !sameAddress(chain, tx.to, router))
    throw differs('The transaction calls a contract that is not known.');
  const call = readRouterCall(tx.data);
  checkTokens(call, sold, bought, expected);
  // Left out where the coins sent along are what is sold; those have been compared already.
  if ((call.amount ?? expected.amount) !== expected.amount) throw differs('The call sells another amount.');
  if (!sameAddress(chain, call.receiver ?? tx.from, route.destinationAddress))
    throw differs('The call pays another receiver.');
  if (call.minReturn < least(route, bought, expected)) throw differs('The call guarantees less than the route.');
  if (call.partialFill) throw differs('The call may sell less than you reviewed.');
  if (call.extraValue) throw differs('The call may ask for more coins than you sell.');
  if (call.permit2) throw differs('The call takes the tokens by Permit2, which was not reviewed.');
}
