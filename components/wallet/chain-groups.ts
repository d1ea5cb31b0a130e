/** Lists one chain for each kind of wallet that can be connected, in the order in which they are offered. */
import { CHAIN_LIST, chainOf } from '../../lib/chains/chains.ts';
import type { ChainId } from '../../lib/domain/chain-id.ts';
import type { Text } from '../../lib/i18n/text.ts';

/** One wallet serves all EVM chains; Ethereum represents them. */
export const GROUPS: readonly ChainId[] = CHAIN_LIST.filter(({ walletOrder }) => walletOrder !== undefined)
  .sort((a, b) => (a.walletOrder ?? 0) - (b.walletOrder ?? 0))
  .map(({ id }) => id);

export const groupOf = (chain: ChainId): ChainId => (chainOf(chain).kind === 'evm' ? 'ETH' : chain);

/** Chain names are the same in every language. */
export const groupLabel = (t: Text, chain: ChainId): string =>
  chainOf(chain).kind === 'evm' ? t('Ethereum and other EVM chains') : chainOf(chain).name;
