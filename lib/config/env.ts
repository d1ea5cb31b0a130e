/**
 * Reads the environment, as the only file that does. Every setting is valid, or the start stops with a sentence that
 * names the setting and what it accepts.
 */
import { existsSync } from 'node:fs';
import { z } from 'zod';
import { checkAddress } from '../chains/address.ts';
import type { ChainKind } from '../chains/chain.ts';
import { chainsOfKind, nodeSettingOf } from '../chains/nodes.ts';
import { CHAIN_IDS, type ChainId } from '../domain/chain-id.ts';
import type { EvmWalletSettings } from '../domain/evm-wallets.ts';
import type { Offer } from '../domain/offer.ts';
import type { ProviderId } from '../domain/provider-id.ts';
import { type Access, accessOf, accessSettings } from './access-settings.ts';
import { type Brand, brandFaults, brandOf, brandSettings, offerOf } from './brand-settings.ts';
import { keyedProviders } from './keyed-providers.ts';
import { JUPITER_FLAVOURS, mainnetNetwork, type Network, ONEINCH_VERSIONS, sandboxNetwork } from './networks.ts';
import {
  affiliates,
  brokerId,
  choice,
  contractAddresses,
  databaseUrl,
  embedOrigins,
  evmWallets,
  gardenPayoutFaults,
  integer,
  LOCAL_ORIGINS,
  projectId,
  providers,
  refundAddresses,
  secret,
  solanaAccount,
  url,
  urlList,
  witnesses,
} from './setting-kinds.ts';
import { type SigningSettings, signingOf, signingSettings } from './signing-settings.ts';
import { type Telemetry, telemetryOf, telemetrySettings } from './telemetry-settings.ts';

/** Refuses refund addresses of another chain or network, where refunds would be lost. */
function refundAddressFaults({ SWAP_NETWORK, CHAINFLIP_REFUND_ADDRESSES }: z.output<typeof settingsSchema>): string[] {
  const entries = Object.entries(CHAINFLIP_REFUND_ADDRESSES) as [ChainId, string][];
  return entries.flatMap(([chain, address]) => {
    const check = checkAddress(chain, address, SWAP_NETWORK);
    return check.ok ? [] : [`CHAINFLIP_REFUND_ADDRESSES has "${address}" for ${chain}: ${check.reason}`];
  });
}

const nodeUrls = Object.fromEntries(
  CHAIN_IDS.flatMap((chain) => nodeSettingOf(chain) ?? []).map((setting) => [setting, urlList]),
);

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
  SWAP_RETENTION_DAYS: integer(1, 36_500, 0),
  AFFILIATES: affiliates,
  EMBED_ORIGINS: embedOrigins,
  LOG_LEVEL: choice(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'info'),
  THORNODE_URL: urlList,
  THORCHAIN_MIDGARD_URL: urlList,
  MAYANODE_URL: urlList,
  MAYACHAIN_MIDGARD_URL: urlList,
  THORNODE_RPS: integer(1, 1000, 0),
  MAYANODE_RPS: integer(1, 1000, 0),
  CHAINFLIP_BACKEND_URL: urlList,
  CHAINFLIP_RPC_URL: urlList,
  CHAINFLIP_BROKER_URL: url,
  CHAINFLIP_BROKER_ID: brokerId,
  CHAINFLIP_UNWITNESSED: choice(['refuse', 'tell'], 'refuse'),
  WITNESSES: witnesses,
  CHAINFLIP_REFUND_ADDRESSES: refundAddresses,
  CHAINFLIP_CCM_RECEIVERS: contractAddresses,
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
  WALLETCONNECT_PROJECT_ID: projectId,
  EVM_WALLETS: evmWallets,
  ...accessSettings,
  ...signingSettings,
  METRICS_TOKEN: secret,
  ...telemetrySettings,
  ...brandSettings,
  ...nodeUrls,
});

/** The names of all settings. */
export const settingNames: readonly string[] = Object.keys(settingsSchema.shape);

export type Settings = {
  port: number;
  host: string;
  publicUrl: string | undefined;
  sandboxPort: number;
  /** Set to use a sandbox that already runs. */
  sandboxUrl: string | undefined;
  dataDir: string;
  databaseUrl: string | undefined;
  /** Undefined: every provider that this deployment can ask. */
  providers: ProviderId[] | undefined;
  quoteTimeoutMs: number;
  createTimeoutMs: number;
  /** How long quotes are kept that could be paid and were not. */
  quoteRetentionDays: number;
  /** How long quotes are kept whose swaps are over; undefined: for ever. */
  swapRetentionDays: number | undefined;
  /** Whether this deployment opens deposit channels, and how many a day. */
  chainflipChannels: { enabled: boolean; perClientADay: number; aDay: number };
  /** How many orders and channels quotes with `includeTx` may create upstream in a day. */
  orders: { perClientADay: number; aDay: number };
  /** Maps an affiliate's name in lower case to its payouts by kind (`thorname`, `mayaname`, `chainflip`, …). */
  affiliates: Record<string, Record<string, string>>;
  /** Sites that may frame `/embed` without an embed id, beside this deployment itself, as CSP sources. */
  embedOrigins: readonly string[];
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
  /** For the page. In the sandbox it never has a project id, since no public wallet knows the sandbox's chains. */
  evmWallets: EvmWalletSettings;
  /** API keys, rate limits and trusted proxies. */
  access: Access;
  /** The keys by which answers are known to be this deployment's own. */
  signing: SigningSettings;
  /** The token that a request for `/metrics` must carry; undefined: only requests from this machine are answered. */
  metricsToken: string | undefined;
  /** Undefined: no traces. */
  telemetry: Telemetry | undefined;
  brand: Brand;
  offer: Offer;
  network: Network;
};

/** A wrong setting; `message` is the text to show, with all faults. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

function chosenNetwork(s: z.output<typeof settingsSchema>): Network {
  const preset =
    s.SWAP_NETWORK === 'mainnet'
      ? mainnetNetwork
      : sandboxNetwork(s.SANDBOX_URL ?? `http://127.0.0.1:${s.SANDBOX_PORT}`);
  const lists = s as unknown as Record<string, string[] | undefined>;
  const ownNodes = (chain: ChainId) => lists[nodeSettingOf(chain) ?? ''];
  const nodes = (kind: ChainKind, ofPreset: Partial<Record<ChainId, readonly string[]>>) => ({
    ...ofPreset,
    ...Object.fromEntries(chainsOfKind(kind).flatMap((chain) => (ownNodes(chain) ? [[chain, ownNodes(chain)]] : []))),
  });
  /** An operator's own hosts have no limit unless one is set. */
  const limit = <K extends 'thornode' | 'mayanode'>(key: K, rps: number, own: unknown) => {
    const perSecond = rps || (own ? undefined : preset.perSecond[key]);
    return perSecond === undefined ? {} : { [key]: perSecond };
  };
  const esplora = Object.entries(preset.perSecond.esplora).filter(([chain]) => !ownNodes(chain as ChainId));
  return {
    ...preset,
    perSecond: {
      ...limit('thornode', s.THORNODE_RPS, s.THORNODE_URL),
      ...limit('mayanode', s.MAYANODE_RPS, s.MAYANODE_URL),
      esplora: Object.fromEntries(esplora),
    },
    thornode: s.THORNODE_URL ?? preset.thornode,
    thorchainMidgard: s.THORCHAIN_MIDGARD_URL ?? preset.thorchainMidgard,
    mayanode: s.MAYANODE_URL ?? preset.mayanode,
    mayachainMidgard: s.MAYACHAIN_MIDGARD_URL ?? preset.mayachainMidgard,
    chainflipBackend: s.CHAINFLIP_BACKEND_URL ?? preset.chainflipBackend,
    chainflipRpc: s.CHAINFLIP_RPC_URL ?? preset.chainflipRpc,
    chainflipBroker: s.CHAINFLIP_BROKER_URL ?? preset.chainflipBroker,
    chainflipBrokerId: s.CHAINFLIP_BROKER_ID ?? preset.chainflipBrokerId,
    chainflipUnwitnessed: s.CHAINFLIP_UNWITNESSED,
    witnesses: s.WITNESSES ?? preset.witnesses,
    chainflipRefundAddresses: { ...preset.chainflipRefundAddresses, ...s.CHAINFLIP_REFUND_ADDRESSES },
    chainflipCcmReceivers: { ...preset.chainflipCcmReceivers, ...s.CHAINFLIP_CCM_RECEIVERS },
    ...keyedProviders(preset, s),
    solanaRpc: s.SOLANA_RPC_URL ?? ownNodes('SOL') ?? preset.solanaRpc,
    substrateRpc: nodes('substrate', preset.substrateRpc),
    evmRpc: nodes('evm', preset.evmRpc),
    esplora: nodes('utxo', preset.esplora),
    cosmosLcd: nodes('cosmos', preset.cosmosLcd),
  };
}

/** Settings whose values must not appear in a message. */
const SECRET = /TOKEN$|_HEADERS$|_API_KEY$|^REDIS_URL$|^SIGNING_KEY$/;

/**
 * Parses the settings of an environment. Empty values count as absent.
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
        .map((issue) => {
          const name = String(issue.path[0]);
          const found = SECRET.test(name) ? 'is not repeated here' : `is "${given[name]}"`;
          return `${name} ${found}; it must be ${issue.message}.`;
        })
        .join('\n'),
    );
  }
  const s = parsed.data;
  const network = chosenNetwork(s);
  const affiliatePayouts = Object.fromEntries(
    Object.entries({ ...network.affiliates, ...s.AFFILIATES }).map(([name, payout]) => [name.toLowerCase(), payout]),
  );
  const faults = [...refundAddressFaults(s), ...gardenPayoutFaults(s.AFFILIATES), ...brandFaults(s, affiliatePayouts)];
  if (faults.length > 0) throw new SettingsError(faults.join('\n'));
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
    swapRetentionDays: s.SWAP_RETENTION_DAYS || undefined,
    chainflipChannels: {
      enabled: s.CHAINFLIP_CHANNELS === 'on',
      perClientADay: s.CHAINFLIP_CHANNELS_PER_CLIENT,
      aDay: s.CHAINFLIP_CHANNELS_MAX,
    },
    orders: { perClientADay: s.ORDERS_PER_CLIENT, aDay: s.ORDERS_MAX },
    affiliates: affiliatePayouts,
    embedOrigins: s.EMBED_ORIGINS ?? (s.SWAP_NETWORK === 'sandbox' ? LOCAL_ORIGINS : []),
    logLevel: s.LOG_LEVEL,
    evmWallets: {
      wallets: s.EVM_WALLETS,
      ...(s.WALLETCONNECT_PROJECT_ID && s.SWAP_NETWORK === 'mainnet' ? { projectId: s.WALLETCONNECT_PROJECT_ID } : {}),
    },
    access: accessOf(s),
    signing: signingOf(s),
    metricsToken: s.METRICS_TOKEN,
    telemetry: telemetryOf(s),
    brand: brandOf(s),
    offer: offerOf(s),
    network,
  };
}

/** Settings may stand in `.env` of the working folder; what the environment says itself comes first. */
export function loadEnvFile(): void {
  if (existsSync('.env')) process.loadEnvFile('.env');
}

/** The settings of this process, read once. @throws {SettingsError} */
export const settings = (): Settings => {
  cached ??= readSettings(process.env);
  return cached;
};
let cached: Settings | undefined;

/**
 * Reads DEPLOYER_PRIVATE_KEY for the script that deploys a contract. No server reads it and no setting holds it.
 * @returns 0x and 64 hex digits; undefined where it is not set.
 * @throws {SettingsError} that does not repeat the value.
 */
export function deployerKey(environment: Record<string, string | undefined> = process.env): `0x${string}` | undefined {
  const digits = environment.DEPLOYER_PRIVATE_KEY?.trim().replace(/^0x/, '');
  if (!digits) return undefined;
  if (!/^[0-9a-f]{64}$/i.test(digits))
    throw new SettingsError('DEPLOYER_PRIVATE_KEY is no private key; it must be 64 hex digits, with or without 0x.');
  return `0x${digits}`;
}
