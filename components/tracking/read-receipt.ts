/** Reads a receipt from a file of unknown origin: every field is checked before anything is shown. */
import { readCompactReceipt } from '../../lib/api/compact-receipt.ts';
import type { WireFee } from '../../lib/api/schemas/route.ts';
import { isChainId } from '../../lib/domain/chain-id.ts';
import { FEE_TYPES } from '../../lib/domain/fee.ts';
import { MILESTONES } from '../../lib/domain/swap-timeline.ts';
import {
  type EntryFault,
  fieldsOf,
  isAddress,
  isAmount,
  isAssetId,
  isProvider,
  isQuoteId,
  isStage,
  isStatus,
  readLeg,
  readMove,
} from '../activity/read-saved-swap.ts';
import {
  ADDRESS_NAMES,
  ID_NAMES,
  known,
  RECEIPT_FORMAT,
  RECEIPT_VERSION,
  type Receipt,
  type ReceiptEntry,
  type ReceiptLeg,
} from './receipt-file.ts';

export type ReadReceipt =
  | { ok: true; receipt: Receipt }
  /** `kind`: the file is no JSON, is another kind of file, is of a later version, or has faults. */
  | { ok: false; kind: 'notJson' | 'otherKind' | 'newer' | 'faults'; faults: EntryFault[] };

const LONGEST_TEXT = 1000;
/** Free text, without control characters, which could disguise what the page says. */
function textIn(value: unknown): string | undefined {
  if (typeof value !== 'string' || value === '') return undefined;
  return value.replace(/[\p{Cc}\p{Bidi_Control}]/gu, ' ').slice(0, LONGEST_TEXT);
}

const timeIn = (value: unknown): string | undefined =>
  typeof value === 'string' && value.length < 40 && Number.isFinite(Date.parse(value))
    ? new Date(Date.parse(value)).toISOString()
    : undefined;

const texts = <K extends string>(value: unknown, names: readonly K[], read: (text: unknown) => string | undefined) => {
  const fields = fieldsOf(value);
  const entries = names.flatMap((name) => {
    const text = read(fields[name]);
    return text ? [[name, text] as const] : [];
  });
  return Object.fromEntries(entries) as Partial<Record<K, string>>;
};

function entryIn(value: unknown): ReceiptEntry[] {
  const fields = fieldsOf(value);
  const milestone = MILESTONES.find((one) => one === fields.milestone);
  const at = timeIn(fields.at);
  if (!milestone || !at) return [];
  return [
    {
      milestone,
      at,
      leg: fields.leg === 1 ? 1 : 0,
      ...readMove(fields),
      ...known({ reason: textIn(fields.reason), evidence: textIn(fields.evidence) }),
    },
  ];
}

function legIn(value: unknown): ReceiptLeg[] {
  const leg = readLeg(value);
  const { received } = fieldsOf(value);
  return leg ? [{ ...leg, ...(isAmount(received) ? { received } : {}) }] : [];
}

/** A worth in dollars, as an optional field. */
const usdIn = (usd: unknown): { usd?: number } =>
  typeof usd === 'number' && Number.isFinite(usd) && usd >= 0 ? { usd } : {};

function feeIn(value: unknown): WireFee[] {
  const { type, amount, asset, chain, protocol, included, usd } = fieldsOf(value);
  const feeType = FEE_TYPES.find((one) => one === type);
  if (!feeType || !isAmount(amount) || !isAssetId(asset) || !isProvider(protocol)) return [];
  if (typeof chain !== 'string' || !isChainId(chain)) return [];
  return [{ type: feeType, amount, asset, chain, protocol, ...(included === true ? { included } : {}), ...usdIn(usd) }];
}

const addressIn = (value: unknown): string | undefined => (isAddress(value) && value !== '' ? value : undefined);
const listIn = (value: unknown): unknown[] => (Array.isArray(value) ? value.slice(0, 200) : []);

/** `check-receipt.ts` verifies it. */
const signedIn = (value: unknown): string | undefined =>
  typeof value === 'string' && readCompactReceipt(value) ? value : undefined;

/** The fields a receipt must have. */
function heart(fields: Record<string, unknown>) {
  const faults: EntryFault[] = [];
  const need = <T>(field: string, value: unknown, test: (value: unknown) => value is T): T | undefined => {
    if (test(value)) return value;
    faults.push({ field, found: value === undefined ? '' : (JSON.stringify(value) ?? '').slice(0, 60) });
    return undefined;
  };
  const [sell, buy] = [fieldsOf(fields.sell), fieldsOf(fields.buy)];
  const isIndex = (value: unknown): value is number =>
    Number.isInteger(value) && Number(value) >= 0 && Number(value) < 1000;
  const found = {
    quoteId: need('quoteId', fields.quoteId, isQuoteId),
    routeIndex: need('routeIndex', fields.routeIndex, isIndex),
    status: need('status', fields.status, isStatus),
    sellAsset: need('sell.asset', sell.asset, isAssetId),
    sellAmount: need('sell.amount', sell.amount, isAmount),
    buyAsset: need('buy.asset', buy.asset, isAssetId),
    expected: need('buy.expected', buy.expected, isAmount),
  };
  const providers = listIn(fields.providers).filter(isProvider);
  if (providers.length === 0) faults.push({ field: 'providers', found: '' });
  return { found, providers, faults, sell, buy };
}

function receiptIn(fields: Record<string, unknown>): ReadReceipt {
  const { found, providers, faults, sell, buy } = heart(fields);
  const { quoteId, routeIndex, status, sellAsset, sellAmount, buyAsset, expected } = found;
  if (quoteId === undefined || routeIndex === undefined || status === undefined || faults.length > 0)
    return { ok: false, kind: 'faults', faults };
  if (!sellAsset || !sellAmount || !buyAsset || !expected) return { ok: false, kind: 'faults', faults };
  const times = fieldsOf(fields.times);
  const seconds = times.expectedSeconds;
  return {
    ok: true,
    receipt: {
      format: RECEIPT_FORMAT,
      version: RECEIPT_VERSION,
      savedAt: timeIn(fields.savedAt) ?? '',
      service: textIn(fields.service)?.slice(0, 200) ?? '',
      network: fields.network === 'mainnet' ? 'mainnet' : 'sandbox',
      quoteId,
      routeIndex,
      providers,
      status,
      ...(isStage(fields.stage) ? { stage: fields.stage } : {}),
      ...known({ reason: textIn(fields.reason) }),
      sell: { asset: sellAsset, amount: sellAmount, ...usdIn(sell.usd) },
      buy: {
        asset: buyAsset,
        expected,
        ...(isAmount(buy.guaranteed) ? { guaranteed: buy.guaranteed } : {}),
        ...(isAmount(buy.received) ? { received: buy.received } : {}),
        ...usdIn(buy.usd),
      },
      fees: listIn(fields.fees).flatMap(feeIn),
      legs: listIn(fields.legs).flatMap(legIn),
      addresses: texts(fields.addresses, ADDRESS_NAMES, addressIn),
      ...known({ memo: textIn(fields.memo) }),
      ids: texts(fields.ids, ID_NAMES, textIn),
      ...known({ payment: readMove(fields.payment), payout: readMove(fields.payout), refund: readMove(fields.refund) }),
      times: {
        ...known({ paid: timeIn(times.paid), ended: timeIn(times.ended) }),
        ...(typeof seconds === 'number' && seconds >= 0 && seconds < 1e9 ? { expectedSeconds: seconds } : {}),
      },
      timeline: listIn(fields.timeline).flatMap(entryIn),
      ...known({ signed: signedIn(fields.signed) }),
    },
  };
}

/** Never throws. Optional fields that cannot be read are left out; a fault in a required field refuses the file. */
export function readReceipt(text: string): ReadReceipt {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { ok: false, kind: 'notJson', faults: [] };
  }
  const fields = fieldsOf(value);
  if (fields.format !== RECEIPT_FORMAT) return { ok: false, kind: 'otherKind', faults: [] };
  if (typeof fields.version === 'number' && fields.version > RECEIPT_VERSION)
    return { ok: false, kind: 'newer', faults: [] };
  return receiptIn(fields);
}
