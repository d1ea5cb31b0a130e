/** Mirrors the form in the address bar, so that a link opens the same form in any language. */

import type { Pair } from '../../lib/domain/pair.ts';
import { assetId, sameAssetId, splitAsset } from '../../lib/domain/split-asset.ts';
import { decimalSign } from '../../lib/i18n/formatters.ts';
import { parseLocaleNumber } from '../ui/parse-locale-number.ts';

export type SwapForm = {
  sell: string;
  buy: string;
  /** The amount to sell, as typed in the reader's notation; in value mode it is computed from the value. */
  amount: string;
  /** Dollars as typed, in value mode; otherwise undefined. */
  value: string | undefined;
  /** The recipient as entered, an address or a name. Only the user changes it. */
  to: string;
  /** The address that pays and receives a refund, when no wallet of the sold chain is connected. */
  from: string;
  /** Percent; undefined means the page's default. */
  slippage: number | undefined;
  /** The key of the route chosen by hand; '' means the recommended one. */
  route: string;
};

export const EMPTY_FORM: SwapForm = {
  sell: 'BTC.BTC',
  buy: 'ETH.ETH',
  amount: '',
  value: undefined,
  to: '',
  from: '',
  slippage: undefined,
  route: '',
};

/** Longer than any address or name. */
const LONGEST_ADDRESS = 130;
const ROUTE_KEY = /^[A-Za-z0-9_>+-]{1,80}$/;
const OWN = ['sell', 'buy', 'amount', 'value', 'to', 'from', 'slippage', 'route'] as const;

/** A plain decimal in this language's notation, without group separators, so that it can be read in only one way. */
export const typedText = (decimal: string, locale: string): string => decimal.replace('.', decimalSign(locale));

/** The plain decimal of typed text; '' when the text is no number or an ambiguous one. */
export function plainDecimal(typed: string, locale: string): string {
  const read = parseLocaleNumber(typed, locale);
  return read.kind === 'number' ? read.value : '';
}

const assetIn = (text: string | null): string | undefined => {
  const parsed = text ? splitAsset(text) : undefined;
  return parsed?.ok ? assetId(parsed.asset) : undefined;
};

const numberIn = (text: string | null, locale: string): string | undefined => {
  const read = parseLocaleNumber((text ?? '').slice(0, 100), 'en');
  return read.kind === 'number' ? typedText(read.value, locale) : undefined;
};

/**
 * Reads a form from a query string; fields that are missing or invalid get their defaults.
 * @param first the pair this deployment opens with when the query names none.
 */
export function readFormUrl(search: string, locale: string, first: Pair = EMPTY_FORM): SwapForm {
  const query = new URLSearchParams(search);
  const slippage = Number(query.get('slippage') || Number.NaN);
  const sell = assetIn(query.get('sell')) ?? first.sell;
  const other = sameAssetId(sell, first.buy) ? first.sell : first.buy;
  const buy = assetIn(query.get('buy')) ?? other;
  const route = query.get('route') ?? '';
  return {
    sell,
    buy: sameAssetId(buy, sell) ? other : buy,
    amount: numberIn(query.get('amount'), locale) ?? '',
    value: query.has('value') ? (numberIn(query.get('value'), locale) ?? '') : undefined,
    to: (query.get('to') ?? '').trim().slice(0, LONGEST_ADDRESS),
    from: (query.get('from') ?? '').trim().slice(0, LONGEST_ADDRESS),
    slippage: slippage >= 0 && slippage <= 100 ? slippage : undefined,
    route: ROUTE_KEY.test(route) ? route : '',
  };
}

/**
 * Writes the form as a query string, '' or '?…'. Foreign parameters (`utm_source`, say) follow unchanged.
 * @param search the present query of the address bar.
 */
export function writeFormUrl(form: SwapForm, locale: string, search = ''): string {
  const pairs: [string, string][] = [
    ['sell', form.sell],
    ['buy', form.buy],
    ['amount', plainDecimal(form.amount, locale)],
    ['to', form.to],
    ['from', form.from],
    ['slippage', form.slippage === undefined ? '' : String(form.slippage)],
    ['route', form.route],
  ];
  const query = new URLSearchParams(pairs.filter(([, value]) => value !== ''));
  if (form.value !== undefined) query.set('value', plainDecimal(form.value, locale));
  for (const [name, value] of new URLSearchParams(search))
    if (!OWN.some((own) => own === name)) query.append(name, value);
  const text = query.toString();
  return text ? `?${text}` : '';
}

/** A link '/…' to the form, filled in. Amounts are plain decimals. */
export const swapLink = (swap: Partial<SwapForm>): string => `/${writeFormUrl({ ...EMPTY_FORM, ...swap }, 'en')}`;
