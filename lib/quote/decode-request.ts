/** Decodes a request of the wire into domain values, or names every wrong field at once. */
import { fieldsOf, readShape, withoutAbsent } from '../api/field-faults.ts';
import { validationProblem } from '../api/problem.ts';
import type { FieldFault } from '../api/schemas/problem.ts';
import { type QuoteRequest, quoteRequestSchema } from '../api/schemas/quote.ts';
import { checkAddress } from '../chains/address.ts';
import type { NetworkName } from '../chains/chain.ts';
import { type AskedFee, type FeeBook, feeTermsOf } from '../domain/affiliate-fee.ts';
import { type Asset, parseAsset, sameAsset } from '../domain/asset.ts';
import type { ProviderId } from '../domain/provider-id.ts';
import { percentToBps } from '../domain/slippage.ts';
import type { WantedOutput } from '../domain/wanted-output.ts';

export type AskedAmount = { sellAmount: string; wanted?: undefined } | { sellAmount?: undefined; wanted: WantedOutput };

export type DecodedQuoteRequest = {
  sellAsset: Asset;
  buyAsset: Asset;
  /** What is sold, or what is wanted; decimal, above zero, as the caller wrote it but without needless zeros. */
  amount: AskedAmount;
  slippagePercent: number;
  slippageBps: number;
  /** Each once, in the requested order; undefined: all. */
  providers: ProviderId[] | undefined;
  /** Canonical spelling for its chain. */
  sourceAddress: string | undefined;
  destinationAddress: string | undefined;
  affiliate: AskedFee | undefined;
  includeTx: boolean;
  /** On the sold asset's chain, in its canonical spelling. */
  refundAddress: string | undefined;
  allowUnfunded: boolean;
  maxBoostFeeBps: number | undefined;
  /** The validated fields as they came in, to be stored. */
  wire: QuoteRequest;
};

export type DecodeContext = {
  network: NetworkName;
  /** Resolves spellings that differ by letter case alone (base58 mints), from the token lists. */
  canonicalAsset: (asset: Asset) => Asset;
  /** What this deployment has each affiliate get. Absent: what is asked for. */
  affiliateFees?: FeeBook;
};

/** Longest amount, whole and fraction together: more digits than any 256-bit number has. */
export const MAX_AMOUNT_DIGITS = 78;
const MAX_ASSET_LENGTH = 140;
const AFFILIATE_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

type Check<T> = { value: T | undefined; faults: FieldFault[] };
const fault = (field: string, message: string, code: string): FieldFault => ({ field, message, code });

export function checkAsset(field: string, value: unknown, context: DecodeContext): Check<Asset> {
  if (typeof value !== 'string') return { value: undefined, faults: [] };
  if (value.length > MAX_ASSET_LENGTH)
    return {
      value: undefined,
      faults: [fault(field, `${field} may have at most ${MAX_ASSET_LENGTH} characters.`, 'invalid_asset')],
    };
  const parsed = parseAsset(value);
  return parsed.ok
    ? { value: context.canonicalAsset(parsed.asset), faults: [] }
    : { value: undefined, faults: [fault(field, parsed.reason, 'invalid_asset')] };
}

/** An address whose chain is unknown has no fault of its own: the asset's is enough. */
export function checkAddressField(
  field: string,
  value: unknown,
  asset: Asset | undefined,
  context: DecodeContext,
): Check<string> {
  if (typeof value !== 'string' || asset === undefined) return { value: undefined, faults: [] };
  const checked = checkAddress(asset.chain, value, context.network);
  return checked.ok
    ? { value: checked.canonical, faults: [] }
    : { value: undefined, faults: [fault(field, checked.reason, 'invalid_address')] };
}

export function checkAmount(field: string, value: unknown): FieldFault[] {
  if (typeof value !== 'string' || !/^\d+(\.\d+)?$/.test(value)) return [];
  if (value.replace('.', '').length > MAX_AMOUNT_DIGITS)
    return [fault(field, `${field} may have at most ${MAX_AMOUNT_DIGITS} digits in all.`, 'too_many_digits')];
  return /[1-9]/.test(value) ? [] : [fault(field, `${field} must be above zero.`, 'out_of_range')];
}

/** `00.500` → `0.5`: the same amount, as it is compared and shown. */
export function plainAmount(text: string): string {
  const [whole = '0', fraction = ''] = text.split('.');
  const kept = fraction.replace(/0+$/, '');
  return `${whole.replace(/^0+(?=\d)/, '')}${kept ? `.${kept}` : ''}`;
}

/** @param least basis points: the least that the affiliate takes here, where the fee is the request's own. */
export function affiliateFaults(
  [nameField, name]: [string, unknown],
  [feeField, fee]: [string, unknown],
  least: number,
): FieldFault[] {
  if (typeof name === 'string' && !AFFILIATE_NAME.test(name))
    return [
      fault(nameField, `${nameField} must be a name of 1 to 64 letters, digits, ".", "_" or "-".`, 'invalid_affiliate'),
    ];
  if (name === undefined && typeof fee === 'number' && fee > 0)
    return [fault(nameField, `${nameField} must be given where ${feeField} is above zero.`, 'required')];
  if (typeof fee === 'number' && fee >= 0 && fee < least)
    return [
      fault(feeField, `${feeField} must be at least ${least}, or absent: "${name}" takes no less here.`, 'below_least'),
    ];
  return [];
}

/** Exactly one of the two amounts, and a guarantee only where something is enforced. */
function amountFaults({
  sellAmount,
  buyAmount,
  exact = 'guaranteed',
  slippage,
}: Record<string, unknown>): FieldFault[] {
  const sides = [sellAmount, buyAmount].filter((amount) => amount !== undefined).length;
  const either = 'what is sold as sellAmount, or what is to arrive as buyAmount';
  const isUnenforced = buyAmount !== undefined && exact === 'guaranteed' && slippage === 100;
  return [
    ...(sides === 0 ? [fault('sellAmount', `sellAmount is missing: name ${either}.`, 'required')] : []),
    ...(sides === 2 ? [fault('buyAmount', `Name ${either}, not both.`, 'one_of_two')] : []),
    ...(isUnenforced
      ? [fault('exact', 'exact must be "expected" with a slippage of 100: nothing is guaranteed then.', 'not_enforced')]
      : []),
  ];
}

const askedAmount = ({ sellAmount, buyAmount = '', exact = 'guaranteed' }: QuoteRequest): AskedAmount =>
  sellAmount === undefined
    ? { wanted: { buyAmount: plainAmount(buyAmount), exact } }
    : { sellAmount: plainAmount(sellAmount) };

/** Basis points that a request's own fee must have; 0 where the deployment's fees come before it. */
export function leastFeeBps(name: unknown, byRules: boolean, { affiliateFees = {} }: DecodeContext): number {
  return typeof name === 'string' && !byRules ? (feeTermsOf(affiliateFees, name)?.leastBps ?? 0) : 0;
}

/** @throws {Problem} 400 naming every wrong field. */
export function decodeQuoteRequest(given: unknown, context: DecodeContext): DecodedQuoteRequest {
  const body = withoutAbsent(quoteRequestSchema, given);
  const fields = fieldsOf(body);
  const sell = checkAsset('sellAsset', fields.sellAsset, context);
  const buy = checkAsset('buyAsset', fields.buyAsset, context);
  const source = checkAddressField('sourceAddress', fields.sourceAddress, sell.value, context);
  const destination = checkAddressField('destinationAddress', fields.destinationAddress, buy.value, context);
  const refund = checkAddressField('refundAddress', fields.refundAddress, sell.value, context);
  const byRules = fields.affiliateFee === undefined || fields.affiliateFeeRules === true;
  const same = sell.value && buy.value && sameAsset(sell.value, buy.value);
  const { value: wire, faults: ofShape } = readShape(quoteRequestSchema, body);
  const faults = [
    ...ofShape,
    ...sell.faults,
    ...buy.faults,
    ...(same ? [fault('buyAsset', 'buyAsset must differ from sellAsset.', 'same_asset')] : []),
    ...(ofShape.some(({ field }) => field === 'body') ? [] : amountFaults(fields)),
    ...checkAmount('sellAmount', fields.sellAmount),
    ...checkAmount('buyAmount', fields.buyAmount),
    ...source.faults,
    ...destination.faults,
    ...refund.faults,
    ...affiliateFaults(
      ['affiliate', fields.affiliate],
      ['affiliateFee', fields.affiliateFee],
      leastFeeBps(fields.affiliate, byRules, context),
    ),
  ];
  if (faults.length > 0 || !wire || !sell.value || !buy.value) throw validationProblem(faults);
  return {
    sellAsset: sell.value,
    buyAsset: buy.value,
    amount: askedAmount(wire),
    slippagePercent: wire.slippage,
    slippageBps: percentToBps(wire.slippage),
    providers: wire.providers?.length ? [...new Set(wire.providers)] : undefined,
    sourceAddress: source.value,
    destinationAddress: destination.value,
    affiliate:
      wire.affiliate === undefined ? undefined : { name: wire.affiliate, feeBps: wire.affiliateFee ?? 0, byRules },
    includeTx: wire.includeTx ?? false,
    refundAddress: refund.value,
    allowUnfunded: wire.allowUnfunded ?? false,
    maxBoostFeeBps: wire.maxBoostFeeBps,
    wire,
  };
}
