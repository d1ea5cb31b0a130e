/** Turns a request for a deposit channel into the domain's words, or names every field that is wrong, all at once. */
import { fieldsOf, shapeFaults } from '../api/field-faults.ts';
import { validationProblem } from '../api/problem.ts';
import { type DepositChannelRequest, depositChannelRequestSchema } from '../api/schemas/deposit-channel.ts';
import type { FieldFault } from '../api/schemas/problem.ts';
import { type Asset, sameAsset } from '../domain/asset.ts';
import { percentToBps } from '../domain/slippage.ts';
import {
  affiliateFaults,
  checkAddressField,
  checkAmount,
  checkAsset,
  type DecodeContext,
} from '../quote/decode-request.ts';

export type DecodedChannelRequest = {
  sellAsset: Asset | undefined;
  buyAsset: Asset | undefined;
  destinationAddress: string | undefined;
  refundAddress: string | undefined;
  sourceAddress: string | undefined;
  affiliate: { name: string; feeBps: number } | undefined;
  maxBoostFeeBps: number | undefined;
  sellAmount: string | undefined;
  slippageBps: number | undefined;
  /** Where to take from what the request leaves out. */
  quote: { id: string; routeIndex: number } | undefined;
};

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

const channelAffiliate = (wire: DepositChannelRequest) =>
  wire.affiliateCode === undefined ? undefined : { name: wire.affiliateCode, feeBps: wire.affiliateBps ?? 0 };

/**
 * @throws {Problem} 400 naming every field that is wrong.
 */
export function decodeChannelRequest(body: unknown, context: DecodeContext): DecodedChannelRequest {
  const fields = fieldsOf(body);
  const sell = checkAsset('sellAsset', fields.sellAsset, context);
  const buy = checkAsset('buyAsset', fields.buyAsset, context);
  const destination = checkAddressField('destinationAddress', fields.destinationAddress, buy.value, context);
  const refund = checkAddressField('refundAddress', fields.refundAddress, sell.value, context);
  const source = checkAddressField('sourceAddress', fields.sourceAddress, sell.value, context);
  const same = sell.value && buy.value && sameAsset(sell.value, buy.value);
  const faults: FieldFault[] = [
    ...shapeFaults(depositChannelRequestSchema, body),
    ...(typeof body === 'object' && body !== null && !Array.isArray(body) ? missing(fields) : []),
    ...routeIndexFaults(fields),
    ...[sell, buy, destination, refund, source].flatMap((check) => check.faults),
    ...(same ? [{ field: 'buyAsset', message: 'buyAsset must differ from sellAsset.', code: 'same_asset' }] : []),
    ...checkAmount('sellAmount', fields.sellAmount),
    ...affiliateFaults('affiliateCode', fields.affiliateCode, 'affiliateBps', fields.affiliateBps),
  ];
  const parsed = depositChannelRequestSchema.safeParse(body);
  if (faults.length > 0 || !parsed.success) throw validationProblem(faults);
  const wire = parsed.data;
  return {
    sellAsset: sell.value,
    buyAsset: buy.value,
    destinationAddress: destination.value,
    refundAddress: refund.value,
    sourceAddress: source.value,
    affiliate: channelAffiliate(wire),
    maxBoostFeeBps: wire.maxBoostFeeBps,
    sellAmount: wire.sellAmount,
    slippageBps: wire.slippage === undefined ? undefined : percentToBps(wire.slippage),
    quote: wire.quoteId === undefined ? undefined : { id: wire.quoteId, routeIndex: wire.routeIndex ?? 0 },
  };
}
