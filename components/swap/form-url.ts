/** The form as the address bar mirrors it: a link opens the page as it was. */
import { formatAsset, parseAsset } from '../../lib/domain/asset.ts';
import { parseTypedAmount } from './parse-amount.ts';

export type SwapForm = {
  sell: string;
  buy: string;
  /** As typed. */
  amount: string;
  to: string;
  from: string;
  /** Percent. */
  slippage: number;
};

export const EMPTY_FORM: SwapForm = { sell: 'BTC.BTC', buy: 'ETH.ETH', amount: '', to: '', from: '', slippage: 1 };

const assetIn = (text: string | null): string | undefined => {
  const parsed = text ? parseAsset(text) : undefined;
  return parsed?.ok ? formatAsset(parsed.asset) : undefined;
};

/** What a link says; whatever it says wrongly is left at its default. */
export function readFormUrl(search: string): SwapForm {
  const query = new URLSearchParams(search);
  const amount = query.get('amount') ?? '';
  const slippage = Number(query.get('slippage') ?? Number.NaN);
  const sell = assetIn(query.get('sell')) ?? EMPTY_FORM.sell;
  const buy = assetIn(query.get('buy')) ?? (sell === EMPTY_FORM.buy ? EMPTY_FORM.sell : EMPTY_FORM.buy);
  return {
    sell,
    buy,
    amount: parseTypedAmount(amount).kind === 'amount' ? amount : '',
    to: (query.get('to') ?? '').slice(0, 130),
    from: (query.get('from') ?? '').slice(0, 130),
    slippage: query.has('slippage') && slippage >= 0 && slippage <= 100 ? slippage : EMPTY_FORM.slippage,
  };
}

/** '' or '?…'; the slippage only where it is not the default. */
export function writeFormUrl(form: SwapForm): string {
  const typed = parseTypedAmount(form.amount);
  const pairs: [string, string][] = [
    ['sell', form.sell],
    ['buy', form.buy],
    ['amount', typed.kind === 'amount' ? typed.value : ''],
    ['to', form.to],
    ['from', form.from],
    ['slippage', form.slippage === EMPTY_FORM.slippage ? '' : String(form.slippage)],
  ];
  const query = new URLSearchParams(pairs.filter(([, value]) => value !== '')).toString();
  return query ? `?${query}` : '';
}
