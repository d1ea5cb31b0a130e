/** Reads objects that wallets put into the page, as untrusted data: a missing or throwing part counts as absent. */
import { PaymentError, type PaymentFault } from './wallet-types.ts';

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

export function has(target: Injected | undefined, method: string): boolean {
  try {
    return typeof target?.[method] === 'function';
  } catch {
    return false;
  }
}

/** Whether the object sets this flag of its own, as wallets do that take another one's place. */
export function says(target: Injected | undefined, flag: string): boolean {
  try {
    return target?.[flag] === true;
  } catch {
    return false;
  }
}

/** Calls a method of an injected object. @throws the wallet's error. */
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

/** Whether a person refused in the wallet, in any wallet's wording. */
export function wasRejected(error: unknown): boolean {
  for (let cause = error, depth = 0; isObject(cause) && depth < 8; cause = cause.cause, depth += 1) {
    if (REJECTED_CODES.has(cause.code)) return true;
    const message = isText(cause.message) ? cause.message : '';
    if (/user (rejected|denied|cancel)|request rejected|rejected by (the )?user/i.test(message)) return true;
    if (isObject(cause.error) && REJECTED_CODES.has(cause.error.code)) return true;
  }
  return typeof error === 'string' && /reject|denied|cancel/i.test(error);
}

const causesOf = (error: unknown): Injected[] => {
  const causes: Injected[] = [];
  for (let cause = error; isObject(cause) && causes.length < 8; cause = cause.cause) {
    causes.push(cause);
    if (isObject(cause.error)) causes.push(cause.error);
  }
  return causes;
};

type Known = { fault: PaymentFault; codes: readonly unknown[]; texts: RegExp; message: string };

/** Sources: EIP-1193 (4100, 4900, 4901), EIP-1474 (-32002), EIP-3326 (4902), and the error texts of common wallets. */
const KNOWN: readonly Known[] = [
  {
    fault: 'busy',
    codes: [-32002],
    texts: /already (pending|processing)|request .*pending|pending request/i,
    message: 'Your wallet has a request open already. Answer that one first.',
  },
  {
    fault: 'locked',
    codes: [],
    texts: /\b(is|are|was) locked\b|unlock (your|the) |(wallet|keyring|extension) locked/i,
    message: 'Your wallet is locked. Unlock it and try again.',
  },
  {
    fault: 'disconnected',
    codes: [4100, 4900],
    texts: /not (been )?(connected|authorized)( |$|\.)|unauthori[sz]ed|connector not connected/i,
    message: 'Your wallet is not connected to this page any more. Connect it again.',
  },
  {
    fault: 'wrongNetwork',
    codes: [4901, 4902],
    texts: /unrecognized chain/i,
    message: 'Your wallet does not know this network, or is on another one. Add or choose it there and try again.',
  },
];

/** The codes by which a wallet says that it does not do this; it has asked nobody. Source: EIP-1193, EIP-5792. */
const NOT_DONE: readonly unknown[] = [-32601, 4200, 5700, 5750, 5760];

/** Whether the wallet does not know what it was asked for, and so has asked nobody. */
export const isNotDone = (error: unknown): boolean => causesOf(error).some(({ code }) => NOT_DONE.includes(code));

/** A wallet's error as a fault in which nothing was sent. */
export function walletFault(error: unknown): PaymentError {
  if (error instanceof PaymentError) return error;
  if (wasRejected(error))
    return new PaymentError('rejected', 'You rejected the request.', { nothingSent: true, cause: error });
  const causes = causesOf(error);
  const known = KNOWN.find(({ codes, texts }) =>
    causes.some(({ code, message }) => codes.includes(code) || (isText(message) && texts.test(message))),
  );
  if (known) return new PaymentError(known.fault, known.message, { nothingSent: true, cause: error });
  const said = isObject(error) && isText(error.message) ? error.message.slice(0, 200) : String(error).slice(0, 200);
  return new PaymentError('unknown', `The wallet answered: ${said}`, { nothingSent: true, cause: error });
}
