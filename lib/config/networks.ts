/** The two presets of SWAP_NETWORK: product code knows base URLs only, and these say which. */

import type { NetworkName } from '../chains/chain.ts';
import type { ChainId } from '../domain/chain-id.ts';
import type { ProviderId } from '../domain/provider-id.ts';

/** Base URLs by role, best first; every list may hold several that fail over. Empty: nothing is known for it. */
export type Network = {
  name: NetworkName;
  thornode: readonly string[];
  thorchainMidgard: readonly string[];
  mayanode: readonly string[];
  mayachainMidgard: readonly string[];
  /** Chainflip's swap backend (REST), state-chain nodes and broker; without a broker channels come from the backend. */
  chainflipBackend: readonly string[];
  chainflipRpc: readonly string[];
  chainflipBroker: string | undefined;
  /** Account (`cF…`) of the broker in whose name vault swaps are made; none without it. */
  chainflipBrokerId: string | undefined;
  /** Where deposits of requests that name no refund address go back to. */
  chainflipRefundAddresses: Partial<Record<ChainId, string>>;
  /** Our contract on each chain that takes Chainflip's payouts and swaps them on through 1inch (lib/solidity). */
  chainflipCcmReceivers: Partial<Record<ChainId, string>>;
  /** 1inch's Classic Swap and Spot Price APIs. `perSecond`: requests that the key may make. */
  oneinch: { url: string; apiKey: string | undefined; version: OneinchVersion; perSecond: number } | undefined;
  /** `v2` is api.jup.ag's Swap API; `v1` the older shape, which self-hosted routers speak. */
  jupiter:
    | {
        url: string;
        apiKey: string | undefined;
        flavour: JupiterFlavour;
        feeOwner: string | undefined;
        /** Requests that the public address takes in a minute without a key. */
        perMinute?: number | undefined;
      }
    | undefined;
  garden: { url: string; appId: string | undefined } | undefined;
  /** Why a provider that others can ask is not asked here, as a sentence; its client above is undefined then. */
  off: Partial<Record<ProviderId, string>>;
  solanaRpc: readonly string[];
  substrateRpc: Partial<Record<ChainId, readonly string[]>>;
  evmRpc: Partial<Record<ChainId, readonly string[]>>;
  esplora: Partial<Record<ChainId, readonly string[]>>;
  cosmosLcd: Partial<Record<ChainId, readonly string[]>>;
  /** What each host of a list allows a second: quotes of a node, requests of an Esplora service. Left out: no limit. */
  perSecond: { thornode?: number; mayanode?: number; esplora: Partial<Record<ChainId, number>> };
  /** Scripts that every page loads through this deployment (the sandbox's wallets; none on mainnet). */
  pageScripts: readonly string[];
  /** Services that must answer 200 before this deployment is ready: the sandbox's own health; none on mainnet. */
  healthUrls: readonly string[];
  /** Settings of AFFILIATES that this network ships. */
  affiliates: Record<string, Record<string, string>>;
};

export const ONEINCH_VERSIONS = ['v6.1', 'v6.0'] as const;
export type OneinchVersion = (typeof ONEINCH_VERSIONS)[number];
export const JUPITER_FLAVOURS = ['v2', 'v1'] as const;
export type JupiterFlavour = (typeof JUPITER_FLAVOURS)[number];

/** Chains that have a setting of each kind: `RPC_URL_ETH`, `ESPLORA_URL_BTC`, `LCD_URL_GAIA`. */
export const RPC_CHAINS = ['ETH', 'ARB', 'AVAX', 'BASE', 'BSC', 'OP', 'MATIC', 'HYPE'] as const satisfies ChainId[];
export const ESPLORA_CHAINS = ['BTC', 'LTC', 'DOGE', 'BCH', 'DASH', 'ZEC'] as const satisfies ChainId[];
export const LCD_CHAINS = ['GAIA', 'THOR', 'MAYA'] as const satisfies ChainId[];

/** EVM chains that have a local node in the sandbox. */
const SANDBOX_EVM = ['ETH', 'ARB', 'AVAX', 'BASE', 'BSC'] as const satisfies ChainId[];

/** The emulated broker and an affiliate that is registered with it, as SS58 accounts of the state chain. */
const SANDBOX_BROKER_ID = 'cFPZoVpm9tbFpYX2nd91W5JjbQdDjA6ejsj5DdbaWFyjJpMGL';
const SANDBOX_AFFILIATE_ID = 'cFK8496ZH4vostHJiRueRLxvTgHmpHg6VDySydqYCot2da4ce';

/** What the emulated 1inch, Jupiter and Garden ask for; nobody else takes them. */
const SANDBOX_API_KEY = 'portage-sandbox';
const SANDBOX_GARDEN_APP_ID = '7a3e19c0f4b2d6581e0c9a7735d1f8426b90ce13a85f2d47c6e80b19f3d5a274';
/** Takes the affiliate fees of Jupiter routes whose affiliate has no account of its own. */
const SANDBOX_FEE_OWNER = '2ayr2GbBDNWbutec6f7yuM42aHc42qB7xG3PLxhaYQS1';

/** Accounts that nobody needs to hold: money there is play money. */
const SANDBOX_EVM_REFUND = '0x2773378be02162f28cF199089A64E5e2307Fc0F5';
const SANDBOX_REFUND_ADDRESSES = {
  BTC: 'bcrt1qyaen0zlqy9309r83nyyf5e89ugc8ls84wxqd08',
  ETH: SANDBOX_EVM_REFUND,
  ARB: SANDBOX_EVM_REFUND,
  BSC: SANDBOX_EVM_REFUND,
  SOL: '61ZpniPHgSH865figCtQtdDQEa1CCPnhArH8BGoqq99A',
  DOT: '5CxRx8H2QpJYiZzQsPUsQs9Unv9EjvdWckvuwXXBpXJS2YK3',
} as const;

/** Where the sandbox has deployed the receiver of contract calls on each chain that Chainflip pays out on. */
const SANDBOX_CCM_RECEIVER = '0xCF1cC00000000000000000000000000000000cF1';
const SANDBOX_CCM_RECEIVERS = {
  ETH: SANDBOX_CCM_RECEIVER,
  ARB: SANDBOX_CCM_RECEIVER,
  BSC: SANDBOX_CCM_RECEIVER,
} as const;

const urls = <C extends ChainId>(chains: readonly C[], url: (chain: string) => string) =>
  Object.fromEntries(chains.map((chain) => [chain, [url(chain.toLowerCase())]])) as Partial<Record<ChainId, string[]>>;

/** The sandbox at `base`: every upstream below one port, each speaking its own protocol. */
export const sandboxNetwork = (base: string): Network => ({
  name: 'sandbox',
  thornode: [`${base}/thornode`],
  thorchainMidgard: [`${base}/thorchain-midgard`],
  mayanode: [`${base}/mayanode`],
  mayachainMidgard: [`${base}/mayachain-midgard`],
  chainflipBackend: [`${base}/chainflip-backend`],
  chainflipRpc: [`${base}/chainflip-rpc`],
  chainflipBroker: `${base}/chainflip-broker`,
  chainflipBrokerId: SANDBOX_BROKER_ID,
  chainflipRefundAddresses: SANDBOX_REFUND_ADDRESSES,
  chainflipCcmReceivers: SANDBOX_CCM_RECEIVERS,
  oneinch: { url: `${base}/oneinch`, apiKey: SANDBOX_API_KEY, version: 'v6.1', perSecond: 50 },
  jupiter: { url: `${base}/jupiter`, apiKey: SANDBOX_API_KEY, flavour: 'v2', feeOwner: SANDBOX_FEE_OWNER },
  garden: { url: `${base}/garden`, appId: SANDBOX_GARDEN_APP_ID },
  off: {},
  solanaRpc: [`${base}/rpc/sol`],
  substrateRpc: { DOT: [`${base}/rpc/dot`] },
  evmRpc: urls(SANDBOX_EVM, (chain) => `${base}/rpc/${chain}`),
  esplora: urls(ESPLORA_CHAINS, (chain) => `${base}/esplora/${chain}`),
  cosmosLcd: urls(LCD_CHAINS, (chain) => `${base}/lcd/${chain}`),
  perSecond: { esplora: {} },
  pageScripts: [`${base}/wallets.js`],
  healthUrls: [`${base}/health`],
  affiliates: {
    ptg: {
      thorname: 'ptg',
      mayaname: 'ptg',
      chainflip: SANDBOX_AFFILIATE_ID,
      evm: SANDBOX_EVM_REFUND,
      solana: SANDBOX_FEE_OWNER,
      gardenAsset: 'ethereum:cbbtc',
      gardenAddress: SANDBOX_EVM_REFUND,
    },
  },
});

/**
 * Public services that need no key. UTXO chains other than Bitcoin and Litecoin have no keyless Esplora service:
 * their PSBTs and their observation are off until `ESPLORA_URL_<CHAIN>` is set.
 */
export const mainnetNetwork: Network = {
  name: 'mainnet',
  // The last one is a proxy over the hosts of cosmos/chain-registry, thorchain/chain.json.
  thornode: [
    'https://gateway.liquify.com/chain/thorchain_api',
    'https://thornode.thorchain.network',
    'https://rest.cosmos.directory/thorchain',
  ],
  // Liquify’s was told to be down: asgardex/asgardex-desktop#1192, 2026-08.
  thorchainMidgard: ['https://midgard.thorchain.network', 'https://gateway.liquify.com/chain/thorchain_midgard'],
  mayanode: ['https://mayanode.mayachain.info', 'https://api-maya.liquify.com'],
  mayachainMidgard: ['https://midgard.mayachain.info', 'https://midgard-maya.liquify.com'],
  chainflipBackend: ['https://chainflip-swap.chainflip.io'],
  chainflipRpc: ['https://rpc.mainnet.chainflip.io', 'https://mainnet-rpc.chainflip.io'],
  chainflipBroker: undefined,
  chainflipBrokerId: undefined,
  chainflipRefundAddresses: {},
  chainflipCcmReceivers: {},
  oneinch: { url: 'https://api.1inch.com', apiKey: undefined, version: 'v6.1', perSecond: 1 },
  // Half a request a second without a key. Source: jup-ag/docs portal/rate-limits.mdx.
  jupiter: { url: 'https://api.jup.ag', apiKey: undefined, flavour: 'v2', feeOwner: undefined, perMinute: 30 },
  garden: { url: 'https://api.garden.finance/v2', appId: undefined },
  off: {},
  solanaRpc: ['https://api.mainnet-beta.solana.com', 'https://solana-rpc.publicnode.com'],
  substrateRpc: {
    DOT: ['https://polkadot-asset-hub-rpc.polkadot.io', 'https://rpc-asset-hub-polkadot.luckyfriday.io'],
  },
  // Second hosts: wevm/viem 2.57.1, src/chains/definitions; HYPE: edge-currency-accountbased, hyperEvmInfo.ts.
  evmRpc: {
    ETH: ['https://ethereum-rpc.publicnode.com', 'https://ethereum.reth.rs/rpc'],
    ARB: ['https://arbitrum-one-rpc.publicnode.com', 'https://arb1.arbitrum.io/rpc'],
    AVAX: ['https://avalanche-c-chain-rpc.publicnode.com', 'https://api.avax.network/ext/bc/C/rpc'],
    BASE: ['https://base-rpc.publicnode.com', 'https://mainnet.base.org'],
    BSC: ['https://bsc-rpc.publicnode.com', 'https://56.rpc.thirdweb.com'],
    OP: ['https://optimism-rpc.publicnode.com', 'https://mainnet.optimism.io'],
    MATIC: ['https://polygon-bor-rpc.publicnode.com', 'https://polygon.drpc.org'],
    HYPE: ['https://rpc.hyperliquid.xyz/evm', 'https://rpc.hypurrscan.io'],
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
  // One quote a second for each address, says quickstart-guide.md of THORChain's guide for interfaces. Blockstream allows
  // 700 requests an hour, mempool.space does not say (CypherBoxLLC/Cypher-Box#194, bitcoinppl/cove#347).
  perSecond: { thornode: 1, mayanode: 1, esplora: { BTC: 1, LTC: 1 } },
  pageScripts: [],
  healthUrls: [],
  affiliates: {},
};
