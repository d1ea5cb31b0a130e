/**
 * Collects the EVM wallets that announce themselves in the page, and hides discontinued ones from every later
 * listener. Source: EIP-6963.
 */
import { type Injected, injectedAt, isText } from '../injected.ts';
import { isRetired, isRetiredAnnouncement } from '../retired.ts';

/** `id` is the wallet's reverse domain name; `icon` a data: URL. */
export type AnnouncedWallet = { id: string; name: string; icon?: string; provider: Injected };

const LONGEST_NAME = 40;

type Store = { found: Map<string, AnnouncedWallet>; listeners: Set<() => void> };

/** One for the page, whichever part of it asked first. */
let store: Store | undefined;

function read(detail: unknown): AnnouncedWallet | undefined {
  const provider = injectedAt('detail.provider', { detail });
  const info = injectedAt('detail.info', { detail });
  if (!provider || !info || !isText(info.rdns) || !isText(info.name)) return undefined;
  const icon = isText(info.icon) && info.icon.startsWith('data:image/') ? { icon: info.icon } : {};
  return { id: info.rdns, name: info.name.slice(0, LONGEST_NAME), ...icon, provider };
}

function onAnnounce(made: Store, event: Event): void {
  const wallet = read('detail' in event ? event.detail : undefined);
  if (!wallet) return;
  if (isRetiredAnnouncement({ rdns: wallet.id, name: wallet.name }) || isRetired(wallet.provider)) {
    // wagmi listens as well, and would offer it.
    event.stopImmediatePropagation();
    return;
  }
  if (made.found.has(wallet.id)) return;
  made.found.set(wallet.id, wallet);
  for (const listener of made.listeners) listener();
}

/** Starts to listen, once; must be called before any other listener. */
export function listenForWallets(): Store {
  if (store) return store;
  const made: Store = { found: new Map(), listeners: new Set() };
  store = made;
  globalThis.addEventListener('eip6963:announceProvider', (event) => onAnnounce(made, event), { capture: true });
  globalThis.dispatchEvent(new Event('eip6963:requestProvider'));
  return made;
}

/** Those that have announced themselves so far, oldest first. */
export const announcedWallets = (): AnnouncedWallet[] => [...listenForWallets().found.values()];

/** Calls `onChange` for each further wallet. Returns the function that stops it. */
export function watchAnnounced(onChange: () => void): () => void {
  const { listeners } = listenForWallets();
  listeners.add(onChange);
  return () => listeners.delete(onChange);
}

/** Whether a wallet at `window.ethereum` has not announced itself and is not discontinued. */
export function hasSilentWallet(): boolean {
  const silent = injectedAt('ethereum');
  if (!silent || isRetired(silent)) return false;
  return !announcedWallets().some(({ provider }) => provider === silent);
}
