/** Chainflip's settings, time budgets of its services, and how long their answers are cached. */
import { z } from 'zod';
import { checkAddress } from '../../chains/address.ts';
import { decodeSs58 } from '../../chains/ss58.ts';
import { declareSettings } from '../../config/declare-settings.ts';
import { bothOperators } from '../../config/networks.ts';
import { choice, integer, url, urlList } from '../../config/setting-kinds.ts';
import { CHAIN_IDS, type ChainId } from '../../domain/chain-id.ts';

type RefundAddresses = Partial<Record<ChainId, string>>;

/** SS58 prefix of Chainflip's state chain. */
const STATE_CHAIN_SS58 = 2112;
const isStateChainAccount = (text: string | undefined): boolean =>
  text === undefined || decodeSs58(text)?.prefix === STATE_CHAIN_SS58;

/** JSON from chain to address; whether each is valid on its chain depends on the network. */
const refundAddresses = z
  .string()
  .optional()
  .transform((text, context): RefundAddresses => {
    if (text === undefined) return {};
    try {
      return z.partialRecord(z.enum(CHAIN_IDS), z.string().min(1)).parse(JSON.parse(text));
    } catch {
      context.addIssue({ code: 'custom', message: 'JSON from chain to address, such as {"BTC":"bc1q…","ETH":"0x…"}' });
      return z.NEVER;
    }
  });

/** Accounts without known keys: their coins are play money. */
const SANDBOX_EVM_REFUND = '0x2773378be02162f28cF199089A64E5e2307Fc0F5';
const SANDBOX_REFUNDS: RefundAddresses = {
  BTC: 'bcrt1qyaen0zlqy9309r83nyyf5e89ugc8ls84wxqd08',
  ETH: SANDBOX_EVM_REFUND,
  ARB: SANDBOX_EVM_REFUND,
  BSC: SANDBOX_EVM_REFUND,
  SOL: '61ZpniPHgSH865figCtQtdDQEa1CCPnhArH8BGoqq99A',
  DOT: '5CxRx8H2QpJYiZzQsPUsQs9Unv9EjvdWckvuwXXBpXJS2YK3',
};

type Preset = {
  /** The swap backend (REST) and the state chain's nodes, best first. */
  backendUrls: readonly string[];
  rpcUrls: readonly string[];
  brokerUrl: string | undefined;
  brokerId: string | undefined;
  refundAddresses: RefundAddresses;
};

export const CHAINFLIP_SETTINGS = declareSettings({
  settings: {
    CHAINFLIP_BACKEND_URL: urlList,
    CHAINFLIP_RPC_URL: urlList,
    CHAINFLIP_BROKER_URL: url,
    CHAINFLIP_BROKER_ID: z
      .string()
      .optional()
      .refine(isStateChainAccount, 'an account of Chainflip’s state chain, cF…'),
    CHAINFLIP_UNWITNESSED: choice(['refuse', 'tell'], 'refuse'),
    CHAINFLIP_REFUND_ADDRESSES: refundAddresses,
    CHAINFLIP_CHANNELS: choice(['on', 'off'], 'on'),
    CHAINFLIP_CHANNELS_PER_CLIENT: integer(1, 1_000_000, 50),
    CHAINFLIP_CHANNELS_MAX: integer(1, 1_000_000, 2000),
  },
  notes: {
    CHAINFLIP_BACKEND_URL: 'Chainflip swap backends (comma list).',
    CHAINFLIP_RPC_URL:
      'Chainflip state-chain nodes, JSON-RPC (comma list). Each of them confirms every deposit channel that is opened.',
    CHAINFLIP_BROKER_URL:
      'A broker of your own, JSON-RPC. Without it the swap backend opens deposit channels, and affiliates earn nothing there.',
    CHAINFLIP_BROKER_ID: "The broker's account, cF…. Swaps from a connected wallet (vault swaps) are made in its name.",
    CHAINFLIP_UNWITNESSED:
      'refuse (default) or tell: a deposit channel that no node in CHAINFLIP_RPC_URL can confirm is not handed out, or says of itself that nobody confirmed it.',
    CHAINFLIP_REFUND_ADDRESSES:
      'JSON: chain to address that takes the refunds of channels for which nobody named one, {"BTC":"bc1q…"}.',
    CHAINFLIP_CHANNELS: 'on (default) or off: whether this deployment opens deposit channels.',
    CHAINFLIP_CHANNELS_PER_CLIENT:
      'Channels that one client address may open in a day; an integrator by its key half of all; half of it at once, the rest evenly over the day. Default 50.',
    CHAINFLIP_CHANNELS_MAX:
      'Channels that this deployment may open in a day: callers without a key half, with the page’s visitors three quarters. Default 2000.',
  },
  presets: {
    mainnet: {
      backendUrls: ['https://chainflip-swap.chainflip.io'],
      rpcUrls: ['https://rpc.mainnet.chainflip.io', 'https://mainnet-rpc.chainflip.io'],
      brokerUrl: undefined,
      brokerId: undefined,
      refundAddresses: {},
    },
    sandbox: (base): Preset => ({
      backendUrls: [`${base}/chainflip-backend`],
      rpcUrls: bothOperators(base, 'chainflip-rpc'),
      brokerUrl: `${base}/chainflip-broker`,
      // The emulated broker.
      brokerId: 'cFPZoVpm9tbFpYX2nd91W5JjbQdDjA6ejsj5DdbaWFyjJpMGL',
      refundAddresses: SANDBOX_REFUNDS,
    }),
  },
  payouts: {
    example: { chainflip: 'cF…' },
    // An affiliate that is registered with the emulated broker.
    sandbox: { chainflip: 'cFK8496ZH4vostHJiRueRLxvTgHmpHg6VDySydqYCot2da4ce' },
    isValid: ({ chainflip }) => isStateChainAccount(chainflip),
  },
  witnesses: {
    of: 'CHAINFLIP',
    // A page that asks it: shapeshift/web headers/csps.
    mainnet: ['https://rpc.mainnet.chainflip.io'],
    sandbox: (base) => bothOperators(base, 'chainflip-rpc'),
  },
  // A refund to an address of another chain or network would be lost.
  faults: ({ CHAINFLIP_REFUND_ADDRESSES: addresses }, network) =>
    CHAIN_IDS.flatMap((chain) => {
      const address = addresses[chain];
      const check = address === undefined ? undefined : checkAddress(chain, address, network);
      return check === undefined || check.ok
        ? []
        : [`CHAINFLIP_REFUND_ADDRESSES has "${address}" for ${chain}: ${check.reason}`];
    }),
  read: (given, preset) => ({
    backendUrls: given.CHAINFLIP_BACKEND_URL ?? preset.backendUrls,
    rpcUrls: given.CHAINFLIP_RPC_URL ?? preset.rpcUrls,
    brokerUrl: given.CHAINFLIP_BROKER_URL ?? preset.brokerUrl,
    brokerId: given.CHAINFLIP_BROKER_ID ?? preset.brokerId,
    unwitnessed: given.CHAINFLIP_UNWITNESSED,
    refundAddresses: { ...preset.refundAddresses, ...given.CHAINFLIP_REFUND_ADDRESSES },
    channelLimits: {
      enabled: given.CHAINFLIP_CHANNELS === 'on',
      perClientADay: given.CHAINFLIP_CHANNELS_PER_CLIENT,
      aDay: given.CHAINFLIP_CHANNELS_MAX,
    },
  }),
});

/** The backend gives market makers a second; enough time must remain to ask the node instead. */
export const BACKEND_TIMEOUT_MS = 4_500;
/** A node that takes three seconds is slow, not down; another one must still get its turn. */
export const RPC_TIMEOUT_MS = 5_000;
/** A node that reads a channel back may take this long: its runtime's description is a megabyte. */
export const WITNESS_TIMEOUT_MS = 15_000;
/** Longest that a channel's opening is waited for where the caller sets no limit: it takes 6 to 18 s. */
export const OPEN_TIMEOUT_MS = 600_000;
export const REFRESH_MS = 30_000;
export const MAX_AGE_MS = 60_000;
/**
 * How long an answer stays in use when it cannot be renewed. Limits change by governance, a few times a year, and the
 * backend holds its own quotes to them; switches and prices change in minutes.
 */
export const KEPT_MS = { environment: 6 * 3_600_000, changing: 600_000 } as const;
/** When an older answer is known, a slow renewal is not waited for: the next quote has it. */
export const WAIT_MS = 1_500;
/** After such a wait no request waits again for this long. */
export const REST_MS = 10_000;
export const KEEP_WARM_MS = 300_000;
