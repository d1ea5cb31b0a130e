/** Remembers in this browser which assets somebody pinned, chose of late, and accepted in spite of the warning. */
import { assetIdKey } from '../../lib/domain/asset-parts.ts';
import { ownStorage } from '../ui/own-storage.ts';

export type RememberedList = 'pinned' | 'recent' | 'accepted';

const KEYS: Readonly<Record<RememberedList, string>> = {
  pinned: 'portage.tokens.pinned',
  recent: 'portage.tokens.recent',
  accepted: 'portage.tokens.accepted',
};
const MOST: Readonly<Record<RememberedList, number>> = { pinned: 40, recent: 6, accepted: 500 };
/** An identifier with an address is shorter. */
const LONGEST_ID = 160;
/** Fired on the window of the tab that changed a list; other tabs get `storage`. */
const CHANGED = 'portage:tokens';

type Readable = Pick<Storage, 'getItem'>;
type Writable = Pick<Storage, 'getItem' | 'setItem'>;

/** Newest first; what is no identifier is left out, so that a damaged list harms nothing. */
export function readRemembered(list: RememberedList, storage: Readable = ownStorage()): string[] {
  try {
    const kept: unknown = JSON.parse(storage.getItem(KEYS[list]) ?? '[]');
    const ids = Array.isArray(kept) ? kept : [];
    return ids
      .filter((id): id is string => typeof id === 'string' && id.includes('.') && id.length <= LONGEST_ID)
      .slice(0, MOST[list]);
  } catch {
    return [];
  }
}

/** `on` puts it first, else it is taken out. A browser that keeps nothing is put up with. */
export function remember(list: RememberedList, id: string, on = true, storage: Writable = ownStorage()): void {
  const others = readRemembered(list, storage).filter((one) => assetIdKey(one) !== assetIdKey(id));
  try {
    storage.setItem(KEYS[list], JSON.stringify((on ? [id, ...others] : others).slice(0, MOST[list])));
  } catch {
    return;
  }
  if (typeof window !== 'undefined') window.dispatchEvent(new Event(CHANGED));
}

/** Whether somebody said of this very token that they know what it is. */
export const isAccepted = (id: string, storage: Readable = ownStorage()): boolean =>
  readRemembered('accepted', storage).some((one) => assetIdKey(one) === assetIdKey(id));

/** Runs when a list changes, in this tab or another. */
export function onRemembered(changed: () => void): () => void {
  const fromElsewhere = ({ key }: StorageEvent) => (key === null || Object.values(KEYS).includes(key)) && changed();
  window.addEventListener(CHANGED, changed);
  window.addEventListener('storage', fromElsewhere);
  return () => {
    window.removeEventListener(CHANGED, changed);
    window.removeEventListener('storage', fromElsewhere);
  };
}
