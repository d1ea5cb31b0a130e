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
