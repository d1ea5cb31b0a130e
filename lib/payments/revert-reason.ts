/** Translates a node's refusal of a call into the message of the contract that refused it. */
import { decodeErrorResult } from 'viem/utils';
import type { Cause } from '../domain/swap-status.ts';
import { routerErrorCause, routerErrorText } from './oneinch/router-errors.ts';

/** A node's JSON-RPC error. */
type NodeRefusal = { code: number; message: string; data: unknown };

const PANICS: Record<string, string> = {
  '1': 'an assertion failed',
  '17': 'an amount is too large or below zero',
  '18': 'a division by zero',
  '50': 'an index is out of range',
};

/** Nodes put the data of a revert at `data`, `data.data` or, as text, after "Reverted ". */
export function revertData(data: unknown): `0x${string}` | undefined {
  if (typeof data === 'string') {
    const hex = /0x[0-9a-f]*/i.exec(data)?.[0];
    return hex && hex.length > 2 ? (hex as `0x${string}`) : undefined;
  }
  if (typeof data === 'object' && data !== null) {
    if ('data' in data) return revertData(data.data);
    if ('result' in data) return revertData(data.result);
  }
  return undefined;
}

/** The contract's own reason (`THORChain_Router: expired`, `the price moved past your limit`), or undefined when it gave none. */
export function revertReason(error: NodeRefusal): string | undefined {
  const data = revertData(error.data);
  if (data) {
    try {
      const decoded = decodeErrorResult({ data, abi: [] });
      const first: unknown = decoded.args?.[0];
      if (decoded.errorName === 'Error') return String(first);
      if (decoded.errorName === 'Panic') return PANICS[String(first)] ?? `panic ${String(first)}`;
    } catch {
      return routerErrorText(data) ?? `custom error ${data.slice(0, 10)}`;
    }
  }
  const message = /revert(?:ed)?(?:[^:]*):\s*(?:reason string\s*)?["']?(.+?)["']?(?:, data:.*)?$/i.exec(
    error.message,
  )?.[1];
  return message?.trim() || undefined;
}

/** THORChain's and Maya's routers, for a payment that came after its route had expired. */
const CAME_LATE = /^(THORChain|MAYAChain)_Router: expired$/;

/** The cause, for programs, when the contract's reason is a known one. */
export function revertCause(error: NodeRefusal): Cause | undefined {
  const cause = routerErrorCause(revertData(error.data) ?? '');
  return cause ?? (CAME_LATE.test(revertReason(error) ?? '') ? 'expired' : undefined);
}

/** True where the node ran the call and the contract refused it, rather than the node refusing the request. */
export const isRevert = (error: NodeRefusal): boolean => error.code === 3 || /revert/i.test(error.message);
