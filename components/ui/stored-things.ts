/** Lists everything that the page stores in this browser, with its purpose and size, and deletes it on request. */
import { LOCALE_COOKIE } from '../../lib/i18n/locales.ts';
import { msg } from '../../lib/i18n/text.ts';

type Kind = {
  id: string;
  /** Whether a key of localStorage belongs to this kind. */
  holds: (key: string) => boolean;
  /** Its purpose. */
  purpose: string;
  /** Deleting it may lose track of money under way, so the page asks first. */
  careful?: true;
};

const one = (name: string) => (key: string) => key === name;
const under = (prefix: string) => (key: string) => key.startsWith(prefix);

/** Whoever stores a new key adds it here in the same change; unlisted keys count as `other`. */
const KINDS: readonly Kind[] = [
  {
    id: 'swaps',
    holds: under('portage.swaps'),
    purpose: msg('Your swaps, so that Activity can show and follow them'),
    careful: true,
  },
  { id: 'recipients', holds: one('portage.recipients'), purpose: msg('Addresses that you have sent to') },
  {
    id: 'tokens',
    holds: under('portage.tokens.'),
    purpose: msg('Tokens that you pinned, used lately or accepted a warning for'),
  },
  {
    id: 'wallets',
    holds: under('portage.wallet.'),
    purpose: msg('Which wallets you connected, so that they come back'),
  },
  {
    id: 'evm',
    holds: (key) => /^(portage\.evm|wagmi|rk-|rainbowkit|wc@2|WALLETCONNECT|-walletlink)/.test(key),
    purpose: msg('The wallet you last connected'),
  },
  {
    id: 'preferences',
    holds: one('portage.preferences'),
    purpose: msg('Your default slippage, and the providers you left out'),
  },
  { id: 'order', holds: one('portage.routeSort'), purpose: msg('The order in which you look at routes') },
  { id: 'witnesses', holds: one('portage.witnesses'), purpose: msg('Whether independent nodes are asked') },
  { id: 'theme', holds: one('portage.theme'), purpose: msg('Light or dark') },
];
const OTHER = msg('Other things that this page or an extension keeps here');
const LANGUAGE = msg('Your language');
const PAGES = msg('Pages kept for when you are offline');

export type StoredThing = {
  id: string;
  purpose: string;
  /** Names and values, as UTF-8. */
  bytes: number;
  careful: boolean;
};

const sizeOf = (text: string): number => new TextEncoder().encode(text).length;

type Readable = Pick<Storage, 'length' | 'key' | 'getItem'>;

const keysOf = (storage: Readable): string[] =>
  Array.from({ length: storage.length }, (_, index) => storage.key(index)).filter((key) => key !== null);

const kindOf = (key: string): Kind | undefined => KINDS.find(({ holds }) => holds(key));

/**
 * What is stored now, in the order of the list, without empty kinds.
 * @param cookie as `document.cookie`.
 */
export function storedThings(storage: Readable, cookie: string): StoredThing[] {
  const sizes = new Map<string, number>();
  for (const key of keysOf(storage)) {
    const id = kindOf(key)?.id ?? 'other';
    sizes.set(id, (sizes.get(id) ?? 0) + sizeOf(key) + sizeOf(storage.getItem(key) ?? ''));
  }
  const language = cookie.split('; ').find((pair) => pair.startsWith(`${LOCALE_COOKIE}=`));
  return [
    ...KINDS.map(({ id, purpose, careful }) => ({ id, purpose, careful: careful === true, bytes: sizes.get(id) ?? 0 })),
    { id: 'language', purpose: LANGUAGE, careful: false, bytes: language ? sizeOf(language) : 0 },
    { id: 'other', purpose: OTHER, careful: false, bytes: sizes.get('other') ?? 0 },
  ].filter(({ bytes }) => bytes > 0);
}

/** The pages and files cached by public/worker.js; undefined if there are none. */
export async function storedPages(): Promise<StoredThing | undefined> {
  if (!('caches' in window)) return undefined;
  let size = 0;
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const kept of await cache.matchAll()) size += (await kept.blob()).size;
  }
  return size > 0 ? { id: 'pages', purpose: PAGES, careful: false, bytes: size } : undefined;
}

const forgetPages = async (): Promise<void> => {
  if (!('caches' in window)) return;
  for (const name of await caches.keys()) await caches.delete(name);
};

/** Deletes one kind. Other open pages notice by their `storage` event. */
export async function forgetStored(id: string): Promise<void> {
  if (id === 'pages') await forgetPages();
  else if (id === 'language') {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser of ours
    document.cookie = `${LOCALE_COOKIE}=; path=/; max-age=0; samesite=lax`;
  } else {
    for (const key of keysOf(localStorage)) {
      if ((kindOf(key)?.id ?? 'other') === id) localStorage.removeItem(key);
    }
  }
}

/** Deletes everything, including the pages cached for offline use. */
export async function forgetAllStored(): Promise<void> {
  localStorage.clear();
  sessionStorage.clear();
  await forgetStored('language');
  await forgetPages();
}
