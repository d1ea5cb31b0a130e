/** Prices swaps as the emulated solver does: a share of the amount and the cost of the payout, in integers. */
import {
  type AssetState,
  assetById,
  chainName,
  type GardenAsset,
  htlcOf,
  isBitcoin,
  payoutCost,
  USD,
} from './assets.ts';
import { isPairOpen } from './policy.ts';
import { assetState, fault, type Garden, type GardenState, SOLVER_ID } from './state.ts';

/** A refusal, sent as `{status: 'Error', error}`. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly status: number;

  constructor(message: string, status = 400) {
    super(message);
    this.status = status;
  }
}

export const FEE_BPS = 30;
const ALL_BPS = 10_000n;
const MOST_SLIPPAGE_BPS = 500;
/** Seconds from the deposit's confirmation to the payout. */
const ESTIMATED: Readonly<Record<'bitcoin' | 'evm', number>> = { bitcoin: 600, evm: 20 };

export type Pair = { from: GardenAsset; to: GardenAsset };
export type Terms = Pair & { affiliateBps: number; slippageBps: number };
export type Priced = { source: bigint; destination: bigint };

const power = ({ decimals }: GardenAsset): bigint => 10n ** BigInt(decimals);
const up = (value: bigint, by: bigint): bigint => (value + by - 1n) / by;

/** The name of an asset in the older interface: `bitcoin:primary`, `base:0x227a…`. */
function pairName(state: GardenState, asset: GardenAsset): string {
  if (asset.token === undefined && isBitcoin(asset)) return 'bitcoin:primary';
  return `${chainName(asset)}:${htlcOf(asset, assetState(state, asset.id).generation).toLowerCase()}`;
}

/** The pair, if it is traded. @throws {Refused} */
export function tradedPair({ state }: Garden, fromId: string, toId: string): Pair {
  const listed = (id: string): GardenAsset => {
    const asset = assetById(id);
    if (asset === undefined || !assetState(state, asset.id).active) throw new Refused(`Asset '${id}' not found`);
    return asset;
  };
  const [from, to] = [listed(fromId), listed(toId)];
  if (from.id === to.id) throw new Refused('source and destination assets are the same');
  if (!isPairOpen(state.policy, from.id, to.id))
    throw new Refused(`No order pair found : ${pairName(state, from)}::${pairName(state, to)}`);
  return { from, to };
}

const costIn = (to: GardenAsset, { price }: AssetState): bigint => up(payoutCost(to) * power(to), price);
const keptBps = ({ affiliateBps }: Terms): bigint => ALL_BPS - BigInt(FEE_BPS + affiliateBps);

/** The output for an input, net of all costs; never below 0. */
export function outputFor(state: GardenState, terms: Terms, source: bigint): bigint {
  const { from, to } = terms;
  const [sells, buys] = [assetState(state, from.id), assetState(state, to.id)];
  const gross =
    (source * sells.price * power(to) * keptBps(terms)) / (power(from) * buys.price * ALL_BPS) - costIn(to, buys);
  return gross > 0n ? gross : 0n;
}

/** The least input for an output. */
export function inputFor(state: GardenState, terms: Terms, destination: bigint): bigint {
  const { from, to } = terms;
  const [sells, buys] = [assetState(state, from.id), assetState(state, to.id)];
  const gross = destination + costIn(to, buys);
  return up(gross * power(from) * buys.price * ALL_BPS, sells.price * power(to) * keptBps(terms));
}

/** Checks that the source amount is within the asset's limits. @throws {Refused} */
export function checkRange(state: GardenState, { from }: Pair, source: bigint, exactOutput: boolean): void {
  const { min, max } = assetState(state, from.id);
  if (source >= min && source <= max) return;
  const text = `expected amount to be within the range of ${min} to ${max}`;
  throw new Refused(exactOutput ? `Exact output quote error : ${text}` : text);
}

/** The solver's stock that is not promised to earlier orders. */
export function freeStock(state: GardenState, assetId: string): bigint {
  const promised = state.orders
    .filter((order) => order.destination.assetId === assetId && order.decision === undefined && !order.closed)
    .filter((order) => order.source.locks.length > 0)
    .reduce((sum, order) => sum + order.destination.amount, 0n);
  return (state.stock[assetId] ?? 0n) - promised;
}

/** @throws {Refused} */
export function checkLiquidity(garden: Garden, to: GardenAsset, destination: bigint): void {
  if (isDry(garden, to.id) || destination > freeStock(garden.state, to.id)) throw new Refused('insufficient liquidity');
}

export function isDry(garden: Garden, assetId: string): boolean {
  const dry = fault(garden, 'noLiquidity');
  return dry !== undefined && (dry.asset === undefined || dry.asset === assetId);
}

function wholeAmount(text: string): bigint {
  if (!/^\d{1,78}$/.test(text) || BigInt(text) === 0n) throw new Refused('Invalid amount');
  return BigInt(text);
}

export function wholeBps(text: string | null, name: string, most: number): number {
  if (text === null || text === '') return 0;
  if (!/^\d{1,5}$/.test(text) || Number(text) > most) throw new Refused(`Invalid ${name}`);
  return Number(text);
}

/** The answer of `GET /quote`: one entry, of the one solver. @throws {Refused} */
export function answerQuote(garden: Garden, query: URLSearchParams): { entries: unknown[]; priced?: Priced & Terms } {
  const { state } = garden;
  const [from, to] = [query.get('from'), query.get('to')];
  const [fromAmount, toAmount] = [query.get('from_amount'), query.get('to_amount')];
  if (!from || !to || (fromAmount === null) === (toAmount === null)) throw new Refused('Invalid quote request');
  const pair = tradedPair(garden, from, to);
  if (fault(garden, 'noQuotes')) throw new Refused('no quotes available');
  if (fault(garden, 'emptyQuotes')) return { entries: [] };
  const affiliateBps = wholeBps(query.get('affiliate_fee'), 'affiliate fee', 1000);
  const slippageBps = wholeBps(query.get('slippage'), 'slippage', MOST_SLIPPAGE_BPS);
  const terms = { ...pair, affiliateBps, slippageBps };
  const source = fromAmount === null ? inputFor(state, terms, wholeAmount(toAmount ?? '')) : wholeAmount(fromAmount);
  checkRange(state, pair, source, fromAmount === null);
  const destination = fromAmount === null ? wholeAmount(toAmount ?? '') : outputFor(state, terms, source);
  if (destination === 0n) throw new Refused('no quotes available');
  checkLiquidity(garden, pair.to, destination);
  const priced = { ...terms, source, destination };
  return { entries: [entryOf(state, priced)], priced };
}

/** Base units as a decimal with all of the asset's decimals, at most eight. */
export function display(amount: bigint, { decimals }: GardenAsset): string {
  const fractionDigits = Math.min(decimals, 8);
  const shown = amount / 10n ** BigInt(decimals - fractionDigits);
  const digits = shown.toString().padStart(fractionDigits + 1, '0');
  return `${digits.slice(0, -fractionDigits)}.${digits.slice(-fractionDigits)}`;
}

/** Dollars with four decimals. */
export function dollars(value: bigint): string {
  const shown = (value * 10_000n) / USD;
  const digits = shown.toString().padStart(5, '0');
  return `${digits.slice(0, -4)}.${digits.slice(-4)}`;
}

function entryOf(state: GardenState, { from, to, source, destination, slippageBps }: Priced & Terms): unknown {
  const side = (asset: GardenAsset, amount: bigint) => ({
    asset: asset.id,
    amount: amount.toString(),
    display: display(amount, asset),
    value: dollars((amount * assetState(state, asset.id).price) / power(asset)),
  });
  return {
    source: side(from, source),
    destination: side(to, destination),
    solver_id: SOLVER_ID,
    estimated_time: ESTIMATED[isBitcoin(from) ? 'bitcoin' : 'evm'] + ESTIMATED.evm,
    slippage: slippageBps,
    fee: FEE_BPS,
    fixed_fee: dollars(payoutCost(to)),
  };
}
