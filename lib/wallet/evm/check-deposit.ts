/**
 * A deposit through a router of THORChain or Maya names the reviewed vault, amount and memo. Source:
 * THORChain_Router.sol, `depositWithExpiry(address vault, address asset, uint256 amount, string memo, uint256 expiration)`.
 */
import { decodeFunctionData, parseAbi, zeroAddress } from 'viem';
import type { WireEvmTx } from '../../api/schemas/route.ts';
import { sameAddress } from '../../chains/address.ts';
import { assetOf } from '../../domain/asset.ts';
import type { PayableRoute } from '../../payments/payable-route.ts';
import { PaymentError } from '../wallet-types.ts';
import { differs, type Expected, hexOf, LEAST_SECONDS_LEFT } from './evm-parts.ts';

const ROUTER = parseAbi([
  'function depositWithExpiry(address vault, address asset, uint256 amount, string memo, uint256 expiration) payable',
]);

export function checkDeposit(tx: WireEvmTx, route: PayableRoute, expected: Expected): void {
  const { chain } = assetOf(route.sellAsset);
  let args: readonly [string, string, bigint, string, bigint];
  try {
    args = decodeFunctionData({ abi: ROUTER, data: hexOf(tx.data) }).args;
  } catch {
    throw differs('The contract call is not a deposit.');
  }
  const [vault, token, amount, memo, expiration] = args;
  if (!route.meta.vaultAddress || !sameAddress(chain, vault, route.meta.vaultAddress))
    throw differs('The deposit names another vault.');
  if (!sameAddress(chain, token, expected.token ?? zeroAddress)) throw differs('The deposit names another token.');
  // For the chain's own coin the router takes the value and ignores the argument.
  if (expected.token && amount !== expected.amount) throw differs('The deposit names another amount.');
  if (!route.memo || memo !== route.memo) throw differs('The memo is not that of the route.');
  if (expiration < BigInt(expected.nowSeconds + LEAST_SECONDS_LEFT))
    throw new PaymentError('expired', 'This quote has run out. Ask for a new one.', { nothingSent: true });
}
