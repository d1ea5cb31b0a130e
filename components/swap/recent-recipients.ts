/** Remembers the addresses that were paid from this browser, so that they need not be typed again. */
import { CHAINS } from '../../lib/chains/chains.ts';
import { type ChainId, isChainId } from '../../lib/domain/chain-id.ts';
import { ownStorage } from '../ui/own-storage.ts';

export const RECIPIENTS_KEY = 'portage.recipients';
const MOST = 12;

export type RecentRecipient = { chain: ChainId; address: string; name?: string };

type Store = Pick<Storage, 'getItem' | 'setItem'>;

const readOne = (item: unknown): RecentRecipient[] => {
  if (typeof item !== 'object' || item === null || !('chain' in item) || !('address' in item)) return [];
  const { chain, address } = item;
  if (typeof chain !== 'string' || !isChainId(chain) || typeof address !== 'string') return [];
  return [{ chain, address, ...('name' in item && typeof item.name === 'string' ? { name: item.name } : {}) }];
};

/** Newest first; unreadable entries are left out. */
export function readRecipients(storage: Pick<Storage, 'getItem'> = ownStorage()): RecentRecipient[] {
  try {
    const list: unknown = JSON.parse(storage.getItem(RECIPIENTS_KEY) ?? '[]');
    return Array.isArray(list) ? list.flatMap(readOne) : [];
  } catch {
    return [];
  }
}

/** EVM chains share their accounts; every other chain has its own. */
const sameAccounts = (a: ChainId, b: ChainId): boolean =>
  a === b || (CHAINS[a].kind === 'evm' && CHAINS[b].kind === 'evm');

/** The remembered recipients that can be paid on this chain. */
export const recipientsOn = (chain: ChainId, all: readonly RecentRecipient[]): RecentRecipient[] =>
  all.filter((one) => sameAccounts(one.chain, chain));

/** Puts a recipient first in the list; does nothing in a browser without storage. */
export function rememberRecipient(recipient: RecentRecipient, storage: Store = ownStorage()): void {
  const others = readRecipients(storage).filter(
    (one) => one.address !== recipient.address || !sameAccounts(one.chain, recipient.chain),
  );
  try {
    storage.setItem(RECIPIENTS_KEY, JSON.stringify([recipient, ...others].slice(0, MOST)));
  } catch {
    // Storage is full or forbidden; no swap depends on it.
  }
}
