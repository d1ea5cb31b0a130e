/**
 * Recognises a handed-out call that an account's code makes within another transaction: a Safe's `execTransaction`, a
 * batch of a delegated account (EIP-7702), a bundler's `handleOps` (ERC-4337). Each wraps calls in a form of its own, but
 * all of them carry the target, the coins and the call data whole, and the account is called or named.
 */
import type { Amount } from '../../domain/amount.ts';
import type { RouteDraft } from '../../domain/route.ts';
import { decodeTransferLog } from './token-call.ts';

export type SentTransaction = { to: string | null; input: string };
export type HandedOutCall = { from: string; to: string; data: string; value: string };
type Log = { address: string; topics: readonly string[]; data: string };
export type MinedReceipt = { status: 'success' | 'reverted'; logs: readonly Log[] };

/** `ExecutionFailure(bytes32 txHash, uint256 payment)`: a Safe's own transaction failed within one that did not. Source: Safe.sol. */
const EXECUTION_FAILURE = '0x23428b18acfb3ea64b08dc0c1d296ea9c09702c09083ca5272e64d115b687d23';
/** A function's selector and one argument: shorter call data is found anywhere by chance. */
const LEAST_DIGITS = 8 + 64;

const digits = (text: string): string => text.replace(/^0x/i, '').toLowerCase();
const same = (a: string | null | undefined, b: string): boolean => a?.toLowerCase() === b.toLowerCase();

/** Whether `part` begins at a whole byte of `whole`. */
function hasBytes(whole: string, part: string): boolean {
  for (let at = whole.indexOf(part); at >= 0; at = whole.indexOf(part, at + 1)) if (at % 2 === 0) return true;
  return false;
}

/** Whether the transaction carries the call within another one. The call itself, sent as it is, is not meant. */
export function carriesCall({ to, input }: SentTransaction, call: HandedOutCall): boolean {
  const [whole, data] = [digits(input), digits(call.data)];
  if (same(to, call.to) || data.length < LEAST_DIGITS) return false;
  const coins = BigInt(call.value);
  return (
    hasBytes(whole, data) &&
    hasBytes(whole, digits(call.to)) &&
    (coins === 0n || hasBytes(whole, coins.toString(16).padStart(64, '0'))) &&
    (same(to, call.from) || hasBytes(whole, digits(call.from)))
  );
}

/** Whether the payer's Safe reports that the call within failed, although the transaction around it did not. */
export const failedWithin = ({ logs }: MinedReceipt, payer: string): boolean =>
  logs.some(({ address, topics }) => same(address, payer) && same(topics[0], EXECUTION_FAILURE));

/**
 * Whether the receipt proves that a carried call was made: its contract wrote a log, the sold tokens left the account, or
 * the receiver got the least that was to be bought. A transaction may carry a call that it did not make.
 */
export function wasMade(
  { status, logs }: MinedReceipt,
  call: Pick<HandedOutCall, 'from' | 'to'>,
  trade: Pick<RouteDraft, 'sell' | 'guaranteedBuy' | 'destinationAddress'>,
): boolean {
  /** Whether so much of a token left or reached the address. Of the chain's own coin no log tells. */
  const moved = ({ asset, baseUnits }: Amount, side: 'from' | 'to', address: string): boolean =>
    asset.kind === 'token' &&
    logs
      .flatMap((log) => (same(log.address, asset.address) ? (decodeTransferLog(log) ?? []) : []))
      .reduce((sum, transfer) => (same(transfer[side], address) ? sum + transfer.amount : sum), 0n) >= baseUnits;
  const { sell, guaranteedBuy, destinationAddress } = trade;
  return (
    status === 'success' &&
    !failedWithin({ status, logs }, call.from) &&
    (logs.some(({ address }) => same(address, call.to)) ||
      moved(sell, 'from', call.from) ||
      (guaranteedBuy.baseUnits > 0n && moved(guaranteedBuy, 'to', destinationAddress)))
  );
}
