/**
 * Reads a request for a deposit channel field by field and collects every fault; the quote that it names may fill in
 * missing fields.
 */
import { fieldsOf, readShape, withoutAbsent } from '../api/field-faults.ts';
import { type DepositChannelRequest, depositChannelRequestSchema } from '../api/schemas/deposit-channel.ts';
import type { FieldFault } from '../api/schemas/problem.ts';
import { type Asset, sameAsset } from '../domain/asset.ts';
import { percentToBps } from '../domain/slippage.ts';
import {
  affiliateFaults,
  checkAmount,
  checkAsset,
  type DecodeContext,
  leastFeeBps,
  plainAmount,
} from '../quote/decode-request.ts';

/** The request, as far as it can be read; addresses are not checked yet. */
export type ChannelWish = {
  /** Faults of single fields. */
  faults: FieldFault[];
  sellAsset: Asset | undefined;
  buyAsset: Asset | undefined;
  /** Whether the request has the field, readable or not. */
  names: { sellAsset: boolean; buyAsset: boolean; destinationAddress: boolean };
  destinationAddress: string | undefined;
  refundAddress: string | undefined;
  sourceAddress: string | undefined;
  /** A fee of 0 is none. */
  affiliate: { name: string; feeBps: number } | undefined;
  /** The two as they came, including a name without a fee and a fee of 0: a quote must not contradict them. */
  affiliateFields: { name: string | undefined; feeBps: number | undefined };
  /** The deployment's fees come before the request's. */
  byFeeRules: boolean;
  maxBoostFeeBps: number | undefined;
  /** Decimal, above zero, without needless zeros. */
  sellAmount: string | undefined;
  slippageBps: number | undefined;
  includeTx: boolean;
  /** The quote that fills in what the request leaves out. */
  quote: { id: string; routeIndex: number } | undefined;
};

/** The field, when it can be read by itself. */
function read<F extends keyof DepositChannelRequest>(
  fields: Record<string, unknown>,
  field: F,
): DepositChannelRequest[F] | undefined {
  const parsed = depositChannelRequestSchema.shape[field].safeParse(fields[field]);
  // The field's own schema has just parsed it.
  return parsed.success ? (parsed.data as DepositChannelRequest[F]) : undefined;
}

const REQUIRED = ['sellAsset', 'buyAsset', 'destinationAddress'] as const;

/** A field that is required unless a quote gives it. */
function missing(fields: Record<string, unknown>): FieldFault[] {
  if (typeof fields.quoteId === 'string') return [];
  return REQUIRED.filter((field) => fields[field] === undefined).map((field) => ({
    field,
    message: `${field} is required where no quoteId is given.`,
    code: 'required',
  }));
}

function routeIndexFaults(fields: Record<string, unknown>): FieldFault[] {
  if (fields.routeIndex === undefined || fields.quoteId !== undefined) return [];
  return [{ field: 'quoteId', message: 'quoteId is required where routeIndex is given.', code: 'required' }];
}

function readNumbers(fields: Record<string, unknown>) {
  const sellAmount = read(fields, 'sellAmount');
  const slippage = read(fields, 'slippage');
  const name = read(fields, 'affiliateCode');
  // An unreadable fee counts as a fee: its name is checked as well.
  const feeBps = read(fields, 'affiliateBps') ?? (fields.affiliateBps === undefined ? 0 : 1);
  const id = read(fields, 'quoteId');
  return {
    sellAmount: sellAmount === undefined ? undefined : plainAmount(sellAmount),
    slippageBps: slippage === undefined ? undefined : percentToBps(slippage),
    affiliate: name === undefined || feeBps === 0 ? undefined : { name, feeBps },
    affiliateFields: { name, feeBps: fields.affiliateBps === undefined ? undefined : feeBps },
    quote: id === undefined ? undefined : { id, routeIndex: read(fields, 'routeIndex') ?? 0 },
  };
}

/** Never throws: `faults` has at least one entry for every wrong field. */
export function decodeChannelRequest(given: unknown, context: DecodeContext): ChannelWish {
  const body = withoutAbsent(depositChannelRequestSchema, given);
  const fields = fieldsOf(body);
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
  const sell = checkAsset('sellAsset', fields.sellAsset, context);
  const buy = checkAsset('buyAsset', fields.buyAsset, context);
  const byFeeRules = fields.affiliateBps === undefined || fields.affiliateFeeRules === true;
  const same = sell.value && buy.value && sameAsset(sell.value, buy.value);
  return {
    faults: [
      ...readShape(depositChannelRequestSchema, body).faults,
      ...(isObject ? missing(fields) : []),
      ...routeIndexFaults(fields),
      ...sell.faults,
      ...buy.faults,
      ...(same ? [{ field: 'buyAsset', message: 'buyAsset must differ from sellAsset.', code: 'same_asset' }] : []),
      ...checkAmount('sellAmount', fields.sellAmount),
      ...affiliateFaults(
        ['affiliateCode', fields.affiliateCode],
        ['affiliateBps', fields.affiliateBps],
        leastFeeBps(fields.affiliateCode, byFeeRules, context),
      ),
    ],
    sellAsset: sell.value,
    buyAsset: buy.value,
    names: {
      sellAsset: fields.sellAsset !== undefined,
      buyAsset: fields.buyAsset !== undefined,
      destinationAddress: fields.destinationAddress !== undefined,
    },
    destinationAddress: read(fields, 'destinationAddress'),
    refundAddress: read(fields, 'refundAddress'),
    sourceAddress: read(fields, 'sourceAddress'),
    maxBoostFeeBps: read(fields, 'maxBoostFeeBps'),
    byFeeRules,
    includeTx: read(fields, 'includeTx') ?? false,
    ...readNumbers(fields),
  };
}
