/** Remembers in this browser which assets the user pinned, chose recently, or accepted despite the warning. */
import { assetIdKey } from '../../lib/domain/split-asset.ts';
import { onStored, ownStorage } from '../ui/own-storage.ts';

export type RememberedList = 'pinned' | 'recent' | 'accepted';

const KEYS: Readonly<Record<RememberedList, string>> = {
  pinned: 'portage.tokens.pinned',
  recent: 'portage.tokens.recent',
  accepted: 'portage.tokens.accepted',
};
const MOST: Readonly<Record<RememberedList, number>> = { pinned: 40, recent: 6, accepted: 500 };
/** Longer than any identifier with an address. */
const LONGEST_ID = 160;
/** Fired on the window of the tab that changed a list; other tabs get `storage`. */
const CHANGED = 'portage:tokens';

type Readable = Pick<Storage, 'getItem'>;
type Writable = Pick<Storage, 'getItem' | 'setItem'>;

/** Newest first. Entries that are no identifiers are left out, so that a damaged list does no harm. */
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

/** Puts `id` first in the list, or removes it when `on` is false. Does nothing in a browser without storage. */
export function remember(list: RememberedList, id: string, on = true, storage: Writable = ownStorage()): void {
  const others = readRemembered(list, storage).filter((one) => assetIdKey(one) !== assetIdKey(id));
  try {
    storage.setItem(KEYS[list], JSON.stringify((on ? [id, ...others] : others).slice(0, MOST[list])));
  } catch {
    return;
  }
  if (typeof window !== 'undefined') window.dispatchEvent(new Event(CHANGED));
}

/** Whether the user has accepted the warning for this token. */
export const isAccepted = (id: string, storage: Readable = ownStorage()): boolean =>
  readRemembered('accepted', storage).some((one) => assetIdKey(one) === assetIdKey(id));

/** Calls `changed` when a list changes in this tab or another. Returns the unsubscribe function. */
export const onRemembered = (changed: () => void): (() => void) => onStored(Object.values(KEYS), CHANGED, changed);
