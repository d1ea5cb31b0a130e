/** Tells from an address's shape on which chains a token could stand there; only those whose tokens have contracts or mints. */
import { CHAIN_LIST } from '../../lib/chains/chains.ts';
import type { ChainId } from '../../lib/domain/chain-id.ts';

const EVM = /^0x[0-9a-f]{40}$/i;
/** 32 bytes in base58. */
const MINT = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/;

/** @param text as it was pasted. Empty: no token's address looks like that. */
export function tokenChains(text: string): ChainId[] {
  const address = text.trim();
  const kind = EVM.test(address) ? 'evm' : MINT.test(address) ? 'solana' : undefined;
  return CHAIN_LIST.filter((chain) => chain.tradable && chain.kind === kind).map(({ id }) => id);
}
