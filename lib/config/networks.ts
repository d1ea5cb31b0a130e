/** Defines the two presets of SWAP_NETWORK, the only source of the base URLs that product code uses. */

import type { NetworkName } from '../chains/chain.ts';
import { chainsOfKind, publicNodes } from '../chains/nodes.ts';
import type { ChainId } from '../domain/chain-id.ts';
import type { ProviderId } from '../domain/provider-id.ts';

/**
 * Base URLs by role, best first; further URLs of a list are used for fail-over. An empty list means that no service is
 * known.
 */
export type Network = {
  name: NetworkName;
  thornode: readonly string[];
  thorchainMidgard: readonly string[];
  mayanode: readonly string[];
  mayachainMidgard: readonly string[];
  /**
   * Chainflip's swap backend (REST), state-chain nodes and broker. Without a broker the backend opens deposit channels.
   */
  chainflipBackend: readonly string[];
  chainflipRpc: readonly string[];
  chainflipBroker: string | undefined;
  /** Account (`cF…`) of the broker in whose name vault swaps are made; without it there are none. */
  chainflipBrokerId: string | undefined;
  /** What becomes of a deposit channel that no node can confirm: nobody gets its address, or it says so of itself. */
  chainflipUnwitnessed: 'refuse' | 'tell';
  /** Refund addresses for deposits of requests that name none. */
  chainflipRefundAddresses: Partial<Record<ChainId, string>>;
  /** Our contract on each chain that receives Chainflip's payouts and swaps them on through 1inch (lib/solidity). */
  chainflipCcmReceivers: Partial<Record<ChainId, string>>;
  /** 1inch's Classic Swap and Spot Price APIs. `perSecond`: requests that the key allows. */
  oneinch: { url: string; apiKey: string | undefined; version: OneinchVersion; perSecond: number } | undefined;
  /** `v2` is the Swap API of api.jup.ag; `v1` is the older shape that self-hosted routers speak. */
  jupiter:
    | {
        url: string;
        apiKey: string | undefined;
        flavour: JupiterFlavour;
        feeOwner: string | undefined;
        /** Requests a minute that the public address allows without a key. */
        perMinute?: number | undefined;
      }
    | undefined;
  garden: { url: string; appId: string | undefined } | undefined;
  /** Why a provider is not asked by this deployment, as a sentence; its client above is then undefined. */
  off: Partial<Record<ProviderId, string>>;
  solanaRpc: readonly string[];
  substrateRpc: Partial<Record<ChainId, readonly string[]>>;
  evmRpc: Partial<Record<ChainId, readonly string[]>>;
  esplora: Partial<Record<ChainId, readonly string[]>>;
  cosmosLcd: Partial<Record<ChainId, readonly string[]>>;
  /**
   * Requests a second that each host of a list allows: quotes of a node, any request of an Esplora service. Absent: no
   * limit.
   */
  perSecond: { thornode?: number; mayanode?: number; esplora: Partial<Record<ChainId, number>> };
  /** Scripts that every page loads through this deployment: the sandbox's wallets; none on mainnet. */
  pageScripts: readonly string[];
  /** Services that must answer 200 before this deployment is ready: the sandbox's own health check; none on mainnet. */
  healthUrls: readonly string[];
  /**
   * Nodes that a review asks from the browser itself, by the network that they belong to: `THORCHAIN`, `MAYACHAIN`,
   * `CHAINFLIP`. None: the page asks nobody but this deployment.
   */
  witnesses: Readonly<Record<string, readonly string[]>>;
  /** Affiliates that this network adds to the setting AFFILIATES. */
  affiliates: Record<string, Record<string, string>>;
};

export const ONEINCH_VERSIONS = ['v6.1', 'v6.0'] as const;
export type OneinchVersion = (typeof ONEINCH_VERSIONS)[number];
export const JUPITER_FLAVOURS = ['v2', 'v1'] as const;
export type JupiterFlavour = (typeof JUPITER_FLAVOURS)[number];

/** EVM chains with a local node in the sandbox. */
const SANDBOX_EVM = ['ETH', 'ARB', 'AVAX', 'BASE', 'BSC'] as const satisfies ChainId[];

/** The emulated broker and an affiliate registered with it, as SS58 accounts of the state chain. */
const SANDBOX_BROKER_ID = 'cFPZoVpm9tbFpYX2nd91W5JjbQdDjA6ejsj5DdbaWFyjJpMGL';
const SANDBOX_AFFILIATE_ID = 'cFK8496ZH4vostHJiRueRLxvTgHmpHg6VDySydqYCot2da4ce';

/** The credentials that the emulated 1inch, Jupiter and Garden require; no real service accepts them. */
const SANDBOX_API_KEY = 'portage-sandbox';
const SANDBOX_GARDEN_APP_ID = '7a3e19c0f4b2d6581e0c9a7735d1f8426b90ce13a85f2d47c6e80b19f3d5a274';
/** Receives the affiliate fees of Jupiter routes whose affiliate has no account of its own. */
const SANDBOX_FEE_OWNER = '2ayr2GbBDNWbutec6f7yuM42aHc42qB7xG3PLxhaYQS1';

/** Accounts whose keys no one needs, since their coins are play money. */
const SANDBOX_EVM_REFUND = '0x2773378be02162f28cF199089A64E5e2307Fc0F5';
const SANDBOX_REFUND_ADDRESSES = {
  BTC: 'bcrt1qyaen0zlqy9309r83nyyf5e89ugc8ls84wxqd08',
  ETH: SANDBOX_EVM_REFUND,
  ARB: SANDBOX_EVM_REFUND,
  BSC: SANDBOX_EVM_REFUND,
  SOL: '61ZpniPHgSH865figCtQtdDQEa1CCPnhArH8BGoqq99A',
  DOT: '5CxRx8H2QpJYiZzQsPUsQs9Unv9EjvdWckvuwXXBpXJS2YK3',
} as const;

/** The address of the sandbox's CCM receiver on each chain that Chainflip pays out on. */
const SANDBOX_CCM_RECEIVER = '0xCF1cC00000000000000000000000000000000cF1';
const SANDBOX_CCM_RECEIVERS = {
  ETH: SANDBOX_CCM_RECEIVER,
  ARB: SANDBOX_CCM_RECEIVER,
  BSC: SANDBOX_CCM_RECEIVER,
} as const;

const urls = (chains: readonly ChainId[], url: (chain: string) => string) =>
  Object.fromEntries(chains.map((chain) => [chain, [url(chain.toLowerCase())]])) as Partial<Record<ChainId, string[]>>;

/** How far above the sandbox's own port a second operator's nodes listen; below it where there is no such port. */
const SECOND_OPERATOR = 100;
export const secondOperatorPort = (port: number): number =>
  port + SECOND_OPERATOR > 65_535 ? port - SECOND_OPERATOR : port + SECOND_OPERATOR;

/** The same host on the second operator's port; undefined where the sandbox is reached without a port. */
function secondOperator(base: string): string | undefined {
  const url = new URL(base);
  if (url.port === '') return undefined;
  url.port = String(secondOperatorPort(Number(url.port)));
  return url.origin;
}

/** By path, at the sandbox and at its second operator. */
const bothOperators = (base: string, path: string): string[] =>
  [base, secondOperator(base)].flatMap((one) => (one === undefined ? [] : [`${one}/${path}`]));

/**
 * The preset for the sandbox at `base`: every upstream is a path of one port and speaks its own protocol. Nodes of a second
 * operator stand on a port of their own.
 */
export const sandboxNetwork = (base: string): Network => ({
  name: 'sandbox',
  thornode: bothOperators(base, 'thornode'),
  thorchainMidgard: [`${base}/thorchain-midgard`],
  mayanode: bothOperators(base, 'mayanode'),
  mayachainMidgard: [`${base}/mayachain-midgard`],
  chainflipBackend: [`${base}/chainflip-backend`],
  chainflipRpc: bothOperators(base, 'chainflip-rpc'),
  chainflipBroker: `${base}/chainflip-broker`,
  chainflipBrokerId: SANDBOX_BROKER_ID,
  chainflipUnwitnessed: 'refuse',
  chainflipRefundAddresses: SANDBOX_REFUND_ADDRESSES,
  chainflipCcmReceivers: SANDBOX_CCM_RECEIVERS,
  oneinch: { url: `${base}/oneinch`, apiKey: SANDBOX_API_KEY, version: 'v6.1', perSecond: 50 },
  jupiter: { url: `${base}/jupiter`, apiKey: SANDBOX_API_KEY, flavour: 'v2', feeOwner: SANDBOX_FEE_OWNER },
  garden: { url: `${base}/garden`, appId: SANDBOX_GARDEN_APP_ID },
  off: {},
  solanaRpc: [`${base}/rpc/sol`],
  substrateRpc: { DOT: [`${base}/rpc/dot`] },
  evmRpc: urls(SANDBOX_EVM, (chain) => `${base}/rpc/${chain}`),
  esplora: urls(chainsOfKind('utxo'), (chain) => `${base}/esplora/${chain}`),
  cosmosLcd: urls(chainsOfKind('cosmos'), (chain) => `${base}/lcd/${chain}`),
  perSecond: { esplora: {} },
  witnesses: {
    THORCHAIN: bothOperators(base, 'thornode'),
    MAYACHAIN: bothOperators(base, 'mayanode'),
    CHAINFLIP: bothOperators(base, 'chainflip-rpc'),
  },
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
 * The preset of public services that need no key. No keyless Esplora service exists for UTXO chains other than Bitcoin
 * and Litecoin, so their PSBTs and their observation are off until `ESPLORA_URL_<CHAIN>` is set.
 */
export const mainnetNetwork: Network = {
  name: 'mainnet',
  // Three operators: Liquify, Rorcual and IBS. *.thorchain.network no longer resolves (xchainjs/xchainjs-lib#1728,
  // 2026-07-28). Sources: thorchain/docs#116 (2026-05); the endpoint families of horizontalsystems' THORChain kits, 2026.
  // A proxy over others' hosts, such as rest.cosmos.directory, confirms nothing and is none of them.
  thornode: [
    'https://gateway.liquify.com/chain/thorchain_api',
    'https://api-thorchain.rorcual.xyz',
    'https://thorchain.ibs.team/api',
  ],
  // Reported down for a while: asgardex/asgardex-desktop#1192, 2026-08. No other public Midgard is known.
  thorchainMidgard: ['https://gateway.liquify.com/chain/thorchain_midgard'],
  // Two operators: Maya Protocol and Liquify (xchainjs/xchainjs-lib#1118).
  mayanode: ['https://mayanode.mayachain.info', 'https://api-maya.liquify.com'],
  mayachainMidgard: ['https://midgard.mayachain.info', 'https://midgard-maya.liquify.com'],
  chainflipBackend: ['https://chainflip-swap.chainflip.io'],
  chainflipRpc: ['https://rpc.mainnet.chainflip.io', 'https://mainnet-rpc.chainflip.io'],
  chainflipBroker: undefined,
  chainflipBrokerId: undefined,
  chainflipUnwitnessed: 'refuse',
  chainflipRefundAddresses: {},
  chainflipCcmReceivers: {},
  oneinch: { url: 'https://api.1inch.com', apiKey: undefined, version: 'v6.1', perSecond: 1 },
  // Half a request a second without a key. Source: jup-ag/docs portal/rate-limits.mdx.
  jupiter: { url: 'https://api.jup.ag', apiKey: undefined, flavour: 'v2', feeOwner: undefined, perMinute: 30 },
  garden: { url: 'https://api.garden.finance/v2', appId: undefined },
  off: {},
  solanaRpc: publicNodes('solana').SOL ?? [],
  substrateRpc: publicNodes('substrate'),
  evmRpc: publicNodes('evm'),
  esplora: publicNodes('utxo'),
  cosmosLcd: publicNodes('cosmos'),
  // THORNode allows one quote a second for each address. Source: THORChain's guide for interfaces, quickstart-guide.md.
  // Blockstream allows 700 requests an hour; mempool.space publishes no limit (CypherBoxLLC/Cypher-Box#194,
  // bitcoinppl/cove#347).
  perSecond: { thornode: 1, mayanode: 1, esplora: { BTC: 1, LTC: 1 } },
  // A browser can ask only hosts that allow every origin (CORS). Pages that ask these hosts: Liquify's THORNode,
  // xchainjs/xchainjs-lib tools/xchain-suite (#1676, 2026-04); Chainflip's node, shapeshift/web headers/csps. Of Rorcual,
  // IBS and Maya's two hosts no source says so. One that a browser cannot ask counts as one that did not answer.
  witnesses: {
    THORCHAIN: [
      'https://gateway.liquify.com/chain/thorchain_api',
      'https://api-thorchain.rorcual.xyz',
      'https://thorchain.ibs.team/api',
    ],
    MAYACHAIN: ['https://mayanode.mayachain.info', 'https://api-maya.liquify.com'],
    CHAINFLIP: ['https://rpc.mainnet.chainflip.io'],
  },
  pageScripts: [],
  healthUrls: [],
  affiliates: {},
};
