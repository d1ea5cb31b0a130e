/**
 * Gives the page's storage in this browser; where the browser forbids it, a stand-in that stores nothing and never
 * throws.
 */

type Memory = Pick<Storage, 'getItem' | 'setItem'>;

const NOTHING: Memory = { getItem: () => null, setItem: () => undefined };

/**
 * Even reading `localStorage` throws when cookies and site data are blocked. Source: HTML, `localStorage`
 * (SecurityError).
 */
export function ownStorage(): Memory {
  try {
    return localStorage;
  } catch {
    return NOTHING;
  }
}

/**
 * Calls `changed` when a value under one of the keys changes in this tab or another; returns the unsubscribe function.
 * @param changedHere the event of the window by which this tab reports a change; other tabs get `storage`.
 */
export function onStored(keys: readonly string[], changedHere: string, changed: () => void): () => void {
  const fromElsewhere = (event: StorageEvent) => (event.key === null || keys.includes(event.key)) && changed();
  window.addEventListener(changedHere, changed);
  window.addEventListener('storage', fromElsewhere);
  return () => {
    window.removeEventListener(changedHere, changed);
    window.removeEventListener('storage', fromElsewhere);
  };
}
