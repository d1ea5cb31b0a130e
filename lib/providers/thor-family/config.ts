/** Everything in which THORChain and Maya differ, as data, their settings among it; the rest of this folder is written once for both. */
import { declareSettings, type Payout } from '../../config/declare-settings.ts';
import { bothOperators } from '../../config/networks.ts';
import { integer, urlList } from '../../config/setting-kinds.ts';
import type { ChainId } from '../../domain/chain-id.ts';
import type { ProviderId } from '../../domain/provider-id.ts';
import { MAYA_CODES, type MemoCodes, THOR_CODES } from '../../payments/thor-family/memo-assets.ts';

export type FamilyVariant = 'thor' | 'maya';

export type FamilyConfig = {
  variant: FamilyVariant;
  /** The name for people, in sentences. */
  title: string;
  /** First part of the node's paths. */
  path: 'thorchain' | 'mayachain';
  plainId: ProviderId;
  streamingId: ProviderId;
  nativeChain: ChainId;
  /** The asset in which every pool is balanced. */
  poolAsset: string;
  /** Assets that live on the family's own chain, with the node's decimals; the pool asset first. */
  nativeAssets: readonly { asset: string; name: string; nodeDecimals: number; hasPool: boolean }[];
  /** Node decimals that differ from 8, by upper-case asset identifier. */
  nodeDecimals: Readonly<Record<string, number>>;
  /** Blocks between sub-swaps that the streaming id asks for. */
  streamingInterval: number;
  /**
   * What a memo's limit is held against: the swap's output, the output less the outbound fee, or the payout after every
   * fee. Sources: THORNode and MAYANode, swap.go.
   */
  limitHolds: Readonly<Record<'plain' | 'streaming', 'output' | 'outputLessFee' | 'payout'>>;
  /** True: an interval of 0 still runs several sub-swaps (the advanced swap queue). */
  rapid: boolean;
  /** Key of the setting AFFILIATES that holds this family's payout name. */
  payoutKey: 'thorname' | 'mayaname';
  maxAffiliateBps: number;
  /** The meaning of the codes in its memos. */
  memoCodes: MemoCodes;
  /** Amino names and gas of the family's own messages. Gas: what wallets in production send. */
  aminoPrefix: 'thorchain' | 'mayachain';
  gas: string;
  /** Fee of a native transaction in native base units, where the node does not say. */
  nativeTxFee: bigint;
};

export const isStreaming = ({ streamingId }: FamilyConfig, { providerId }: { providerId: ProviderId }): boolean =>
  providerId === streamingId;

const THOR: FamilyConfig = {
  variant: 'thor',
  title: 'THORChain',
  path: 'thorchain',
  plainId: 'THORCHAIN',
  streamingId: 'THORCHAIN_STREAMING',
  nativeChain: 'THOR',
  poolAsset: 'THOR.RUNE',
  nativeAssets: [
    { asset: 'THOR.RUNE', name: 'Rune', nodeDecimals: 8, hasPool: false },
    { asset: 'THOR.TCY', name: 'TCY', nodeDecimals: 8, hasPool: true },
    { asset: 'THOR.RUJI', name: 'Rujira', nodeDecimals: 8, hasPool: true },
  ],
  nodeDecimals: {},
  streamingInterval: 1,
  limitHolds: { plain: 'outputLessFee', streaming: 'outputLessFee' },
  rapid: true,
  payoutKey: 'thorname',
  maxAffiliateBps: 1000,
  memoCodes: THOR_CODES,
  aminoPrefix: 'thorchain',
  gas: '500000000',
  nativeTxFee: 2_000_000n,
};

const MAYA: FamilyConfig = {
  variant: 'maya',
  title: 'Maya',
  path: 'mayachain',
  plainId: 'MAYACHAIN',
  streamingId: 'MAYACHAIN_STREAMING',
  nativeChain: 'MAYA',
  poolAsset: 'MAYA.CACAO',
  nativeAssets: [
    { asset: 'MAYA.CACAO', name: 'Cacao', nodeDecimals: 10, hasPool: false },
    { asset: 'MAYA.MAYA', name: 'Maya', nodeDecimals: 4, hasPool: true },
  ],
  nodeDecimals: { 'MAYA.CACAO': 10, 'MAYA.MAYA': 4 },
  streamingInterval: 3,
  limitHolds: { plain: 'payout', streaming: 'output' },
  rapid: false,
  payoutKey: 'mayaname',
  maxAffiliateBps: 500,
  memoCodes: MAYA_CODES,
  aminoPrefix: 'mayachain',
  gas: '10000000000',
  nativeTxFee: 2_000_000_000n,
};

export const FAMILY: Readonly<Record<FamilyVariant, FamilyConfig>> = { thor: THOR, maya: MAYA };

type Preset = {
  /** Best first; quotes need one. */
  nodeUrls: readonly string[];
  /** Quotes a second that each public node allows one address; undefined: no limit. */
  nodePerSecond: number | undefined;
  /** Best first; without one, refund reasons are not shown. */
  midgardUrls: readonly string[];
};

/** An operator's own hosts have no limit unless one is set. */
const familyValue = (
  given: { nodeUrls: string[] | undefined; midgardUrls: string[] | undefined; perSecond: number },
  preset: Preset,
): Preset => ({
  nodeUrls: given.nodeUrls ?? preset.nodeUrls,
  nodePerSecond: given.perSecond || (given.nodeUrls ? undefined : preset.nodePerSecond),
  midgardUrls: given.midgardUrls ?? preset.midgardUrls,
});

const payoutIn = (key: FamilyConfig['payoutKey']): { example: Payout; sandbox: Payout } => ({
  example: { [key]: 'abc' },
  sandbox: { [key]: 'ptg' },
});

/** THORNode allows one quote a second for each address. Source: THORChain's guide for interfaces, quickstart-guide.md. */
const PUBLIC_QUOTES_PER_SECOND = 1;

/**
 * Three operators: Liquify, Rorcual and IBS. *.thorchain.network no longer resolves (xchainjs/xchainjs-lib#1728,
 * 2026-07-28). Sources: thorchain/docs#116 (2026-05); the endpoint families of horizontalsystems' THORChain kits, 2026. A
 * proxy over others' hosts, such as rest.cosmos.directory, confirms nothing and is none of them.
 */
const PUBLIC_THORNODES = [
  'https://gateway.liquify.com/chain/thorchain_api',
  'https://api-thorchain.rorcual.xyz',
  'https://thorchain.ibs.team/api',
];

/** Two operators: Maya Protocol and Liquify (xchainjs/xchainjs-lib#1118). */
const PUBLIC_MAYANODES = ['https://mayanode.mayachain.info', 'https://api-maya.liquify.com'];

export const THORCHAIN_SETTINGS = declareSettings({
  settings: { THORNODE_URL: urlList, THORCHAIN_MIDGARD_URL: urlList, THORNODE_RPS: integer(1, 1000, 0) },
  notes: {
    THORNODE_URL:
      'THORNode base addresses (comma list). Only what the nodes of two operators name is paid, where two are listed.',
    THORCHAIN_MIDGARD_URL: 'THORChain Midgard base addresses (comma list).',
    THORNODE_RPS:
      'Quotes a second that each host of THORNODE_URL allows. Default 1 for the public ones, no limit for your own.',
  },
  presets: {
    mainnet: {
      nodeUrls: PUBLIC_THORNODES,
      nodePerSecond: PUBLIC_QUOTES_PER_SECOND,
      // Reported down for a while: asgardex/asgardex-desktop#1192, 2026-08. No other public Midgard is known.
      midgardUrls: ['https://gateway.liquify.com/chain/thorchain_midgard'],
    },
    sandbox: (base): Preset => ({
      nodeUrls: bothOperators(base, 'thornode'),
      nodePerSecond: undefined,
      midgardUrls: [`${base}/thorchain-midgard`],
    }),
  },
  payouts: payoutIn(THOR.payoutKey),
  witnesses: {
    of: THOR.plainId,
    // A browser can ask only hosts that allow every origin (CORS). A page that asks Liquify's: xchainjs/xchainjs-lib
    // tools/xchain-suite (#1676, 2026-04); of Rorcual's and IBS's no source says so. One that a browser cannot ask counts
    // as one that did not answer.
    mainnet: PUBLIC_THORNODES,
    sandbox: (base) => bothOperators(base, 'thornode'),
  },
  read: ({ THORNODE_URL: nodeUrls, THORCHAIN_MIDGARD_URL: midgardUrls, THORNODE_RPS: perSecond }, preset) =>
    familyValue({ nodeUrls, midgardUrls, perSecond }, preset),
});

export const MAYACHAIN_SETTINGS = declareSettings({
  settings: { MAYANODE_URL: urlList, MAYACHAIN_MIDGARD_URL: urlList, MAYANODE_RPS: integer(1, 1000, 0) },
  notes: {
    MAYANODE_URL:
      'MAYANode base addresses (comma list). Only what the nodes of two operators name is paid, where two are listed.',
    MAYACHAIN_MIDGARD_URL: 'Maya Midgard base addresses (comma list).',
    MAYANODE_RPS:
      'Quotes a second that each host of MAYANODE_URL allows. Default 1 for the public ones, no limit for your own.',
  },
  presets: {
    mainnet: {
      nodeUrls: PUBLIC_MAYANODES,
      nodePerSecond: PUBLIC_QUOTES_PER_SECOND,
      midgardUrls: ['https://midgard.mayachain.info', 'https://midgard-maya.liquify.com'],
    },
    sandbox: (base): Preset => ({
      nodeUrls: bothOperators(base, 'mayanode'),
      nodePerSecond: undefined,
      midgardUrls: [`${base}/mayachain-midgard`],
    }),
  },
  payouts: payoutIn(MAYA.payoutKey),
  witnesses: {
    of: MAYA.plainId,
    // Of neither host does a source say that browsers may ask it.
    mainnet: PUBLIC_MAYANODES,
    sandbox: (base) => bothOperators(base, 'mayanode'),
  },
  read: ({ MAYANODE_URL: nodeUrls, MAYACHAIN_MIDGARD_URL: midgardUrls, MAYANODE_RPS: perSecond }, preset) =>
    familyValue({ nodeUrls, midgardUrls, perSecond }, preset),
});

/** Decimals of the node's own amounts unless `nodeDecimals` says otherwise. Source: common/const.go, `One`. */
export const NODE_DECIMALS = 8;

/** Longest time that one call to a node may take, all its base URLs together; less than a whole quote may take. */
export const CALL_TIMEOUT_MS = 6_000;
/** Longest that a quote waits for its turn at a node, within the call's own time. */
export const QUOTE_PATIENCE_MS = 4_000;
/** Pools, vaults and halts are read again this often while quotes are asked for. */
export const REFRESH_MS = 20_000;
export const KEEP_WARM_MS = 300_000;
/** Oldest list of vaults, routers and halts on which a payment may be built. */
export const VAULT_MAX_AGE_MS = 60_000;
/**
 * How long a vault stays payable after one operator's nodes stopped naming it. All nodes read a churn from the same
 * block, but a node may lag behind (`latest-block.ts` allows a minute) and gateways cache answers. A vault that a
 * churn retires is still watched: its funds move in rounds, the first one half an hour after it. Source:
 * thorchain/thornode merge request 406, "Add Vault manager"; constants `FundMigrationInterval`.
 */
export const DIFFERENCE_MS = 5 * 60_000;
/**
 * How long the last answer of an operator counts while its nodes do not answer: as long as a node guarantees its own
 * quote (`expiry`).
 */
export const SILENCE_MS = 15 * 60_000;
/** Longest wait for every operator when some facts are known, or none are; the next quote has the rest. */
export const OPERATOR_PATIENCE_MS = { known: 1_500, unknown: 4_000 } as const;
/** An operator whose nodes did not answer is not waited for again within this time. */
export const OPERATOR_REST_MS = 10_000;
/** The lists of vaults are fetched out of turn no more often than this: a lying node causes no call for each quote. */
export const FORCED_REFRESH_MS = 2_000;
/** Oldest pools that prices and token lists may be taken from. */
export const POOLS_MAX_AGE_MS = 60_000;
/** The oldest latest block that a quote may rest on. */
export const BLOCK_MAX_AGE_MS = 30_000;
/** Longest that a quote waits for a newer one; then the known one counts. */
export const BLOCK_PATIENCE_MS = 2_500;
/** Oldest facts that only describe (heights, network fees). */
export const BACKGROUND_MAX_AGE_MS = 300_000;

/** Average time of a block of both chains. */
export const NODE_BLOCK_SECONDS = 6;
/** A router call expires no sooner than this after it was built; so does a quote whose node does not say when. */
export const MIN_EXPIRY_SECONDS = 15 * 60;
/** After this long without a planned payout Midgard is asked how a finished swap ended. */
export const NOTHING_PLANNED_MS = 10 * 60_000;
