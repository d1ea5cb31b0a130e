/**
 * Measures what a swap paid out, from logs, traces or balances; undefined rather than a guess when none of them is
 * conclusive. The router emits no event of its own.
 */
import { z } from 'zod';
import {
  type EvmClient,
  type EvmReceipt,
  type EvmTransaction,
  isRpcError,
  type Options,
} from '../../chain-clients/chain-clients.ts';
import { isNativeToken } from '../../payments/oneinch/router.ts';

export type OutputQuestion = {
  client: EvmClient;
  tx: EvmTransaction;
  receipt: EvmReceipt;
  /** In the form that calls of the router use. */
  token: string;
  receiver: string;
  /** The router's enforced minimum: a smaller amount was not this swap's output. */
  least: bigint;
};

/** keccak256 of `Transfer(address,address,uint256)`. */
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

const same = (a: string | undefined | null, b: string): boolean => a?.toLowerCase() === b.toLowerCase();
const addressIn = (topic: string | undefined): string | undefined => topic && `0x${topic.slice(-40)}`;

function tokenOutput({ receipt, token, receiver }: OutputQuestion): bigint {
  return receipt.logs
    .filter(({ address, topics, data }) => same(address, token) && same(topics[0], TRANSFER) && data.length === 66)
    .reduce((sum, { topics, data }) => {
      const value = BigInt(data);
      const got = same(addressIn(topics[2]), receiver) ? value : 0n;
      const gave = same(addressIn(topics[1]), receiver) ? value : 0n;
      return sum + got - gave;
    }, 0n);
}

const quantity = z.string().regex(/^0x[0-9a-f]+$/i);
type Frame = {
  type: string;
  from: string;
  to?: string | undefined;
  value?: string | undefined;
  error?: string | undefined;
  calls?: Frame[] | undefined;
};
/** geth's callTracer. A call that failed moved nothing, nor did any within it. */
const frameSchema: z.ZodType<Frame> = z.lazy(() =>
  z.object({
    type: z.string(),
    from: z.string(),
    to: z.string().optional(),
    value: quantity.optional(),
    error: z.string().optional(),
    calls: z.array(frameSchema).optional(),
  }),
);

/** Calls that move value; others carry their caller's. */
const MOVES = new Set(['CALL', 'CREATE', 'CREATE2', 'SELFDESTRUCT']);

function moved(frame: Frame, receiver: string): bigint {
  if (frame.error !== undefined) return 0n;
  const value = MOVES.has(frame.type.toUpperCase()) ? BigInt(frame.value ?? '0x0') : 0n;
  const own = (same(frame.to, receiver) ? value : 0n) - (same(frame.from, receiver) ? value : 0n);
  return (frame.calls ?? []).reduce((sum, call) => sum + moved(call, receiver), own);
}

/** A node's refusal is `undefined`: it lacks the method, or the old state. */
async function orUnknown<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (isRpcError(error)) return undefined;
    throw error;
  }
}

/** Value moved by calls within the transaction: the value of the payment itself is not part of the output. */
async function tracedOutput({ client, tx, receiver }: OutputQuestion, options: Options): Promise<bigint | undefined> {
  const raw = await orUnknown(() => client.rpc('debug_traceTransaction', [tx.hash, { tracer: 'callTracer' }], options));
  const frame = frameSchema.safeParse(raw);
  if (!frame.success) return undefined;
  return (frame.data.calls ?? []).reduce((sum, call) => sum + moved(call, receiver), 0n);
}

const blockSchema = z.object({
  transactions: z.array(z.object({ hash: z.string(), from: z.string(), to: z.string().nullish() })),
});
const feeSchema = z.object({ l1Fee: quantity.nullish() });

/**
 * No other transaction of the block moved value from or straight to the receiver: its balance shows this swap alone.
 */
async function isAlone({ client, tx, receipt, receiver }: OutputQuestion, options: Options): Promise<boolean> {
  const block = `0x${receipt.blockNumber.toString(16)}`;
  const raw = await orUnknown(() => client.rpc('eth_getBlockByNumber', [block, true], options));
  const parsed = blockSchema.safeParse(raw);
  return (
    parsed.success &&
    parsed.data.transactions.every(
      ({ hash, from, to }) => same(hash, tx.hash) || !(same(from, receiver) || same(to, receiver)),
    )
  );
}

async function balanceAt(
  { client, receiver }: OutputQuestion,
  block: number,
  options: Options,
): Promise<bigint | undefined> {
  const raw = await orUnknown(() => client.rpc('eth_getBalance', [receiver, `0x${block.toString(16)}`], options));
  return quantity.safeParse(raw).success ? BigInt(String(raw)) : undefined;
}

/** Gas, the transaction's value, and on rollups the data fee: the receiver paid them when it is the sender. */
async function paidBySender({ client, tx, receipt, receiver }: OutputQuestion, options: Options): Promise<bigint> {
  if (!same(tx.from, receiver)) return 0n;
  const raw = await orUnknown(() => client.rpc('eth_getTransactionReceipt', [tx.hash], options));
  const fee = feeSchema.safeParse(raw);
  const l1Fee = fee.success && fee.data.l1Fee ? BigInt(fee.data.l1Fee) : 0n;
  return receipt.gasUsed * receipt.effectiveGasPrice + tx.value + l1Fee;
}

async function balanceOutput(question: OutputQuestion, options: Options): Promise<bigint | undefined> {
  const { blockNumber } = question.receipt;
  const [before, after, alone, paid] = await Promise.all([
    balanceAt(question, blockNumber - 1, options),
    balanceAt(question, blockNumber, options),
    isAlone(question, options),
    paidBySender(question, options),
  ]);
  return before === undefined || after === undefined || !alone ? undefined : after - before + paid;
}

/** Base units of `token` that `receiver` received; undefined when inconclusive. @throws {ChainUnavailable} */
export async function actualOutput(question: OutputQuestion, options: Options): Promise<bigint | undefined> {
  // A token that taxes transfers delivers less than the router enforced: its logs are used as they are.
  if (!isNativeToken(question.token)) {
    const output = tokenOutput(question);
    return output > 0n ? output : undefined;
  }
  let outage: unknown;
  const traced = await tracedOutput(question, options).catch((error: unknown) => {
    outage = error;
    return undefined;
  });
  options.signal?.throwIfAborted();
  const output = traced ?? (await balanceOutput(question, options));
  if (output !== undefined && output > 0n && output >= question.least) return output;
  // Some services refuse traces in ways that look like an outage; after a true one the trace may tell more.
  if (outage !== undefined) throw outage;
  return undefined;
}
