/** Tells what an EVM's calls did, in the words of a node: Parity's traces, and reasons of reverts as anvil writes them. */
import type { EVMInterface, EVMResult, Message } from '@ethereumjs/evm';
import { bytesToHex } from '@ethereumjs/util';
import type { Hex } from 'viem';
import { decodeErrorResult, parseAbi } from 'viem/utils';
import { RpcError } from '../../../lib/sandbox/evm/anvil-process.ts';

export const quantityOf = (value: number | bigint): Hex => `0x${value.toString(16)}`;

export type Trace = {
  type: 'call' | 'create';
  action: { from: Hex; to?: Hex; value: Hex; callType?: string };
  result?: { address?: Hex };
  error?: string;
  traceAddress: number[];
  transactionHash?: Hex;
};

/** The reason as anvil writes it: with the text of `Error(string)` where there is one. */
export function reverted(data: Uint8Array, what: string): RpcError {
  if (what !== 'revert') return new RpcError(-32003, `EVM error ${what}`, undefined);
  const raw = bytesToHex(data);
  try {
    const { args } = decodeErrorResult({ abi: parseAbi(['error Error(string)']), data: raw });
    return new RpcError(3, `execution reverted: ${args[0]}`, raw);
  } catch {
    return new RpcError(3, 'execution reverted', raw);
  }
}

/** Records every call of a transaction, failed ones too. */
export function watchCalls(evm: EVMInterface, note: (trace: Trace) => void): void {
  const open: { trace: Trace; children: number }[] = [];
  evm.events?.on('beforeMessage', (message: Message, resolve?: () => void) => {
    const parent = open.at(-1);
    const traceAddress = parent ? [...parent.trace.traceAddress, parent.children++] : [];
    const from = bytesToHex(message.caller.bytes);
    const value = quantityOf(message.value);
    const to = message.to && bytesToHex(message.to.bytes);
    const callType = message.delegatecall ? 'delegatecall' : message.isStatic ? 'staticcall' : 'call';
    const trace: Trace = to
      ? { type: 'call', action: { from, to, value, callType }, traceAddress }
      : { type: 'create', action: { from, value }, traceAddress };
    note(trace);
    open.push({ trace, children: 0 });
    resolve?.();
  });
  evm.events?.on('afterMessage', ({ execResult, createdAddress }: EVMResult, resolve?: () => void) => {
    const trace = open.pop()?.trace;
    if (trace && execResult.exceptionError) trace.error = execResult.exceptionError.error;
    if (trace && createdAddress) trace.result = { address: bytesToHex(createdAddress.bytes) };
    resolve?.();
  });
}
