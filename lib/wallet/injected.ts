/** Reads what wallets put into the page, as untrusted data: whatever is missing or throws is simply not there. */
import { PaymentError } from './wallet-types.ts';

export type Injected = Record<string, unknown>;

const isObject = (value: unknown): value is Injected =>
  (typeof value === 'object' || typeof value === 'function') && value !== null;

/** The object at a dotted path of `window`, or undefined. */
export function injectedAt(path: string, root: unknown = globalThis.window): Injected | undefined {
  let value: unknown = root;
  for (const key of path.split('.')) {
    if (!isObject(value)) return undefined;
    try {
      value = value[key];
    } catch {
      return undefined;
    }
  }
  return isObject(value) ? value : undefined;
}

export const has = (target: Injected | undefined, method: string): boolean => typeof target?.[method] === 'function';

/** Calls a method of an injected object. @throws whatever the wallet throws. */
export async function call(target: Injected, method: string, ...args: unknown[]): Promise<unknown> {
  const run = target[method];
  if (typeof run !== 'function')
    throw new PaymentError('notSupported', `The wallet cannot ${method}.`, { nothingSent: true });
  return run.apply(target, args);
}

export const isText = (value: unknown): value is string => typeof value === 'string' && value.length > 0;

/** First text of a list, or of a list of objects with an `address`. */
export function firstAddress(value: unknown): string | undefined {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  if (isText(first)) return first;
  return isObject(first) && isText(first.address) ? first.address : undefined;
}

const REJECTED_CODES = new Set<unknown>([4001, 'ACTION_REJECTED', 'USER_REJECTION']);

/** True when a person said no in the wallet, however the wallet words it. */
export function wasRejected(error: unknown): boolean {
  for (let cause = error, depth = 0; isObject(cause) && depth < 8; cause = cause.cause, depth += 1) {
    if (REJECTED_CODES.has(cause.code)) return true;
    const message = isText(cause.message) ? cause.message : '';
    if (/user (rejected|denied|cancel)|request rejected|rejected by (the )?user/i.test(message)) return true;
    if (isObject(cause.error) && REJECTED_CODES.has(cause.error.code)) return true;
  }
  return typeof error === 'string' && /reject|denied|cancel/i.test(error);
}

/** What a wallet threw, as a fault in which nothing was sent. */
export function walletFault(error: unknown): PaymentError {
  if (error instanceof PaymentError) return error;
  if (wasRejected(error))
    return new PaymentError('rejected', 'You rejected the request.', { nothingSent: true, cause: error });
  const said = isObject(error) && isText(error.message) ? error.message.slice(0, 200) : String(error).slice(0, 200);
  return new PaymentError('unknown', `The wallet answered: ${said}`, { nothingSent: true, cause: error });
}
