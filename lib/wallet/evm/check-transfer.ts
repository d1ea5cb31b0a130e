/** A plain transfer to an address that was opened for this swap pays it, exactly, and does nothing else. */
import { decodeFunctionData, parseAbi } from 'viem';
import type { WireEvmTx } from '../../api/schemas/route.ts';
import { sameAddress } from '../../chains/address.ts';
import { assetOf } from '../../domain/asset.ts';
import type { PayableRoute } from '../../payments/payable-route.ts';
import { PaymentError } from '../wallet-types.ts';
import { differs, type Expected, hexOf, LEAST_SECONDS_LEFT } from './evm-parts.ts';

const TRANSFER = parseAbi(['function transfer(address to, uint256 amount)']);

function assertTime(route: PayableRoute, { nowSeconds }: Expected): void {
  if (route.expiration !== undefined && Number(route.expiration) < nowSeconds + LEAST_SECONDS_LEFT)
    throw new PaymentError('expired', 'This deposit address is over. Ask for a new one.', { nothingSent: true });
}

export function checkTransfer(tx: WireEvmTx, route: PayableRoute, expected: Expected): void {
  const { chain } = assetOf(route.sellAsset);
  assertTime(route, expected);
  const { inboundAddress = '' } = route;
  if (expected.token === undefined) {
    if (!sameAddress(chain, tx.to, inboundAddress)) throw differs('The transaction pays another address.');
    if (tx.data !== '0x') throw differs('The transaction does more than pay.');
    return;
  }
  if (!sameAddress(chain, tx.to, expected.token)) throw differs('The transaction is for another token.');
  let args: readonly [string, bigint];
  try {
    args = decodeFunctionData({ abi: TRANSFER, data: hexOf(tx.data) }).args;
  } catch {
    throw differs('The transaction is no transfer.');
  }
  if (!sameAddress(chain, args[0], inboundAddress)) throw differs('The transaction pays another address.');
  if (args[1] !== expected.amount) throw differs('The transaction sends another amount.');
}
