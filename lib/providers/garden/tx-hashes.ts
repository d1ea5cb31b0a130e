/** Reads the transactions that Garden names: `<hash>`, `<hash>:<height>`, or several of these after commas. */
import { canonicalHash } from '../../chains/hash.ts';
import type { ChainId } from '../../domain/chain-id.ts';

/** As the chain writes them, oldest first; text that is not a hash of the chain is left out. */
export const hashesOf = (chain: ChainId, text: string | undefined): string[] =>
  (text ?? '').split(',').flatMap((entry) => canonicalHash(chain, entry.trim().split(':')[0] ?? '') ?? []);
