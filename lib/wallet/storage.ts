/** Remembers small things of this browser, and goes on without a memory where storage is forbidden or full. */

const PREFIX = 'portage.wallet.';

export function remember(key: string, value: unknown): void {
  try {
    globalThis.localStorage?.setItem(PREFIX + key, JSON.stringify(value));
  } catch {
    // Private windows and partitioned frames may refuse; the wallet is then asked again after a reload.
  }
}

/** What was remembered, as untrusted data; undefined when there is nothing. */
export function recall(key: string): unknown {
  try {
    const text = globalThis.localStorage?.getItem(PREFIX + key);
    return text ? JSON.parse(text) : undefined;
  } catch {
    return undefined;
  }
}
