/** What this browser remembers for the page; where it forbids that, a memory that holds nothing and stops nobody. */

type Memory = Pick<Storage, 'getItem' | 'setItem'>;

const NOTHING: Memory = { getItem: () => null, setItem: () => undefined };

/** Reading the very name throws where cookies and site data are blocked. Source: HTML, `localStorage` (SecurityError). */
export function ownStorage(): Memory {
  try {
    return localStorage;
  } catch {
    return NOTHING;
  }
}
