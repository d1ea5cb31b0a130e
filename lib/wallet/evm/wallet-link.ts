/**
 * Finds the link back to a wallet on the same phone: browsers open it only within a tap, so a person may have to
 * press.
 */

/** The key under which RainbowKit and WalletConnect's client store the wallet last chosen on this phone. */
const KEY = 'WALLETCONNECT_DEEPLINK_CHOICE';
const SCHEME = /^[a-z][a-z0-9+.-]*:/i;
const FORBIDDEN = /^(javascript|data|vbscript|blob|file|http):/i;

export type WalletLink = { name: string; href: string };

/** Untrusted: any text that does not lead to an app is ignored. Undefined when the wallet is in the browser itself. */
export function walletLink(): WalletLink | undefined {
  try {
    const choice: unknown = JSON.parse(globalThis.localStorage.getItem(KEY) ?? 'null');
    if (typeof choice !== 'object' || choice === null || !('href' in choice) || !('name' in choice)) return undefined;
    const { href, name } = choice;
    if (typeof href !== 'string' || typeof name !== 'string' || !SCHEME.test(href) || FORBIDDEN.test(href))
      return undefined;
    return { href, name: name.slice(0, 40) };
  } catch {
    return undefined;
  }
}
