/**
 * Parses one option's value from a URL or a message, or says in a sentence what would be accepted. Uses no schema
 * library, because it is part of the page.
 */
import { DECIMAL_AMOUNT } from '../../domain/amount.ts';
import { CHAIN_IDS, type ChainId, isChainId } from '../../domain/chain-id.ts';
import { PROVIDER_IDS, type ProviderId, parseProviderId } from '../../domain/provider-id.ts';
import { assetId, splitAsset } from '../../domain/split-asset.ts';
import { FONTS, HIDEABLE, LANGUAGES, LAYOUTS, LOCKABLE, THEMES } from './option-list.ts';

export type OptionKind<T> = {
  /** The end of a sentence: "must be …". */
  expects: string;
  /** Reads a message's value; undefined: not accepted. */
  fromValue(value: unknown): T | undefined;
  /** Reads a query parameter's text; undefined: not accepted. */
  fromText(text: string): T | undefined;
};

const LONGEST_LIST = 200;
const LONGEST_ADDRESS = 130;
const LONGEST_AMOUNT = 79;
const HEX_COLOR = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i;
const AFFILIATE = /^[A-Za-z0-9_-]{1,40}$/;

const text = <T>(expects: string, read: (text: string) => T | undefined): OptionKind<T> => ({
  expects,
  fromText: read,
  fromValue: (value) => (typeof value === 'string' ? read(value) : undefined),
});

const number = (expects: string, fits: (value: number) => boolean): OptionKind<number> => {
  const check = (value: unknown) => (typeof value === 'number' && fits(value) ? value : undefined);
  return {
    expects,
    fromValue: check,
    fromText: (written) => (DECIMAL_AMOUNT.test(written) ? check(Number(written)) : undefined),
  };
};

/** A list: an array in a message, words separated by commas in a URL. One invalid word makes the whole list invalid. */
const list = <T>(expects: string, read: (item: string) => T | undefined): OptionKind<readonly T[]> => {
  const all = (items: readonly unknown[]): readonly T[] | undefined => {
    if (items.length > LONGEST_LIST) return undefined;
    const found = items.flatMap((item) => (typeof item === 'string' ? (read(item) ?? []) : [])) as T[];
    return found.length === items.length ? found : undefined;
  };
  return {
    expects,
    fromValue: (value) => (Array.isArray(value) ? all(value) : undefined),
    fromText: (written) => all(written.split(',').flatMap((item) => item.trim() || [])),
  };
};

const oneOf =
  <const T extends readonly string[]>(values: T) =>
  (given: string): T[number] | undefined =>
    values.find((known) => known === given);

const quoted = (values: readonly string[]) => values.map((value) => `"${value}"`).join(', ');

const asset = (written: string): string | undefined => {
  const parsed = splitAsset(written);
  return parsed.ok ? assetId(parsed.asset) : undefined;
};
const chain = (written: string): ChainId | undefined => {
  const upper = written.toUpperCase();
  return isChainId(upper) ? upper : undefined;
};

/** Normalises a colour to `#rrggbb` in lower case. */
const color = (written: string): string | undefined => {
  const digits = HEX_COLOR.exec(written)?.[1]?.toLowerCase();
  if (digits === undefined) return undefined;
  return `#${digits.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits}`;
};

const ASSET_EXAMPLE = 'such as BTC.BTC or ETH.USDC-0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';

export const OPTION_KINDS = {
  asset: text(`an asset written CHAIN.SYMBOL or CHAIN.SYMBOL-ADDRESS, ${ASSET_EXAMPLE}`, asset),
  assets: list(`a list of assets, each ${ASSET_EXAMPLE}`, asset),
  amount: text('a decimal amount with a point and without an exponent, such as 0.5', (written) =>
    DECIMAL_AMOUNT.test(written) && written.length <= LONGEST_AMOUNT ? written : undefined,
  ),
  address: text(`an address or a name of at most ${LONGEST_ADDRESS} characters without spaces`, (written) =>
    written.length <= LONGEST_ADDRESS && !/\s/.test(written) ? written : undefined,
  ),
  chains: list(`a list of chains out of ${CHAIN_IDS.join(', ')}`, chain),
  providers: list<ProviderId>(`a list of providers out of ${PROVIDER_IDS.join(', ')}`, parseProviderId),
  affiliate: text('a name of 1 to 40 letters, digits, _ and -', (written) =>
    AFFILIATE.test(written) ? written : undefined,
  ),
  affiliateBps: number(
    'a whole number of basis points from 0 to 1000',
    (value) => Number.isInteger(value) && value >= 0 && value <= 1000,
  ),
  percent: number('a percentage from 0 to 100, such as 0.5', (value) => value >= 0 && value <= 100),
  language: text(`one of ${quoted(LANGUAGES)}`, oneOf(LANGUAGES)),
  theme: text(`one of ${quoted(THEMES)}`, oneOf(THEMES)),
  color: text('a colour in hex digits, such as #0a6b78', color),
  radius: number('a number of pixels from 0 to 24', (value) => value >= 0 && value <= 24),
  font: text(`one of ${quoted(FONTS)}`, oneOf(FONTS)),
  layout: text(`one of ${quoted(LAYOUTS)}`, oneOf(LAYOUTS)),
  locks: list(`a list out of ${quoted(LOCKABLE)}`, oneOf(LOCKABLE)),
  hides: list(`a list out of ${quoted(HIDEABLE)}`, oneOf(HIDEABLE)),
} as const satisfies Record<string, OptionKind<unknown>>;

export type OptionKindName = keyof typeof OPTION_KINDS;
export type KindValue<K extends OptionKindName> = (typeof OPTION_KINDS)[K] extends OptionKind<infer T> ? T : never;
