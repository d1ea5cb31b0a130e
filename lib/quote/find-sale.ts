/**
 * Finds the least that must be sold for a wanted output, in at most three questions to the provider. What it returns
 * reaches the output; nothing is returned that does not.
 */
import { fromBaseUnits, mulDiv, smaller, toBaseUnits } from '../domain/amount.ts';
import { ProviderError } from '../domain/errors.ts';
import type { RouteDraft } from '../domain/route.ts';
import { countedOutput, type WantedOutput, wantedText, wantedUnits } from '../domain/wanted-output.ts';

export const MOST_QUESTIONS = 3;

/** An output that is above the wanted one by no more than this is near enough: a thousandth. Parts per million. */
const ENOUGH_PPM = 1_000n;
/** An output further above the wanted one is no answer: it would sell far more than is needed. Parts per million. */
const MOST_EXCESS_PPM = 20_000n;
/**
 * An amount is aimed this much above the wanted output, and by this part of the last miss: fees that are fixed and pools
 * that are thin bend the line. Parts per million, at most a hundredth in all.
 */
const MARGIN_PPM = 100n;
const MARGIN_OF_MISS = 20n;
const MOST_MARGIN_PPM = 10_000n;
const PPM = 1_000_000n;
/** Digits of an amount that count: a ten-millionth more is sold at most, and invoices stay readable. */
const DIGITS = 7;

/** An answer to one question. In base units, `sold` of the sold asset and `got` of the bought one. */
type Answer = { drafts: RouteDraft[]; sold: bigint; got: bigint; wanted: bigint; hasTx: boolean };

export type SaleQuestion = { sellAmount: string; includeTx: boolean };

export type SaleSearch = {
  wanted: WantedOutput;
  /** Decimal. */
  firstSellAmount: string;
  /** Questions that finding the first amount took. */
  asked: number;
  includeTx: boolean;
  /** @throws {ProviderError} */
  ask(question: SaleQuestion): Promise<RouteDraft[]>;
};

/** The output of the variant that gives least, so that each variant of the answer reaches what is wanted. */
function answerOf(drafts: RouteDraft[], wanted: WantedOutput, hasTx: boolean): Answer | undefined {
  const [first] = drafts;
  if (!first) return undefined;
  const outputs = drafts.map((draft) => countedOutput(draft, wanted));
  return {
    drafts,
    sold: first.sell.baseUnits,
    got: outputs.reduce((least, one) => smaller(least, one)),
    wanted: wantedUnits(wanted, first.expectedBuy.decimals),
    hasTx,
  };
}

const isReached = ({ got, wanted }: Answer): boolean => got >= wanted;
const isWithin = (answer: Answer, mostPpm: bigint): boolean =>
  isReached(answer) && (answer.got - answer.wanted) * PPM <= answer.wanted * mostPpm;
const isNear = (answer: Answer): boolean => isWithin(answer, ENOUGH_PPM);

/** Up to the digits that count. */
function readable(baseUnits: bigint): bigint {
  const unit = 10n ** BigInt(Math.max(baseUnits.toString().length - DIGITS, 0));
  return mulDiv(baseUnits, 1n, unit, 'up') * unit;
}

/** The output to aim at after an answer that missed. */
function aimAfter({ got, wanted }: Answer): bigint {
  const missPpm = ((got > wanted ? got - wanted : wanted - got) * PPM) / wanted;
  const margin = MARGIN_PPM + missPpm / MARGIN_OF_MISS;
  return mulDiv(wanted, PPM + smaller(margin, MOST_MARGIN_PPM), PPM, 'up');
}

/** What to sell next: along the line through the last two answers, with only one along its rate. */
function nextSale(last: Answer, before: Answer | undefined): bigint {
  const aim = aimAfter(last);
  const rise = before && { sold: last.sold - before.sold, got: last.got - before.got };
  const isLine = rise && rise.sold !== 0n && rise.got !== 0n && rise.sold > 0n === rise.got > 0n;
  const along = isLine
    ? last.sold + ((aim - last.got) * rise.sold) / rise.got
    : mulDiv(last.sold, aim, last.got > 0n ? last.got : 1n, 'up');
  const next = readable(along > 0n ? along : 1n);
  return next === last.sold && !isReached(last) ? next + 1n : next;
}

const lessSold = (a: Answer | undefined, b: Answer): Answer => (a && a.sold <= b.sold ? a : b);

/** @throws {ProviderError} what a question throws while none has reached the output, or that none did. */
export async function findSale(search: SaleSearch): Promise<RouteDraft[]> {
  const { wanted, includeTx } = search;
  let best: Answer | undefined;
  let last: Answer | undefined;
  let before: Answer | undefined;
  let sellAmount = search.firstSellAmount;
  for (let asked = search.asked; asked < MOST_QUESTIONS; asked += 1) {
    // The first price is one to go by: its payment would seldom be the one.
    const hasTx = includeTx && last !== undefined;
    const drafts = await search.ask({ sellAmount, includeTx: hasTx }).catch((error: unknown) => {
      if (best) return [];
      throw error;
    });
    const answer = answerOf(drafts, wanted, hasTx);
    const [draft] = drafts;
    if (!answer || !draft) break;
    [before, last] = [last, answer];
    const isPayable = hasTx || !includeTx;
    if (isWithin(answer, MOST_EXCESS_PPM) && isPayable) best = lessSold(best, answer);
    if (isNear(answer) && isPayable) break;
    const next = isNear(answer) ? answer.sold : nextSale(answer, before);
    sellAmount = fromBaseUnits(next, draft.sell.decimals);
  }
  if (best) return best.drafts;
  const asset = last?.drafts[0]?.expectedBuy.asset;
  if (!asset) return [];
  throw new ProviderError(
    'quoteNotFound',
    `No amount was found in ${MOST_QUESTIONS} questions whose output is ${wantedText(wanted, asset)}. Ask again, or with a sellAmount.`,
  );
}

/** US dollars and decimals of an asset, as far as lists know them. */
export type KnownPrice = { decimals: number; priceUsd?: number };

/** One unit: where no price is known, the first answer gives one. */
const NO_IDEA = '1';

/** The first amount to ask with, at market prices; floats, since a quote decides what it is worth. */
export function saleAtMarket(
  wanted: WantedOutput,
  slippageBps: number,
  sell: KnownPrice | undefined,
  buy: KnownPrice | undefined,
): string {
  if (!sell?.priceUsd || !buy?.priceUsd) return NO_IDEA;
  const kept = wanted.exact === 'guaranteed' ? 1 - Math.min(slippageBps, 9_999) / 10_000 : 1;
  const amount = (Number(wanted.buyAmount) / kept) * (buy.priceUsd / sell.priceUsd);
  // Written out, since a number may print an exponent.
  const text = Number.isFinite(amount) && amount < 1e20 ? amount.toFixed(Math.min(sell.decimals, 18)) : NO_IDEA;
  const units = toBaseUnits(text, sell.decimals, 'up') ?? 0n;
  return units > 0n ? fromBaseUnits(readable(units), sell.decimals) : fromBaseUnits(1n, sell.decimals);
}
