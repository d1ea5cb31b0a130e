/**
 * Determines from an address's shape on which chains it could be a token. Only chains whose tokens have contracts or
 * mints count.
 */
import { CHAIN_LIST } from '../../lib/chains/chains.ts';
import type { ChainId } from '../../lib/domain/chain-id.ts';

const EVM = /^0x[0-9a-f]{40}$/i;
/** 32 bytes in base58. */
const MINT = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/;

/**
 * The tradable chains whose token addresses look like this; empty when none do.
 * @param text as it was pasted.
 */
export function tokenChains(text: string): ChainId[] {
  const address = text.trim();
  const kind = EVM.test(address) ? 'evm' : MINT.test(address) ? 'solana' : undefined;
  return CHAIN_LIST.filter((chain) => chain.tradable && chain.kind === kind).map(({ id }) => id);
}
