/**
 * The only reader of the environment: a setting is either right or the start stops with a sentence that names it
 * and says what it accepts.
 */
import { z } from 'zod';
import { checkAddress } from '../chains/address.ts';
import { decodeSs58 } from '../chains/ss58.ts';
import { CHAIN_IDS, type ChainId } from '../domain/chain-id.ts';
import { PROVIDER_IDS, type ProviderId, parseProviderId } from '../domain/provider-id.ts';
import { keyedProviders } from './keyed-providers.ts';
import {
  ESPLORA_CHAINS,
  JUPITER_FLAVOURS,
  LCD_CHAINS,
  mainnetNetwork,
  type Network,
  ONEINCH_VERSIONS,
  RPC_CHAINS,
  sandboxNetwork,
} from './networks.ts';
import { AFFILIATES_EXAMPLE } from './setting-notes.ts';

const integer = (least: number, most: number, otherwise: number) =>
  z
    .string()
    .optional()
    .transform((text, context) => {
      if (text === undefined) return otherwise;
      const value = Number(text);
      if (/^\d+$/.test(text) && value >= least && value <= most) return value;
      context.addIssue({ code: 'custom', message: `a whole number from ${least} to ${most}` });
      return z.NEVER;
    });

/** One address: `URL` by itself would take a whole list for one. */
const httpUrl = (text: string): boolean => {
  try {
    return !/[\s,]/.test(text) && ['http:', 'https:'].includes(new URL(text).protocol);
  } catch {
    return false;
  }
};
const withoutSlash = (url: string) => url.replace(/\/+$/, '');

const url = z
  .string()
  .optional()
  .refine((text) => text === undefined || httpUrl(text), 'an http or https address')
  .transform((text) => (text === undefined ? undefined : withoutSlash(text)));

const urlList = z
  .string()
  .optional()
  .transform((text, context) => {
    if (text === undefined) return undefined;
    const list = text
      .split(',')
      .map((item) => item.trim())
      .filter(Boolean);
    if (list.length > 0 && list.every(httpUrl)) return list.map(withoutSlash);
    context.addIssue({ code: 'custom', message: 'one or more http or https addresses, separated by commas' });
    return z.NEVER;
  });

const providers = z
  .string()
  .optional()
  .transform((text, context): ProviderId[] | undefined => {
    if (text === undefined) return undefined;
    const ids = text
      .split(',')
      .map((item) => item.trim())
      .filter(Boolean)
      .map((item) => parseProviderId(item));
    const known = ids.filter((id) => id !== undefined);
    if (known.length === ids.length && known.length > 0) return known;
    context.addIssue({ code: 'custom', message: `a comma list of ${PROVIDER_IDS.join(', ')}` });
    return z.NEVER;
  });

/** SS58 prefix of Chainflip's state chain. */
const STATE_CHAIN_SS58 = 2112;
const isStateChainAccount = (text: string): boolean => decodeSs58(text)?.prefix === STATE_CHAIN_SS58;

const isEvmAddress = (text: string): boolean => checkAddress('ETH', text, 'mainnet').ok;
const isSolanaAddress = (text: string): boolean => checkAddress('SOL', text, 'mainnet').ok;

/** An affiliate's share that goes to an address which cannot take it is lost. */
const isPayout = ({ chainflip, evm, solana, gardenAsset, gardenAddress }: Record<string, string>): boolean =>
  (chainflip === undefined || isStateChainAccount(chainflip)) &&
  (evm === undefined || isEvmAddress(evm)) &&
  (solana === undefined || isSolanaAddress(solana)) &&
  (gardenAsset === undefined) === (gardenAddress === undefined);

const affiliatesSchema = z.record(z.string().min(1), z.record(z.string(), z.string()).refine(isPayout));
const affiliates = z
  .string()
  .optional()
  .transform((text, context) => {
    if (text === undefined) return {};
    try {
      return affiliatesSchema.parse(JSON.parse(text));
    } catch {
      context.addIssue({
        code: 'custom',
        message: `JSON that maps a name to its payouts, such as ${AFFILIATES_EXAMPLE}`,
      });
      return z.NEVER;
    }
  });

/** JSON from chain to address; whether each is one of its chain depends on the network. */
const refundAddresses = z
  .string()
  .optional()
  .transform((text, context): Partial<Record<ChainId, string>> => {
    if (text === undefined) return {};
    try {
      return z.partialRecord(z.enum(CHAIN_IDS), z.string().min(1)).parse(JSON.parse(text));
    } catch {
      context.addIssue({ code: 'custom', message: 'JSON from chain to address, such as {"BTC":"bc1q…","ETH":"0x…"}' });
      return z.NEVER;
    }
  });

/** A refund that is sent to an address of another chain or network is lost. */
function refundAddressFaults({ SWAP_NETWORK, CHAINFLIP_REFUND_ADDRESSES }: z.output<typeof settingsSchema>): string[] {
  const entries = Object.entries(CHAINFLIP_REFUND_ADDRESSES) as [ChainId, string][];
  return entries.flatMap(([chain, address]) => {
    const check = checkAddress(chain, address, SWAP_NETWORK);
    return check.ok ? [] : [`CHAINFLIP_REFUND_ADDRESSES has "${address}" for ${chain}: ${check.reason}`];
  });
}

const brokerId = z
  .string()
  .optional()
  .refine((text) => text === undefined || isStateChainAccount(text), 'an account of Chainflip’s state chain, cF…');

const solanaAccount = z
  .string()
  .optional()
  .refine((text) => text === undefined || isSolanaAddress(text), 'an address of Solana');

const databaseUrl = z
  .string()
  .optional()
  .refine((text) => text === undefined || /^postgres(ql)?:\/\//.test(text), 'a postgres:// address');

const choice = <const T extends readonly [string, ...string[]]>(values: T, otherwise: T[number]) =>
  z.enum(values, `one of ${values.join(', ')}`).default(otherwise);

const upstreamUrls = Object.fromEntries([
  ...RPC_CHAINS.map((chain) => [`RPC_URL_${chain}`, urlList]),
  ...ESPLORA_CHAINS.map((chain) => [`ESPLORA_URL_${chain}`, urlList]),
  ...LCD_CHAINS.map((chain) => [`LCD_URL_${chain}`, urlList]),
]) as Record<string, typeof urlList>;

const settingsSchema = z.object({
  PORT: integer(0, 65535, 3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  PUBLIC_URL: url,
  SWAP_NETWORK: choice(['sandbox', 'mainnet'], 'sandbox'),
  SANDBOX_PORT: integer(1, 65535, 4100),
  SANDBOX_URL: url,
  DATA_DIR: z.string().min(1).default('.data'),
  DATABASE_URL: databaseUrl,
  PROVIDERS: providers,
  QUOTE_TIMEOUT_MS: integer(100, 120_000, 8000),
  CREATE_TIMEOUT_MS: integer(1000, 600_000, 60_000),
  QUOTE_RETENTION_DAYS: integer(1, 36_500, 90),
  AFFILIATES: affiliates,
  LOG_LEVEL: choice(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'info'),
  THORNODE_URL: urlList,
  THORCHAIN_MIDGARD_URL: urlList,
  MAYANODE_URL: urlList,
  MAYACHAIN_MIDGARD_URL: urlList,
  CHAINFLIP_BACKEND_URL: urlList,
  CHAINFLIP_RPC_URL: urlList,
  CHAINFLIP_BROKER_URL: url,
  CHAINFLIP_BROKER_ID: brokerId,
  CHAINFLIP_REFUND_ADDRESSES: refundAddresses,
  CHAINFLIP_CHANNELS: choice(['on', 'off'], 'on'),
  CHAINFLIP_CHANNELS_PER_CLIENT: integer(1, 1_000_000, 50),
  CHAINFLIP_CHANNELS_MAX: integer(1, 1_000_000, 2000),
  ORDERS_PER_CLIENT: integer(1, 1_000_000, 50),
  ORDERS_MAX: integer(1, 1_000_000, 2000),
  ONEINCH_URL: url,
  ONEINCH_API_KEY: z.string().optional(),
  ONEINCH_API_VERSION: z.enum(ONEINCH_VERSIONS, `one of ${ONEINCH_VERSIONS.join(', ')}`).optional(),
  ONEINCH_RPS: integer(1, 1000, 0),
  JUPITER_URL: url,
  JUPITER_API_KEY: z.string().optional(),
  JUPITER_FLAVOUR: z.enum(JUPITER_FLAVOURS, `one of ${JUPITER_FLAVOURS.join(', ')}`).optional(),
  JUPITER_FEE_OWNER: solanaAccount,
  GARDEN_URL: url,
  GARDEN_APP_ID: z.string().optional(),
  SOLANA_RPC_URL: urlList,
  RPC_URL_SOL: urlList,
  RPC_URL_DOT: urlList,
  ...upstreamUrls,
});

/** Names of all settings that are read. */
export const settingNames: readonly string[] = Object.keys(settingsSchema.shape);

export type Settings = {
  port: number;
  host: string;
  publicUrl: string | undefined;
  sandboxPort: number;
  /** Set when a sandbox that runs already is to be used. */
  sandboxUrl: string | undefined;
  dataDir: string;
  databaseUrl: string | undefined;
  /** Undefined: all that can run. */
  providers: ProviderId[] | undefined;
  quoteTimeoutMs: number;
  createTimeoutMs: number;
  quoteRetentionDays: number;
  /** Whether deposit channels are opened here, and how many a day. */
  chainflipChannels: { enabled: boolean; perClientADay: number; aDay: number };
  /** How many orders and channels quotes with `includeTx` may create upstream in a day. */
  orders: { perClientADay: number; aDay: number };
  /** Name in lower case to payout by key (`thorname`, `mayaname`, `chainflip`, …). */
  affiliates: Record<string, Record<string, string>>;
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
  network: Network;
};

/** A setting that is wrong; `message` is the sentence to show, all faults in it. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

function chosenNetwork(s: z.output<typeof settingsSchema>): Network {
  const preset =
    s.SWAP_NETWORK === 'mainnet'
      ? mainnetNetwork
      : sandboxNetwork(s.SANDBOX_URL ?? `http://127.0.0.1:${s.SANDBOX_PORT}`);
  const lists = s as unknown as Record<string, string[] | undefined>;
  const override = (prefix: string, chains: readonly string[]) =>
    Object.fromEntries(
      chains.flatMap((chain) => (lists[`${prefix}${chain}`] ? [[chain, lists[`${prefix}${chain}`]]] : [])),
    );
  return {
    ...preset,
    thornode: s.THORNODE_URL ?? preset.thornode,
    thorchainMidgard: s.THORCHAIN_MIDGARD_URL ?? preset.thorchainMidgard,
    mayanode: s.MAYANODE_URL ?? preset.mayanode,
    mayachainMidgard: s.MAYACHAIN_MIDGARD_URL ?? preset.mayachainMidgard,
    chainflipBackend: s.CHAINFLIP_BACKEND_URL ?? preset.chainflipBackend,
    chainflipRpc: s.CHAINFLIP_RPC_URL ?? preset.chainflipRpc,
    chainflipBroker: s.CHAINFLIP_BROKER_URL ?? preset.chainflipBroker,
    chainflipBrokerId: s.CHAINFLIP_BROKER_ID ?? preset.chainflipBrokerId,
    chainflipRefundAddresses: { ...preset.chainflipRefundAddresses, ...s.CHAINFLIP_REFUND_ADDRESSES },
    ...keyedProviders(preset, s),
    solanaRpc: s.SOLANA_RPC_URL ?? s.RPC_URL_SOL ?? preset.solanaRpc,
    substrateRpc: { ...preset.substrateRpc, ...(s.RPC_URL_DOT ? { DOT: s.RPC_URL_DOT } : {}) },
    evmRpc: { ...preset.evmRpc, ...override('RPC_URL_', RPC_CHAINS) },
    esplora: { ...preset.esplora, ...override('ESPLORA_URL_', ESPLORA_CHAINS) },
    cosmosLcd: { ...preset.cosmosLcd, ...override('LCD_URL_', LCD_CHAINS) },
  };
}

/**
 * Settings of an environment. Empty values count as absent.
 * @throws {SettingsError} naming every wrong setting and what it accepts.
 */
export function readSettings(environment: Record<string, string | undefined>): Settings {
  const given = Object.fromEntries(
    settingNames.flatMap((key) => {
      const value = environment[key]?.trim();
      return value ? [[key, value]] : [];
    }),
  );
  const parsed = settingsSchema.safeParse(given);
  if (!parsed.success) {
    throw new SettingsError(
      parsed.error.issues
        .map((issue) => `${String(issue.path[0])} is "${given[String(issue.path[0])]}"; it must be ${issue.message}.`)
        .join('\n'),
    );
  }
  const s = parsed.data;
  const faults = refundAddressFaults(s);
  if (faults.length > 0) throw new SettingsError(faults.join('\n'));
  const network = chosenNetwork(s);
  return {
    port: s.PORT,
    host: s.HOST,
    publicUrl: s.PUBLIC_URL,
    sandboxPort: s.SANDBOX_PORT,
    sandboxUrl: s.SANDBOX_URL,
    dataDir: s.DATA_DIR,
    databaseUrl: s.DATABASE_URL,
    providers: s.PROVIDERS,
    quoteTimeoutMs: s.QUOTE_TIMEOUT_MS,
    createTimeoutMs: s.CREATE_TIMEOUT_MS,
    quoteRetentionDays: s.QUOTE_RETENTION_DAYS,
    chainflipChannels: {
      enabled: s.CHAINFLIP_CHANNELS === 'on',
      perClientADay: s.CHAINFLIP_CHANNELS_PER_CLIENT,
      aDay: s.CHAINFLIP_CHANNELS_MAX,
    },
    orders: { perClientADay: s.ORDERS_PER_CLIENT, aDay: s.ORDERS_MAX },
    affiliates: Object.fromEntries(
      Object.entries({ ...network.affiliates, ...s.AFFILIATES }).map(([name, payout]) => [name.toLowerCase(), payout]),
    ),
    logLevel: s.LOG_LEVEL,
    network,
  };
}

/** The settings of this process, read once. @throws {SettingsError} */
export const settings = (): Settings => {
  cached ??= readSettings(process.env);
  return cached;
};
let cached: Settings | undefined;
