/**
 * Finds payments to vaults in a mined block as the networks' observers do: deposits through the right router, and plain
 * transfers, from accounts without code. Source: THORNode bifrost/pkg/chainclients/ethereum (block scanner).
 */
import type { Hex } from 'viem';
import { decodeEventLog } from 'viem/utils';
import { z } from 'zod';
import { checksumAddress } from '../../domain/asset.ts';
import type { ChainId } from '../../domain/chain-id.ts';
import type { InboundPayment } from '../ledger.ts';
import { routerAbi, ZERO_ADDRESS } from './router-abi.ts';

export type NetworkName = 'thor' | 'maya';

const hex = z.custom<Hex>((value) => typeof value === 'string' && /^0x[0-9a-f]*$/i.test(value));
const number = hex.transform(Number);
const wei = hex.transform((text) => BigInt(text));

export const blockSchema = z.object({
  transactions: z.array(
    z.object({ hash: hex, from: hex, to: hex.nullable(), value: wei, input: hex, blockNumber: number }),
  ),
});
export type MinedTransaction = z.infer<typeof blockSchema>['transactions'][number];

export const receiptSchema = z.object({
  transactionHash: hex,
  status: hex,
  gasUsed: wei,
  effectiveGasPrice: wei,
  logs: z.array(z.object({ address: hex, topics: z.array(hex), data: hex })),
});
export type MinedReceipt = z.infer<typeof receiptSchema>;

/** Addresses are in lower case. */
export type Watch = {
  chain: ChainId;
  vaults: ReadonlyMap<string, NetworkName>;
  routers: ReadonlyMap<string, NetworkName>;
};

/** The memo of a plain transfer: its data as text, decoded once more if that text is hex itself. */
export function memoOfData(input: string): string {
  const text = Buffer.from(input.slice(2), 'hex').toString('utf8');
  return text !== '' && /^([0-9a-f]{2})+$/i.test(text) ? Buffer.from(text, 'hex').toString('utf8') : text;
}

type Deposit = { to: string; asset: string; amount: bigint; memo: string };

function depositsOf(receipt: MinedReceipt, router: string): Deposit[] {
  return receipt.logs.flatMap((log) => {
    if (log.address.toLowerCase() !== router) return [];
    try {
      const [signature, ...rest] = log.topics;
      if (signature === undefined) return [];
      const event = decodeEventLog({ abi: routerAbi, data: log.data, topics: [signature, ...rest] });
      return event.eventName === 'Deposit' ? [event.args] : [];
    } catch {
      return [];
    }
  });
}

/** Several deposits in one transaction count as one if they are equal; otherwise they are ambiguous. */
const onlyDeposit = (deposits: readonly Deposit[]): Deposit | undefined => {
  const [first, ...others] = deposits;
  const differs = others.some(
    (other) =>
      first !== undefined && (other.to !== first.to || other.asset !== first.asset || other.memo !== first.memo),
  );
  return differs ? undefined : first;
};

/** The payment that a mined transaction makes to a watched vault; undefined if it makes none. */
export function inboundOf(
  watch: Watch,
  transaction: MinedTransaction,
  receipt: MinedReceipt,
): InboundPayment | undefined {
  const to = transaction.to?.toLowerCase();
  if (to === undefined || receipt.status !== '0x1' || watch.vaults.has(transaction.from.toLowerCase()))
    return undefined;
  const common = {
    chain: watch.chain,
    hash: transaction.hash.toLowerCase(),
    from: checksumAddress(transaction.from),
    blockHeight: transaction.blockNumber,
    gasBaseUnits: receipt.gasUsed * receipt.effectiveGasPrice,
  };
  if (watch.vaults.has(to)) {
    if (transaction.value === 0n) return undefined;
    const memo = memoOfData(transaction.input);
    return { ...common, to: checksumAddress(to), amountBaseUnits: transaction.value, memo };
  }
  const network = watch.routers.get(to);
  if (network === undefined) return undefined;
  const deposit = onlyDeposit(depositsOf(receipt, to));
  // A network watches only its own vaults: a payment to another network's vault through its router is seen by neither.
  if (deposit === undefined || watch.vaults.get(deposit.to.toLowerCase()) !== network) return undefined;
  return {
    ...common,
    to: deposit.to,
    router: checksumAddress(to),
    ...(deposit.asset === ZERO_ADDRESS ? {} : { token: deposit.asset }),
    amountBaseUnits: deposit.amount,
    memo: deposit.memo,
  };
}
