/**
 * Determines from a block's events whether an extrinsic succeeded and what it transferred. Events of other pallets
 * cannot be decoded without the chain's metadata, so the four relevant kinds are found by their form; where the
 * findings contradict each other there is no result.
 */
import { ScaleReader } from '../chains/scale-reader.ts';

/** A transfer that took place; accounts in hex. */
export type MovedTransfer = { from: string; to: string; assetId?: string; baseUnits: bigint };
export type ExtrinsicOutcome = { failed?: string; transfers: MovedTransfer[] };

const APPLY_EXTRINSIC = 0;
const LAST_PHASE = 2;
/** Pallet indexes of Asset Hub, and the variants of their events. */
const SYSTEM = 0;
const BALANCES = 10;
const ASSETS = 50;
const SUCCESS = 0;
const FAILED = 1;
const TRANSFER = 2;

/** Texts for the errors of sp-runtime TokenError and pallet-assets Error that a payment can cause. */
const TOKEN_REASONS = [
  'the balance is too low',
  'the account would cease to exist',
  'it is less than the least that an account can hold',
  'the account cannot be created',
  'there is no such asset',
  'the balance is frozen',
  'the asset does not allow it',
  'the account cannot be created',
  'the account would cease to exist',
  'the account is blocked',
];
const ASSETS_REASONS = [
  'the balance is too low',
  'the account has none of the asset',
  'it is not allowed',
  'there is no such asset',
  'the asset is frozen',
];
const BALANCES_REASONS: Readonly<Record<number, string>> = {
  2: 'the balance is too low',
  3: 'it is less than the least that an account can hold',
  4: 'the account would cease to exist',
};

/** Bytes after the variant of sp-runtime's DispatchError; variants that are not listed have none. */
const ERROR_BYTES: Readonly<Record<number, number>> = { 3: 5, 7: 1, 8: 1, 9: 1, 14: 1 };
const LAST_ERROR = 14;
const MODULE = 3;
const TOKEN = 7;

function readError(from: ScaleReader): string | undefined {
  const kind = from.byte();
  if (kind > LAST_ERROR) return undefined;
  const [first = 0, second = 0] = from.take(ERROR_BYTES[kind] ?? 0);
  if (kind === TOKEN) return TOKEN_REASONS[first] ?? 'the token could not be moved';
  if (kind !== MODULE) return `the chain refused the call (error ${kind})`;
  const known = first === ASSETS ? ASSETS_REASONS[second] : first === BALANCES ? BALANCES_REASONS[second] : undefined;
  return known ?? `the chain refused the call (error ${second} of pallet ${first})`;
}

/** Whether a DispatchInfo, `{ weight, class, pays_fee }`, follows. */
function isDispatchInfo(from: ScaleReader): boolean {
  from.compact();
  from.compact();
  return from.byte() <= 2 && from.byte() <= 1;
}

type Found = { status?: string; failed?: string; transfer?: MovedTransfer };

function readEvent(from: ScaleReader): Found | undefined {
  const [pallet, variant] = from.take(2);
  if (pallet === SYSTEM && variant === SUCCESS) return isDispatchInfo(from) ? { status: 'success' } : undefined;
  if (pallet === SYSTEM && variant === FAILED) {
    const failed = readError(from);
    return failed !== undefined && isDispatchInfo(from) ? { status: 'failed', failed } : undefined;
  }
  const isAsset = pallet === ASSETS && variant === TRANSFER;
  if (!isAsset && !(pallet === BALANCES && variant === TRANSFER)) return undefined;
  const asset = isAsset ? { assetId: String(from.u32()) } : {};
  return { transfer: { ...asset, from: from.hex(32), to: from.hex(32), baseUnits: from.uint(16) } };
}

/**
 * Whether the event ends properly: no topics, then the end or the next event, of this extrinsic, a later one or the
 * block's end.
 */
function isFollowed(from: ScaleReader, index: number): boolean {
  if (from.byte() !== 0) return false;
  if (from.at === from.length) return true;
  const phase = from.byte();
  return phase === APPLY_EXTRINSIC ? from.u32() >= index : phase <= LAST_PHASE;
}

function eventAt(bytes: Uint8Array, at: number, index: number): { found: Found; end: number } | undefined {
  try {
    const from = new ScaleReader(bytes, at);
    if (from.byte() !== APPLY_EXTRINSIC || from.u32() !== index) return undefined;
    const found = readEvent(from);
    const end = from.at + 1;
    return found && isFollowed(from, index) ? { found, end } : undefined;
  } catch {
    return undefined;
  }
}

/** Undefined where the events decide nothing: none belongs to the extrinsic, or both outcomes occur. */
export function outcomeOf(events: Uint8Array, index: number): ExtrinsicOutcome | undefined {
  const all: Found[] = [];
  for (let at = 1; at + 7 <= events.length; ) {
    const event = events[at] === APPLY_EXTRINSIC && events[at + 1] === (index & 0xff) && eventAt(events, at, index);
    if (event) all.push(event.found);
    at = event ? event.end : at + 1;
  }
  const ends = all.filter(({ status }) => status !== undefined);
  const [end] = ends;
  if (!end || ends.some(({ status }) => status !== end.status)) return undefined;
  if (end.status === 'failed') return { failed: end.failed ?? '', transfers: [] };
  return { transfers: all.flatMap(({ transfer }) => transfer ?? []) };
}
