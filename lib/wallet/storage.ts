/** Stores small values in this browser, and works without storage when that is forbidden or full. */

const PREFIX = 'portage.wallet.';

export function remember(key: string, value: unknown): void {
  try {
    globalThis.localStorage?.setItem(PREFIX + key, JSON.stringify(value));
  } catch {
    // Private windows and partitioned frames may refuse; the wallet is then asked again after a reload.
  }
}

/** The stored value, as untrusted data; undefined when there is none. */
export function recall(key: string): unknown {
  try {
    const text = globalThis.localStorage?.getItem(PREFIX + key);
    return text ? JSON.parse(text) : undefined;
  } catch {
    return undefined;
  }
}
