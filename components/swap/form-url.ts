/** The form as the address bar mirrors it: a link opens the page as it was, in any language. */
import { assetId, sameAssetId, splitAsset } from '../../lib/domain/asset-parts.ts';
import type { Pair } from '../../lib/domain/pair.ts';
import { parseLocaleNumber } from '../ui/parse-locale-number.ts';

export type SwapForm = {
  sell: string;
  buy: string;
  /** How much is sold, as typed in the reader's notation; in value mode worked out of the value. */
  amount: string;
  /** Dollars as typed, while the value is what the person types; else undefined. */
  value: string | undefined;
  /** Who receives: an address or a name, as it was entered. Nothing but the person changes it. */
  to: string;
  /** Where the payment comes from and a refund goes, without a wallet of the sold chain. */
  from: string;
  /** Percent; undefined: the page's own choice. */
  slippage: number | undefined;
  /** The route chosen by hand, by its key; '' is the recommended one. */
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

const decimalSign = (locale: string): string =>
  new Intl.NumberFormat(locale).formatToParts(1.5).find(({ type }) => type === 'decimal')?.value ?? '.';

/** A plain decimal as somebody would type it in this language: without groups, so that it is read in one way only. */
export const typedText = (decimal: string, locale: string): string => decimal.replace('.', decimalSign(locale));

/** The plain decimal of what was typed; '' where it can be read in no way or in two. */
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
 * What a link says; whatever it says wrongly is left at its default.
 * @param first what this deployment sells and buys where the link does not say.
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
 * '' or '?…'. Parameters of others (`utm_source`, say) stay behind ours as they were.
 * @param search the address bar's present query.
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

/** '/…': the form with a swap in it. Amounts are plain decimals. */
export const swapLink = (swap: Partial<SwapForm>): string => `/${writeFormUrl({ ...EMPTY_FORM, ...swap }, 'en')}`;
