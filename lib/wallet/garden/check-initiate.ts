/**
 * A payment into Garden's contract locks exactly what is sold, for somebody else to redeem, for a time after which it can
 * be taken back. Who redeems and under which hash are the order's own terms, which the service has held against it.
 */
import type { WireEvmTx } from '../../api/schemas/route.ts';
import { sameAddress } from '../../chains/address.ts';
import { chainOf } from '../../chains/chains.ts';
import { assetOf } from '../../domain/asset.ts';
import type { ChainId } from '../../domain/chain-id.ts';
import { DecodeError } from '../../payments/chainflip/byte-reader.ts';
import { decodeInitiateCall, type InitiateCall } from '../../payments/garden/htlc-call.ts';
import type { PayableRoute } from '../../payments/payable-route.ts';
import { differs, type Expected } from '../evm/evm-parts.ts';
import { PaymentError } from '../wallet-types.ts';

/** Longest time for which money may be locked; Garden's own locks last about a day. */
const LONGEST_LOCK_SECONDS = 14 * 86_400;
/** What a contract on Arbitrum counts are Ethereum's blocks. Source: Arbitrum docs, "Block numbers and time". */
const COUNTED_BLOCK_SECONDS: Partial<Record<ChainId, number>> = { ARB: 12 };

export const lockSeconds = (chain: ChainId, timelock: bigint): number =>
  Number(timelock) * (COUNTED_BLOCK_SECONDS[chain] ?? chainOf(chain).blockSeconds);

/** @throws {PaymentError} `mismatch` where the call locks nothing, or not in a way that is known. */
export function readInitiate(data: string): InitiateCall {
  try {
    return decodeInitiateCall(data);
  } catch (error) {
    if (error instanceof DecodeError) throw differs(`The contract call cannot be read: ${error.message}.`);
    throw error;
  }
}

/** @throws {PaymentError} `mismatch` or `expired` */
export function checkInitiate(tx: WireEvmTx, route: PayableRoute, expected: Expected): void {
  const { chain } = assetOf(route.sellAsset);
  if (!route.meta.orderId) throw differs('The route names no order that the payment is for.');
  const call = readInitiate(tx.data);
  if (call.amount !== expected.amount) throw differs('The call locks another amount.');
  if (sameAddress(chain, call.redeemer, route.sourceAddress) || BigInt(call.redeemer) === 0n)
    throw differs('The call names nobody who could take the money and pay you.');
  if (call.timelock <= 0n || lockSeconds(chain, call.timelock) > LONGEST_LOCK_SECONDS)
    throw differs('The call locks the money for a time that is not right.');
  if (BigInt(call.secretHash) === 0n) throw differs('The call names no secret.');
  if (route.expiration !== undefined && Number(route.expiration) <= expected.nowSeconds)
    throw new PaymentError('expired', 'The order has run out. Ask for a new one.', { nothingSent: true });
}
