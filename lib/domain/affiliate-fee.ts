/** Decides the affiliate's fee of one provider's route: the only place that does, so that every later figure is its. */
import type { ChainId } from './chain-id.ts';
import type { ProviderId } from './provider-id.ts';
import { idsThrough } from './switches.ts';

/** A fee for the routes that fit every field that is there. */
export type FeeRule = {
  /** A plain id includes its streaming form and the routes of two legs through it. */
  provider?: ProviderId | undefined;
  /** Sold from it or bought on it. */
  chain?: ChainId | undefined;
  from?: ChainId | undefined;
  to?: ChainId | undefined;
  bps: number;
};

/** One affiliate's fees in this deployment. The first rule that fits counts. */
export type FeeTerms = { rules: readonly FeeRule[]; leastBps: number };

/** By the affiliate's name in lower case. */
export type FeeBook = Readonly<Record<string, FeeTerms>>;

/** `byRules`: the deployment's fees come before `feeBps`; otherwise `feeBps` is the fee. */
export type AskedFee = { name: string; feeBps: number; byRules: boolean };

export type FeeOf = { provider: ProviderId; from: ChainId; to: ChainId };

const fits = ({ provider, chain, from, to }: FeeRule, of: FeeOf): boolean =>
  (provider === undefined || idsThrough(provider).includes(of.provider)) &&
  (chain === undefined || chain === of.from || chain === of.to) &&
  (from === undefined || from === of.from) &&
  (to === undefined || to === of.to);

export const feeTermsOf = (book: FeeBook, name: string): FeeTerms | undefined =>
  Object.hasOwn(book, name.toLowerCase()) ? book[name.toLowerCase()] : undefined;

/** Basis points. */
export function affiliateFeeBps(book: FeeBook, asked: AskedFee, of: FeeOf): number {
  const terms = asked.byRules ? feeTermsOf(book, asked.name) : undefined;
  if (!terms) return asked.feeBps;
  const rule = terms.rules.find((one) => fits(one, of));
  return Math.max(rule?.bps ?? asked.feeBps, terms.leastBps);
}
