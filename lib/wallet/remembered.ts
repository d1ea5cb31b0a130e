/**
 * Stores which wallets this browser was connected to; entries are read as untrusted data, and unreadable ones count
 * as absent.
 */
import { CHAIN_IDS, type ChainId } from '../domain/chain-id.ts';
import { recall, remember } from './storage.ts';
import type { ConnectedAccount } from './wallet-types.ts';

/** `address` as last seen; absent in entries of older versions. */
export type Remembered = { walletId: string; chain: ChainId; walletName?: string; address?: string };

const KEY = 'injected';
const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value ? value : undefined);

function read(entry: unknown): Remembered[] {
  if (typeof entry !== 'object' || entry === null) return [];
  const { walletId, chain, walletName, address } = entry as Record<string, unknown>;
  const known = CHAIN_IDS.find((id) => id === chain);
  const id = textOf(walletId);
  if (!known || !id) return [];
  const name = textOf(walletName);
  const last = textOf(address);
  return [{ walletId: id, chain: known, ...(name ? { walletName: name } : {}), ...(last ? { address: last } : {}) }];
}

export function rememberedAccounts(): Remembered[] {
  const list = recall(KEY);
  return Array.isArray(list) ? list.flatMap(read) : [];
}

/** One for each chain; the newest counts. */
function rememberAccount({ walletId, walletName, chain, address }: ConnectedAccount): void {
  const others = rememberedAccounts().filter((entry) => entry.chain !== chain);
  remember(KEY, [...others, { walletId, walletName, chain, address }]);
}

/** Returns what stores each account once: one that another tab has let go of since stays forgotten. */
export function createRemembering(): (accounts: readonly ConnectedAccount[]) => void {
  const stored = new WeakSet<ConnectedAccount>();
  return (accounts) => {
    for (const account of accounts) {
      if (!stored.has(account)) rememberAccount(account);
      stored.add(account);
    }
  };
}

export function forgetAccount(chain: ChainId): void {
  remember(
    KEY,
    rememberedAccounts().filter((entry) => entry.chain !== chain),
  );
}
