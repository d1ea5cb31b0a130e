/** Reads one saved swap, from this browser or from a file, and names the faults of an entry that is not one. */
import type { WireRoute } from '../../lib/api/schemas/route.ts';
import { type ChainId, isChainId } from '../../lib/domain/chain-id.ts';
import { PROVIDER_IDS, type ProviderId } from '../../lib/domain/provider-id.ts';
import { STAGES, type Stage, TRACKING_STATUSES, type TrackingStatus } from '../../lib/domain/swap-status.ts';

type WireLeg = WireRoute['legs'][number];

/** The fields of a route that the browser keeps. */
export type SavedRoute = {
  providers: ProviderId[];
  sellAsset: string;
  sellAmount: string;
  buyAsset: string;
  expectedBuyAmount: string;
  legs: Omit<WireLeg, 'fees'>[];
  estimatedTime?: WireRoute['estimatedTime'];
  meta: { maxStreamingQuantity?: number | undefined; streamingInterval?: number | undefined };
  destinationAddress?: string;
};

/** An amount that moved, with the transaction that proves it; unknown fields are absent. */
export type SavedMove = { amount?: string; asset?: string; hash?: string; chain?: ChainId; address?: string };

/** A swap as this browser saves it. */
export type SavedSwap = {
  quoteId: string;
  routeIndex: number;
  /** '' while a deposit address is open and no payment has been named. */
  hash: string;
  /** The chain of the payment. */
  chain: string;
  /** When the payment was sent, or its address opened; Unix milliseconds. */
  at: number;
  /** Whether the hash was reported to the service. */
  reported: boolean;
  status?: TrackingStatus;
  stage?: Stage;
  /** When `status` was received, Unix milliseconds. */
  receivedAt?: number;
  /** When the swap ended, by its evidence; Unix milliseconds. */
  endedAt?: number;
  /** What arrived; `refund` is what came back. */
  paid?: SavedMove;
  refund?: SavedMove;
  /** The user has to act: the payment is missing, or the hash belongs to another one. */
  needsYou?: boolean;
  /** The service no longer knows this swap. */
  gone?: boolean;
  /** The payment was not signed in this browser: its hash was entered. */
  elsewhere?: boolean;
  route: SavedRoute;
};

export type EntryFault = { field: string; found: string };
type ReadEntry = { ok: true; swap: SavedSwap } | { ok: false; faults: EntryFault[] };

type Fields = Record<string, unknown>;
const AMOUNT = /^\d{1,78}(\.\d{1,78})?$/;
const ASSET = /^[A-Za-z0-9]{2,8}\.[A-Za-z0-9._$+/:-]{1,140}$/;
const QUOTE_ID = /^[0-9A-Za-z_-]{1,100}$/;
const HASH = /^[0-9A-Za-z_.:-]{0,130}$/;
const ADDRESS = /^[0-9A-Za-z_.:-]{0,130}$/;
/** 2100-01-01 in Unix milliseconds; later times are mistakes. */
const LATEST_MS = 4_102_444_800_000;

export const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};

const isText =
  (form: RegExp) =>
  (value: unknown): value is string =>
    typeof value === 'string' && form.test(value);
export const isAmount = isText(AMOUNT);
export const isAssetId = isText(ASSET);
export const isQuoteId = isText(QUOTE_ID);
export const isHash = isText(HASH);
export const isAddress = isText(ADDRESS);
const isTime = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 && value < LATEST_MS;
const isSmallInt = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < 1000;
export const isProvider = (value: unknown): value is ProviderId => PROVIDER_IDS.some((id) => id === value);
export const isStatus = (value: unknown): value is TrackingStatus => TRACKING_STATUSES.some((one) => one === value);
export const isStage = (value: unknown): value is Stage => STAGES.some((one) => one === value);
const isSeconds = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 && value < 1e9;

/** The entries of `fields` that pass their `tests`; the others are left out, because nothing depends on them. */
function optional<T extends Record<string, (value: unknown) => boolean>>(fields: Fields, tests: T): Fields {
  return Object.fromEntries(
    Object.entries(tests).flatMap(([name, test]) => (test(fields[name]) ? [[name, fields[name]]] : [])),
  );
}

/** Reads an amount that moved; undefined when no field of it is readable. */
export function readMove(value: unknown): SavedMove | undefined {
  const move = optional(fieldsOf(value), {
    amount: isAmount,
    asset: isAssetId,
    hash: isHash,
    chain: (chain) => typeof chain === 'string' && isChainId(chain),
    address: isAddress,
  });
  return Object.keys(move).length > 0 ? (move as SavedMove) : undefined;
}

export function readLeg(value: unknown): SavedRoute['legs'][number] | undefined {
  const { provider, sellAsset, sellAmount, buyAsset, buyAmount, buyAmountMaxSlippage } = fieldsOf(value);
  if (!isProvider(provider) || !isAssetId(sellAsset) || !isAssetId(buyAsset)) return undefined;
  if (!isAmount(sellAmount) || !isAmount(buyAmount) || !isAmount(buyAmountMaxSlippage)) return undefined;
  return { provider, sellAsset, sellAmount, buyAsset, buyAmount, buyAmountMaxSlippage };
}

function readTimes(value: unknown): SavedRoute['estimatedTime'] {
  const times = fieldsOf(value);
  if (!isSeconds(times.total)) return undefined;
  return { ...optional(times, { inbound: isSeconds, swap: isSeconds, outbound: isSeconds }), total: times.total };
}

/** Collects faults, so that all of them can be reported at once. */
function demands(prefix: string) {
  const faults: EntryFault[] = [];
  const shown = (value: unknown) => (value === undefined ? '' : (JSON.stringify(value) ?? String(value)).slice(0, 60));
  return {
    faults,
    take<T>(fields: Fields, name: string, test: (value: unknown) => value is T): T | undefined {
      const value = fields[name];
      if (test(value)) return value;
      faults.push({ field: prefix + name, found: shown(value) });
      return undefined;
    },
  };
}

function readRoute(value: unknown): { route?: SavedRoute; faults: EntryFault[] } {
  const fields = fieldsOf(value);
  const { faults, take } = demands('route.');
  const listOf = <T>(list: unknown, read: (item: unknown) => T | undefined): T[] | undefined => {
    if (!Array.isArray(list) || list.length > 8) return undefined;
    const items = list.map(read);
    return items.every((item): item is T & {} => item !== undefined) ? items : undefined;
  };
  const providers = listOf(fields.providers, (item) => (isProvider(item) ? item : undefined));
  const legs = listOf(fields.legs, readLeg);
  if (!providers) faults.push({ field: 'route.providers', found: '' });
  if (!legs) faults.push({ field: 'route.legs', found: '' });
  const sellAsset = take(fields, 'sellAsset', isAssetId);
  const sellAmount = take(fields, 'sellAmount', isAmount);
  const buyAsset = take(fields, 'buyAsset', isAssetId);
  const expectedBuyAmount = take(fields, 'expectedBuyAmount', isAmount);
  if (!providers || !legs || !sellAsset || !sellAmount || !buyAsset || !expectedBuyAmount) return { faults };
  const estimatedTime = readTimes(fields.estimatedTime);
  return {
    faults,
    route: {
      providers,
      sellAsset,
      sellAmount,
      buyAsset,
      expectedBuyAmount,
      legs,
      ...(estimatedTime ? { estimatedTime } : {}),
      meta: optional(fieldsOf(fields.meta), { maxStreamingQuantity: isSeconds, streamingInterval: isSeconds }),
      ...optional(fields, { destinationAddress: isAddress }),
    },
  };
}

/** Reads one entry. Optional fields that cannot be read are left out; a fault in a required field refuses the entry. */
export function readSavedSwap(value: unknown): ReadEntry {
  const saved = fieldsOf(value);
  // Earlier pages saved these two as `told` and `heardAt`.
  const fields: Fields = { reported: saved.told, receivedAt: saved.heardAt, ...saved };
  const { faults, take } = demands('');
  const quoteId = take(fields, 'quoteId', isQuoteId);
  const routeIndex = take(fields, 'routeIndex', isSmallInt);
  const hash = take(fields, 'hash', isHash);
  const at = take(fields, 'at', isTime);
  const chain = take(fields, 'chain', (one): one is ChainId => typeof one === 'string' && isChainId(one));
  const read = readRoute(fields.route);
  faults.push(...read.faults);
  if (quoteId === undefined || routeIndex === undefined || hash === undefined) return { ok: false, faults };
  if (at === undefined || chain === undefined || !read.route) return { ok: false, faults };
  const isFlag = (flag: unknown) => typeof flag === 'boolean';
  const paid = readMove(fields.paid);
  const refund = readMove(fields.refund);
  const facts = optional(fields, {
    status: isStatus,
    stage: isStage,
    receivedAt: isTime,
    endedAt: isTime,
    needsYou: isFlag,
    gone: isFlag,
    elsewhere: isFlag,
  });
  return {
    ok: true,
    swap: {
      quoteId,
      routeIndex,
      hash,
      chain,
      at,
      reported: fields.reported === true,
      ...facts,
      ...(paid ? { paid } : {}),
      ...(refund ? { refund } : {}),
      route: read.route,
    },
  };
}
