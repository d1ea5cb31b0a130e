/**
 * Reads from a mined block all payments it made, in any way, and the swaps requested from Chainflip's vault. Native
 * coins are found in the call traces, so that a contract's payment counts like a plain transfer; tokens in their
 * Transfer events.
 */
import type { Hex } from 'viem';
import { decodeEventLog, parseAbi } from 'viem/utils';
import { z } from 'zod';
import { checksumAddress } from '../../domain/asset.ts';
import type { ChainId } from '../../domain/chain-id.ts';
import type { ChannelDeposit, VaultSwap } from '../ledger.ts';
import { NATIVE_ADDRESS, vaultAbi } from './chainflip-contracts.ts';

/** Both in the order of execution. Addresses are EIP-55. */
export type BlockContents = { payments: ChannelDeposit[]; swaps: VaultSwap[] };

const hex = z.custom<Hex>((value) => typeof value === 'string' && /^0x[0-9a-f]*$/i.test(value));
const wei = hex.transform((text) => BigInt(text));

const logSchema = z.object({ address: hex, topics: z.array(hex), data: hex });
const receiptsSchema = z.array(z.object({ transactionHash: hex, logs: z.array(logSchema) }));
type Log = z.infer<typeof logSchema>;

/** Parity's trace format. A failed call also reverts its subcalls, whose traces do not say so. */
const tracesSchema = z.array(
  z.object({
    type: z.string(),
    action: z.object({
      from: hex.optional(),
      to: hex.optional(),
      value: wei.optional(),
      callType: z.string().optional(),
      /** Set for a contract's self-destruction. */
      address: hex.optional(),
      refundAddress: hex.optional(),
      balance: wei.optional(),
    }),
    result: z.object({ address: hex.optional() }).nullish(),
    error: z.string().optional(),
    traceAddress: z.array(z.number()),
    transactionHash: hex.optional(),
  }),
);
type Trace = z.infer<typeof tracesSchema>[number];

const transferAbi = parseAbi(['event Transfer(address indexed from, address indexed to, uint256 value)']);

type Movement = { hash: string; from: string; to: string; token?: string; amountBaseUnits: bigint };

function coinsMoved({ type, action, result, transactionHash }: Trace): Movement | undefined {
  const move = (from?: string, to?: string, amount?: bigint): Movement | undefined =>
    transactionHash && from && to && amount ? { hash: transactionHash, from, to, amountBaseUnits: amount } : undefined;
  if (type === 'call' && action.callType === 'call') return move(action.from, action.to, action.value);
  if (type === 'create') return move(action.from, result?.address, action.value);
  if (type === 'suicide') return move(action.address, action.refundAddress, action.balance);
  return undefined;
}

function coinMovements(traces: readonly Trace[]): Movement[] {
  const traceKey = (hash: Hex | undefined, address: readonly number[]): string => [hash, ...address].join('/');
  const failed = new Set<string>();
  return traces.flatMap((trace) => {
    const { transactionHash: hash, traceAddress: address } = trace;
    // Parents precede children; the root has an empty trace address.
    if (trace.error !== undefined || (address.length > 0 && failed.has(traceKey(hash, address.slice(0, -1))))) {
      failed.add(traceKey(hash, address));
      return [];
    }
    return coinsMoved(trace) ?? [];
  });
}

function tokenMovement(hash: string, log: Log): Movement | undefined {
  try {
    const [signature, ...rest] = log.topics;
    if (signature === undefined) return undefined;
    const { args } = decodeEventLog({ abi: transferAbi, data: log.data, topics: [signature, ...rest] });
    if (args.value === 0n) return undefined;
    const token = checksumAddress(log.address);
    return { hash, from: args.from, to: args.to, token, amountBaseUnits: args.value };
  } catch {
    return undefined;
  }
}

const bytes = (data: Hex): string => data.slice(2).toLowerCase();

function vaultSwap(chain: ChainId, blockHeight: number, hash: string, log: Log): VaultSwap | undefined {
  const [signature, ...rest] = log.topics;
  if (signature === undefined) return undefined;
  let event: ReturnType<typeof decodeEventLog<typeof vaultAbi>>;
  try {
    event = decodeEventLog({ abi: vaultAbi, data: log.data, topics: [signature, ...rest] });
  } catch {
    return undefined;
  }
  const { args } = event;
  if (!('cfParameters' in args)) return undefined;
  const srcToken = 'srcToken' in args ? args.srcToken : NATIVE_ADDRESS;
  return {
    chain,
    hash,
    from: args.sender,
    ...(srcToken === NATIVE_ADDRESS ? {} : { token: srcToken }),
    amountBaseUnits: args.amount,
    blockHeight,
    dstChain: args.dstChain,
    dstAddress: bytes(args.dstAddress),
    dstToken: args.dstToken,
    cfParameters: bytes(args.cfParameters),
    ...('message' in args ? { message: bytes(args.message), gasAmount: args.gasAmount } : {}),
  };
}

/** Everything one transaction pays to one address in one asset is one payment, however many steps it took. */
function merged(movements: readonly Movement[]): Movement[] {
  const payments = new Map<string, Movement>();
  for (const movement of movements) {
    const key = `${movement.hash}/${movement.to.toLowerCase()}/${movement.token}`;
    const before = payments.get(key);
    if (before === undefined) payments.set(key, { ...movement });
    else before.amountBaseUnits += movement.amountBaseUnits;
  }
  return [...payments.values()];
}

/** `receipts` and `traces` are the results of `eth_getBlockReceipts` and `trace_block`. @throws {ZodError} */
export function contentsOfBlock(
  options: { chain: ChainId; vault: string; height: number },
  answers: { receipts: unknown; traces: unknown },
): BlockContents {
  const { chain, vault, height } = options;
  const receipts = receiptsSchema.parse(answers.receipts);
  const coins = coinMovements(tracesSchema.parse(answers.traces));
  const swaps: VaultSwap[] = [];
  const movements = receipts.flatMap(({ transactionHash: hash, logs }) => [
    ...coins.filter((movement) => movement.hash === hash),
    ...logs.flatMap((log) => tokenMovement(hash, log) ?? []),
  ]);
  for (const { transactionHash: hash, logs } of receipts)
    for (const log of logs) {
      const swap = log.address.toLowerCase() === vault.toLowerCase() && vaultSwap(chain, height, hash, log);
      if (swap) swaps.push(swap);
    }
  const payments = merged(movements).map((movement) => ({
    ...movement,
    chain,
    from: checksumAddress(movement.from),
    to: checksumAddress(movement.to),
    blockHeight: height,
  }));
  return { payments, swaps };
}
