/** Decides whether two spellings name the same payee, also when a node leaves out the prefix that wallets write. */
import { sameAddress } from '../../chains/address.ts';
import type { ChainId } from '../../domain/chain-id.ts';

/** Removes prefixes that a node leaves out. */
const bare = (address: string): string =>
  address.replace(/^(bitcoincash|bchtest|bchreg):/i, '').replace(/^account_(rdx|tdx_[0-9a-z]+_)1/i, '');

export const isSamePayee = (chain: ChainId, a: string, b: string): boolean =>
  sameAddress(chain, a, b) || sameAddress(chain, bare(a), bare(b));
