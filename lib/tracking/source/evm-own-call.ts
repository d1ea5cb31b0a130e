/**
 * Reads EVM payments that are one contract call, and compares it with the call that was handed out, if there was one. An
 * account with code makes it within a transaction of another form, often sent by somebody else.
 */
import type { EvmReceipt, EvmTransaction } from '../../chain-clients/chain-clients.ts';
import { sameAddress } from '../../chains/address.ts';
import { fromBaseUnits } from '../../domain/amount.ts';
import type { EvmTx, RouteDraft } from '../../domain/route.ts';
import { carriesCall, failedWithin, wasMade } from '../../payments/evm/inner-call.ts';
import { madeCall } from '../../payments/oneinch/permit-call.ts';
import { type Mismatch, type Payment, soldOnChain } from '../payment.ts';

const SELECTOR = 10;

/**
 * Wallets append bytes of their own to a call; contracts do not read them. The call may stand beside a signed allowance,
 * by which the contract makes it for its sender.
 */
const isCallOf = (input: string, data: string): boolean =>
  [input, madeCall(input)].some((made) => made.toLowerCase().startsWith(data.toLowerCase()));

const selectorOf = (input: string): string => input.slice(0, SELECTOR).toLowerCase();

/** A short name for a call, without its pages of arguments. */
const named = (input: string): string =>
  input.length < SELECTOR ? 'no call' : `a call of ${input.slice(0, SELECTOR)}`;

function callMismatch(tx: EvmTransaction, { data }: EvmTx): Mismatch[] {
  if (isCallOf(tx.input, data)) return [];
  const input = madeCall(tx.input);
  const isSameFunction = selectorOf(input) === selectorOf(data);
  const actual = isSameFunction ? `${named(input)} with other terms` : named(input);
  return [{ field: 'tx', expected: `${named(data)} with the terms of the quote`, actual }];
}

function against(tx: EvmTransaction, ordered: EvmTx, draft: RouteDraft): Payment {
  const { sell } = draft;
  const { chain } = sell.asset;
  const from: Mismatch[] = sameAddress(chain, tx.from, ordered.from)
    ? []
    : [{ field: 'sourceAddress', expected: ordered.from, actual: tx.from }];
  const value: Mismatch[] =
    tx.value === BigInt(ordered.value)
      ? []
      : [{ field: 'value', expected: coins(BigInt(ordered.value)), actual: coins(tx.value) }];
  const others = [...from, ...value, ...callMismatch(tx, ordered)];
  const contract = tx.to ?? 'a new contract';
  if (!sameAddress(chain, contract, ordered.to)) return { contract, ...(others.length > 0 ? { others } : {}) };
  if (others.length > 0) return { contract, others };
  return { contract, asset: soldOnChain(draft), baseUnits: sell.baseUnits };
}

const coins = (wei: bigint): string => fromBaseUnits(wei, 18);

/** A memo or an address is looked for in the receipt, whoever made the call. */
const isCallAlone = ({ memo, inboundAddress }: RouteDraft): boolean =>
  memo === undefined && inboundAddress === undefined;

/** The handed-out call where the payer's code makes it within this transaction. */
export const callWithin = (tx: EvmTransaction, draft: RouteDraft): EvmTx | undefined =>
  isCallAlone(draft) && draft.tx?.type === 'EVM' && carriesCall(tx, draft.tx.tx) ? draft.tx.tx : undefined;

/** Whether the payment failed, be it within a transaction that did not. */
export const hasFailed = (tx: EvmTransaction, receipt: EvmReceipt, draft: RouteDraft): boolean => {
  const within = callWithin(tx, draft);
  return receipt.status === 'reverted' || (within !== undefined && failedWithin(receipt, within.from));
};

/** Undefined while nothing proves that the carried call was made. */
function carriedPayment(call: EvmTx, receipt: EvmReceipt | undefined, draft: RouteDraft, failed: boolean) {
  const { sell, twoLeg } = draft;
  const { guaranteedBuy, destinationAddress } = twoLeg?.legs[0] ?? draft;
  const trade = { sell, guaranteedBuy, destinationAddress };
  if (!receipt || !(failed || wasMade(receipt, call, trade))) return undefined;
  return { contract: call.to, asset: soldOnChain(draft), baseUnits: sell.baseUnits };
}

/**
 * Undefined when only the provider can judge: no transaction was handed out, or another account called the contract
 * for the sender, as the provider's relayer does with a signature. Also while only the receipt can show that the
 * account's code made the call.
 */
export function ownCallPayment(
  tx: EvmTransaction,
  receipt: EvmReceipt | undefined,
  draft: RouteDraft,
): Payment | undefined {
  const within = callWithin(tx, draft);
  if (within) return carriedPayment(within, receipt, draft, receipt !== undefined && hasFailed(tx, receipt, draft));
  const { chain } = draft.sell.asset;
  const contract = tx.to ?? 'a new contract';
  const isThere = draft.targetAddress !== undefined && sameAddress(chain, contract, draft.targetAddress);
  if (draft.tx?.type !== 'EVM') return isThere ? undefined : { contract };
  const { tx: ordered } = draft.tx;
  // A caller of the payer's own function pays with their own money for their own order.
  const isOwnFunction = selectorOf(tx.input) === selectorOf(ordered.data);
  const isOthers = isThere && !sameAddress(chain, tx.from, ordered.from);
  const isRelayed = draft.typedData !== undefined && isOthers && !isOwnFunction;
  return isRelayed ? undefined : against(tx, ordered, draft);
}
