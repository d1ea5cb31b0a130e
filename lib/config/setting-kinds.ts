/** Defines the kinds of settings: each parses its text or refuses it and says what it accepts. */
import { z } from 'zod';
import { checkAddress } from '../chains/address.ts';
import { decodeSs58 } from '../chains/ss58.ts';
import { CHAIN_IDS, type ChainId } from '../domain/chain-id.ts';
import { EVM_WALLET_IDS, type EvmWalletId, isProjectId } from '../domain/evm-wallets.ts';
import { parseOrigin } from '../domain/integrator.ts';
import { PROVIDER_IDS, type ProviderId, parseProviderId } from '../domain/provider-id.ts';
import { AFFILIATES_EXAMPLE } from './setting-notes.ts';

export const integer = (least: number, most: number, otherwise: number) =>
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

/** Accepts one URL; `URL` alone would accept a list as one address. */
const httpUrl = (text: string): boolean => {
  try {
    return !/[\s,]/.test(text) && ['http:', 'https:'].includes(new URL(text).protocol);
  } catch {
    return false;
  }
};
const withoutSlash = (url: string) => url.replace(/\/+$/, '');

export const url = z
  .string()
  .optional()
  .refine((text) => text === undefined || httpUrl(text), 'an http or https address')
  .transform((text) => (text === undefined ? undefined : withoutSlash(text)));

export const urlList = z
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

export const providers = z
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

/** Whether every payout has a valid address: an affiliate's share that is sent to any other is lost. */
const isPayout = ({ chainflip, evm, solana, gardenAsset, gardenAddress }: Record<string, string>): boolean =>
  (chainflip === undefined || isStateChainAccount(chainflip)) &&
  (evm === undefined || isEvmAddress(evm)) &&
  (solana === undefined || isSolanaAddress(solana)) &&
  (gardenAsset === undefined) === (gardenAddress === undefined);

/**
 * The assets in which Garden pays affiliates; it lists more assets, but refuses an order that names another one here.
 * Source: shapeshift/web packages/swapper GardenSwapper/INTEGRATION.md.
 */
const GARDEN_AFFILIATE_ASSETS: readonly string[] = ['base:cbbtc', 'ethereum:cbbtc', 'ethereum:usdc'];

/** One sentence for each affiliate that Garden would not pay. */
export const gardenPayoutFaults = (payouts: Readonly<Record<string, Record<string, string>>>): string[] =>
  Object.entries(payouts).flatMap(([name, { gardenAsset }]) =>
    gardenAsset === undefined || GARDEN_AFFILIATE_ASSETS.includes(gardenAsset.toLowerCase())
      ? []
      : `AFFILIATES has the gardenAsset "${gardenAsset}" for "${name}"; Garden pays affiliates in ${GARDEN_AFFILIATE_ASSETS.join(', ')} alone.`,
  );

const affiliatesSchema = z.record(z.string().min(1), z.record(z.string(), z.string()).refine(isPayout));
export const affiliates = z
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

/**
 * JSON that maps a chain to the address of our contract there. The code that uses a contract checks it: a contract that
 * is not ours is never paid.
 */
export const contractAddresses = z
  .string()
  .optional()
  .transform((text, context): Partial<Record<ChainId, string>> => {
    if (text === undefined) return {};
    try {
      const address = z.string().refine((value) => checkAddress('ETH', value, 'mainnet').ok);
      return z.partialRecord(z.enum(['ETH', 'ARB', 'BSC']), address).parse(JSON.parse(text));
    } catch {
      const message = 'JSON from chain (ETH, ARB, BSC) to contract address, such as {"ETH":"0x…"}';
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    }
  });

/** JSON from chain to address; whether each is one of its chain depends on the network. */
export const refundAddresses = z
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

const WITNESSED_NETWORKS = ['THORCHAIN', 'MAYACHAIN', 'CHAINFLIP'] as const;

/** `off`, or JSON from network to nodes. Undefined: not given. */
export const witnesses = z
  .string()
  .optional()
  .transform((text, context): Readonly<Record<string, readonly string[]>> | undefined => {
    if (text === undefined) return undefined;
    if (text === 'off') return {};
    try {
      const nodes = z.array(z.string().refine(httpUrl).transform(withoutSlash));
      return z.partialRecord(z.enum(WITNESSED_NETWORKS), nodes).parse(JSON.parse(text)) as Record<string, string[]>;
    } catch {
      const message = `off, or JSON from network (${WITNESSED_NETWORKS.join(', ')}) to addresses, such as {"THORCHAIN":["https://…"]}`;
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    }
  });

export const brokerId = z
  .string()
  .optional()
  .refine((text) => text === undefined || isStateChainAccount(text), 'an account of Chainflip’s state chain, cF…');

export const solanaAccount = z
  .string()
  .optional()
  .refine((text) => text === undefined || isSolanaAddress(text), 'an address of Solana');

/** Long enough not to be guessed, in characters that a header can carry. */
export const secret = z
  .string()
  .optional()
  .refine((text) => text === undefined || /^[\x21-\x7e]{16,}$/.test(text), '16 or more visible ASCII characters');

export const databaseUrl = z
  .string()
  .optional()
  .refine((text) => text === undefined || /^postgres(ql)?:\/\//.test(text), 'a postgres:// address');

export const choice = <const T extends readonly [string, ...string[]]>(values: T, otherwise: T[number]) =>
  z.enum(values, `one of ${values.join(', ')}`).default(otherwise);

export const projectId = z
  .string()
  .optional()
  .refine(
    (text) => text === undefined || isProjectId(text),
    '32 hex digits in lower case, as WalletConnect gives them',
  );

const evmWalletNamed = (name: string): EvmWalletId | undefined =>
  EVM_WALLET_IDS.find((id) => id.toLowerCase() === name.toLowerCase());

export const evmWallets = z
  .string()
  .optional()
  .transform((text, context): readonly EvmWalletId[] => {
    if (text === undefined) return EVM_WALLET_IDS;
    const names = text
      .split(',')
      .map((item) => item.trim())
      .filter(Boolean);
    const known = [...new Set(names.flatMap((name) => evmWalletNamed(name) ?? []))];
    if (known.length > 0 && names.every((name) => evmWalletNamed(name))) return known;
    context.addIssue({ code: 'custom', message: `a comma list of ${EVM_WALLET_IDS.join(', ')}` });
    return z.NEVER;
  });

/** Pages on this machine at any port, for development. */
export const LOCAL_ORIGINS: readonly string[] = ['http', 'https'].flatMap((scheme) =>
  ['localhost', '127.0.0.1'].map((host) => `${scheme}://${host}:*`),
);

/** Origins in the form of `frame-ancestors`; only those of this machine may leave the port open. */
export const embedOrigins = z
  .string()
  .optional()
  .transform((text, context): readonly string[] | undefined => {
    if (text === undefined) return undefined;
    const items = text
      .split(',')
      .map((item) => item.trim())
      .filter(Boolean);
    const known = items.flatMap((item) => parseOrigin(item) ?? LOCAL_ORIGINS.find((local) => local === item) ?? []);
    if (known.length > 0 && known.length === items.length) return known;
    context.addIssue({
      code: 'custom',
      message: 'one or more origins separated by commas, such as https://example.com, or http://localhost:*',
    });
    return z.NEVER;
  });
