/**
 * Reads the environment, as the only file that does. Every setting is valid, or the start stops with a sentence that
 * names the setting and what it accepts.
 */
import { existsSync } from 'node:fs';
import { z } from 'zod';
import type { ChainKind } from '../chains/chain.ts';
import { chainsOfKind, nodeSettingOf } from '../chains/nodes.ts';
import type { FeeBook } from '../domain/affiliate-fee.ts';
import { CHAIN_IDS, type ChainId } from '../domain/chain-id.ts';
import type { EvmWalletSettings } from '../domain/evm-wallets.ts';
import type { Offer } from '../domain/offer.ts';
import type { ProviderId } from '../domain/provider-id.ts';
import { UPSTREAM_SETTINGS } from '../providers/upstream-settings.ts';
import { type Access, accessOf, accessSettings } from './access-settings.ts';
import { affiliates, feesOf, payoutFaults, payoutsOf } from './affiliate-settings.ts';
import { type Brand, brandFaults, brandOf, brandSettings, offerOf } from './brand-settings.ts';
import { type Guard, guardFaults, guardOf, guardSettings } from './guard-settings.ts';
import { mainnetNetwork, type Network, sandboxNetwork } from './networks.ts';
import {
  choice,
  databaseUrl,
  embedOrigins,
  evmWallets,
  integer,
  LOCAL_ORIGINS,
  projectId,
  providers,
  secret,
  url,
  urlList,
  witnesses,
} from './setting-kinds.ts';
import { type SigningSettings, signingOf, signingSettings } from './signing-settings.ts';
import { type Telemetry, telemetryOf, telemetrySettings } from './telemetry-settings.ts';
import {
  type OffProviders,
  parseUpstreams,
  presetWitnesses,
  type Upstreams,
  type WitnessNodes,
} from './upstream-values.ts';

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
  WITNESSES: witnesses,
  ORDERS_PER_CLIENT: integer(1, 1_000_000, 50),
  ORDERS_MAX: integer(1, 1_000_000, 2000),
  SOLANA_RPC_URL: urlList,
  WALLETCONNECT_PROJECT_ID: projectId,
  EVM_WALLETS: evmWallets,
  ...accessSettings,
  ...guardSettings,
  ...signingSettings,
  METRICS_TOKEN: secret,
  ...telemetrySettings,
  ...brandSettings,
  ...nodeUrls,
});

/** The names of all settings. */
export const settingNames: readonly string[] = [
  ...Object.keys(settingsSchema.shape),
  ...Object.values(UPSTREAM_SETTINGS).flatMap(({ notes }) => Object.keys(notes)),
];

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
  /** How long quotes are kept that could be paid but were not. */
  quoteRetentionDays: number;
  /** How long quotes are kept after their swaps have ended; undefined: for ever. */
  swapRetentionDays: number | undefined;
  /** How many orders and channels quotes with `includeTx` may create upstream in a day. */
  orders: { perClientADay: number; aDay: number };
  /** Maps an affiliate's name in lower case to its payouts by kind (`thorname`, `mayaname`, `chainflip`, …). */
  affiliates: Record<string, Record<string, string>>;
  /** What each affiliate gets by provider and chain, and at least. */
  affiliateFees: FeeBook;
  /** Sites that may frame `/embed` without an embed id, beside this deployment itself, as CSP sources. */
  embedOrigins: readonly string[];
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
  /** For the page. In the sandbox it never has a project id, since no public wallet knows the sandbox's chains. */
  evmWallets: EvmWalletSettings;
  /** API keys, rate limits and trusted proxies. */
  access: Access;
  /** Who gets swaps: screening of addresses, and countries. */
  guard: Guard;
  /** The keys that sign this deployment's answers. */
  signing: SigningSettings;
  /** The token that a request for `/metrics` must carry; undefined: only requests from this machine are answered. */
  metricsToken: string | undefined;
  /** Undefined: no traces. */
  telemetry: Telemetry | undefined;
  brand: Brand;
  offer: Offer;
  network: Network;
  /** Nodes that the browser itself asks during a review. Without any, the page asks only this deployment. */
  witnesses: WitnessNodes;
  upstreams: Upstreams;
  /** A sentence that says why this deployment does not ask a provider. */
  off: OffProviders;
};

/** An invalid setting; `message` is the text to show, with all faults. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

const sandboxUrlOf = (s: z.output<typeof settingsSchema>) => s.SANDBOX_URL ?? `http://127.0.0.1:${s.SANDBOX_PORT}`;

function chosenNetwork(s: z.output<typeof settingsSchema>): Network {
  const preset = s.SWAP_NETWORK === 'mainnet' ? mainnetNetwork : sandboxNetwork(sandboxUrlOf(s));
  const lists = s as unknown as Record<string, string[] | undefined>;
  const ownNodes = (chain: ChainId) => lists[nodeSettingOf(chain) ?? ''];
  const nodes = (kind: ChainKind, ofPreset: Partial<Record<ChainId, readonly string[]>>) => ({
    ...ofPreset,
    ...Object.fromEntries(chainsOfKind(kind).flatMap((chain) => (ownNodes(chain) ? [[chain, ownNodes(chain)]] : []))),
  });
  const esplora = Object.entries(preset.esploraPerSecond).filter(([chain]) => !ownNodes(chain as ChainId));
  return {
    ...preset,
    esploraPerSecond: Object.fromEntries(esplora),
    solanaRpc: s.SOLANA_RPC_URL ?? ownNodes('SOL') ?? preset.solanaRpc,
    substrateRpc: nodes('substrate', preset.substrateRpc),
    evmRpc: nodes('evm', preset.evmRpc),
    esplora: nodes('utxo', preset.esplora),
    cosmosLcd: nodes('cosmos', preset.cosmosLcd),
  };
}

/** The witnesses that are set, and a sentence for each whose network cannot be asked. */
function ownWitnessesOf({ WITNESSES: own }: z.output<typeof settingsSchema>, known: WitnessNodes) {
  const strangers = Object.keys(own ?? {}).filter((network) => !Object.hasOwn(known, network));
  return {
    witnesses: own,
    faults: strangers.map(
      (network) => `WITNESSES has nodes of "${network}"; those of ${Object.keys(known).join(', ')} can be asked.`,
    ),
  };
}

/** Settings whose values must not appear in a message. */
const SECRET = /TOKEN$|_HEADERS$|_API_KEY$|^REDIS_URL$|^SIGNING_KEY$|^SCREENING_URL$/;

const sentenceOn =
  (given: Record<string, string>) =>
  ({ name, message }: { name: string; message: string }): string => {
    const found = SECRET.test(name) ? 'is not repeated here' : `is "${given[name]}"`;
    return `${name} ${found}; it must be ${message}.`;
  };

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
  const upstreams = parseUpstreams(given);
  const wrong = [
    ...(parsed.error?.issues ?? []).map(({ path, message }) => ({ name: String(path[0]), message })),
    ...upstreams.wrong,
  ];
  if (!parsed.success || wrong.length > 0) throw new SettingsError(wrong.map(sentenceOn(given)).join('\n'));
  const s = parsed.data;
  const upstreamNetwork = { network: s.SWAP_NETWORK, sandboxUrl: sandboxUrlOf(s) };
  const { values, off, faults: upstreamFaults } = upstreams.at(upstreamNetwork);
  const known = presetWitnesses(upstreamNetwork);
  const affiliatePayouts = payoutsOf(s.AFFILIATES, s.SWAP_NETWORK);
  const affiliateFees = feesOf(s.AFFILIATES);
  const { witnesses: chosenWitnesses = known, faults: witnessFaults } = ownWitnessesOf(s, known);
  const faults = [
    ...witnessFaults,
    ...upstreamFaults,
    ...payoutFaults(s.AFFILIATES),
    ...brandFaults(s, affiliatePayouts),
    ...guardFaults(s, accessOf(s)),
  ];
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
    orders: { perClientADay: s.ORDERS_PER_CLIENT, aDay: s.ORDERS_MAX },
    affiliates: affiliatePayouts,
    affiliateFees,
    embedOrigins: s.EMBED_ORIGINS ?? (s.SWAP_NETWORK === 'sandbox' ? LOCAL_ORIGINS : []),
    logLevel: s.LOG_LEVEL,
    evmWallets: {
      wallets: s.EVM_WALLETS,
      ...(s.WALLETCONNECT_PROJECT_ID && s.SWAP_NETWORK === 'mainnet' ? { projectId: s.WALLETCONNECT_PROJECT_ID } : {}),
    },
    access: accessOf(s),
    guard: guardOf(s),
    signing: signingOf(s),
    metricsToken: s.METRICS_TOKEN,
    telemetry: telemetryOf(s),
    brand: brandOf(s, affiliateFees),
    offer: offerOf(s),
    network: chosenNetwork(s),
    witnesses: chosenWitnesses,
    upstreams: values,
    off,
  };
}

/** Settings may also be in `.env` of the working folder; the environment takes precedence. */
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
