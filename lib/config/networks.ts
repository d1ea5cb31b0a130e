/** The two presets of SWAP_NETWORK: product code knows base URLs only, and these say which. */

import type { NetworkName } from '../chains/chain.ts';
import type { ChainId } from '../domain/chain-id.ts';

/** Base URLs by role, best first; every list may hold several that fail over. Empty: nothing is known for it. */
export type Network = {
  name: NetworkName;
  thornode: readonly string[];
  thorchainMidgard: readonly string[];
  mayanode: readonly string[];
  mayachainMidgard: readonly string[];
  evmRpc: Partial<Record<ChainId, readonly string[]>>;
  esplora: Partial<Record<ChainId, readonly string[]>>;
  cosmosLcd: Partial<Record<ChainId, readonly string[]>>;
  /** Scripts that every page loads through this deployment (the sandbox's wallets; none on mainnet). */
  pageScripts: readonly string[];
  /** Services that must answer 200 before this deployment is ready: the sandbox's own health; none on mainnet. */
  healthUrls: readonly string[];
  /** Settings of AFFILIATES that this network ships. */
  affiliates: Record<string, Record<string, string>>;
};

/** Chains that have a setting of each kind: `RPC_URL_ETH`, `ESPLORA_URL_BTC`, `LCD_URL_GAIA`. */
export const RPC_CHAINS = ['ETH', 'ARB', 'AVAX', 'BASE', 'BSC', 'OP', 'MATIC', 'HYPE'] as const satisfies ChainId[];
export const ESPLORA_CHAINS = ['BTC', 'LTC', 'DOGE', 'BCH', 'DASH', 'ZEC'] as const satisfies ChainId[];
export const LCD_CHAINS = ['GAIA', 'THOR', 'MAYA'] as const satisfies ChainId[];

/** EVM chains that have a local node in the sandbox. */
const SANDBOX_EVM = ['ETH', 'ARB', 'AVAX', 'BASE', 'BSC'] as const satisfies ChainId[];

const urls = <C extends ChainId>(chains: readonly C[], url: (chain: string) => string) =>
  Object.fromEntries(chains.map((chain) => [chain, [url(chain.toLowerCase())]])) as Partial<Record<ChainId, string[]>>;

/** The sandbox at `base`: every upstream below one port, each speaking its own protocol. */
export const sandboxNetwork = (base: string): Network => ({
  name: 'sandbox',
  thornode: [`${base}/thornode`],
  thorchainMidgard: [`${base}/thorchain-midgard`],
  mayanode: [`${base}/mayanode`],
  mayachainMidgard: [`${base}/mayachain-midgard`],
  evmRpc: urls(SANDBOX_EVM, (chain) => `${base}/rpc/${chain}`),
  esplora: urls(ESPLORA_CHAINS, (chain) => `${base}/esplora/${chain}`),
  cosmosLcd: urls(LCD_CHAINS, (chain) => `${base}/lcd/${chain}`),
  pageScripts: [`${base}/wallets.js`],
  healthUrls: [`${base}/health`],
  affiliates: { ptg: { thorname: 'ptg', mayaname: 'ptg' } },
});

/**
 * Public services that need no key. UTXO chains other than Bitcoin and Litecoin have no keyless Esplora service:
 * their PSBTs and their observation are off until `ESPLORA_URL_<CHAIN>` is set.
 */
export const mainnetNetwork: Network = {
  name: 'mainnet',
  thornode: ['https://gateway.liquify.com/chain/thorchain_api', 'https://thornode.thorchain.network'],
  thorchainMidgard: ['https://gateway.liquify.com/chain/thorchain_midgard', 'https://midgard.thorchain.network'],
  mayanode: ['https://mayanode.mayachain.info', 'https://api-maya.liquify.com'],
  mayachainMidgard: ['https://midgard.mayachain.info', 'https://midgard-maya.liquify.com'],
  evmRpc: {
    ETH: ['https://ethereum-rpc.publicnode.com'],
    ARB: ['https://arbitrum-one-rpc.publicnode.com'],
    AVAX: ['https://avalanche-c-chain-rpc.publicnode.com'],
    BASE: ['https://base-rpc.publicnode.com'],
    BSC: ['https://bsc-rpc.publicnode.com'],
    OP: ['https://optimism-rpc.publicnode.com'],
    MATIC: ['https://polygon-bor-rpc.publicnode.com'],
    HYPE: ['https://rpc.hyperliquid.xyz/evm'],
  },
  esplora: {
    BTC: ['https://mempool.space/api', 'https://blockstream.info/api'],
    LTC: ['https://litecoinspace.org/api'],
  },
  cosmosLcd: {
    GAIA: ['https://cosmos-rest.publicnode.com'],
    THOR: ['https://gateway.liquify.com/chain/thorchain_api', 'https://thornode.thorchain.network'],
    MAYA: ['https://mayanode.mayachain.info', 'https://api-maya.liquify.com'],
  },
  pageScripts: [],
  healthUrls: [],
  affiliates: {},
};
