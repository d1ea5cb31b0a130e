/**
 * Parses the parameters of state-chain calls: positional or named, with integers in every form that the real node
 * accepts.
 */
import { z } from 'zod';
import { ASSETS, assetOfRef, type CfAsset, INTERNAL_ASSETS } from './assets.ts';
import { invalidParams } from './json-rpc.ts';
import { accountNamed } from './scale.ts';

/** A JSON number, or hex or decimal text. */
export const numberOrHex = z
  .union([z.number().int().nonnegative(), z.string().regex(/^(0x[0-9a-fA-F]{1,64}|\d{1,78})$/)])
  .transform((value) => BigInt(value));
const small = numberOrHex.pipe(z.bigint().max(2n ** 32n - 1n)).transform(Number);
export const basisPoints = numberOrHex.pipe(z.bigint().max(65_535n)).transform(Number);

const orNothing = <S extends z.ZodType>(schema: S) => schema.nullish().transform((value) => value ?? undefined);

export const hexBytes = z
  .string()
  .regex(/^(0x)?([0-9a-fA-F]{2})*$/)
  .transform((text) => Uint8Array.from(Buffer.from(text.replace(/^0x/, ''), 'hex')));

/** `{chain, asset}`, or the asset's name alone, as older callers send it. */
export const assetParam = z
  .union([z.object({ chain: z.string(), asset: z.string() }), z.string()])
  .transform((value, context): CfAsset => {
    const found = typeof value === 'string' ? assetByName(value) : assetOfRef(value);
    if (found !== undefined) return found;
    context.addIssue({ code: 'custom', message: 'unknown asset' });
    return z.NEVER;
  });

function assetByName(name: string): CfAsset | undefined {
  const id = INTERNAL_ASSETS.find((one) => one.toLowerCase() === name.toLowerCase());
  return id === undefined ? undefined : ASSETS[id];
}

export const accountParam = z.string().transform((text, context): string => {
  const account = accountNamed(text);
  if (account !== undefined) return account;
  context.addIssue({ code: 'custom', message: 'not an account' });
  return z.NEVER;
});

export const dcaParam = z
  .object({ number_of_chunks: small, chunk_interval: small })
  .transform((dca) => ({ numberOfChunks: dca.number_of_chunks, chunkIntervalBlocks: dca.chunk_interval }));
export const ccmParam = z
  .object({ message: hexBytes, gas_budget: numberOrHex, ccm_additional_data: hexBytes.optional() })
  .transform((ccm) => ({
    message: ccm.message,
    gasBudget: ccm.gas_budget,
    additionalData: ccm.ccm_additional_data ?? new Uint8Array(),
  }));
export const affiliatesParam = z.array(z.object({ account: accountParam, bps: basisPoints }));

export const refundParam = z
  .object({
    retry_duration: small,
    refund_address: z.string(),
    min_price: numberOrHex,
    refund_ccm_metadata: orNothing(ccmParam),
    max_oracle_price_slippage: orNothing(basisPoints),
  })
  .transform((refund) => ({
    retryDuration: refund.retry_duration,
    refundAddress: refund.refund_address,
    minPriceX128: refund.min_price,
    refundCcm: refund.refund_ccm_metadata,
    maxOracleSlippageBps: refund.max_oracle_price_slippage,
  }));
export type RefundParam = z.output<typeof refundParam>;

const evmExtra = z.object({
  chain: z.enum(['Ethereum', 'Arbitrum', 'Bsc']),
  input_amount: numberOrHex,
  refund_parameters: refundParam,
});
export const extraParam = z.discriminatedUnion('chain', [
  z.object({
    chain: z.literal('Bitcoin'),
    min_output_amount: numberOrHex,
    retry_duration: small,
    max_oracle_price_slippage: orNothing(basisPoints),
  }),
  evmExtra,
  z.object({
    chain: z.literal('Solana'),
    from: z.string(),
    seed: hexBytes,
    input_amount: numberOrHex,
    refund_parameters: refundParam,
    from_token_account: orNothing(z.string()),
  }),
]);
export type ExtraParam = z.output<typeof extraParam>;

export const optional = orNothing;

/**
 * The parameters by name. @throws {RpcError} -32602 when one is missing or invalid.
 * @param shape in the order of the call.
 */
export function namedParams<S extends z.ZodRawShape>(shape: S, params: unknown): z.output<z.ZodObject<S>> {
  const names = Object.keys(shape);
  const named = Array.isArray(params) ? Object.fromEntries(names.map((name, i) => [name, params[i]])) : (params ?? {});
  const parsed = z.object(shape).safeParse(named);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw invalidParams(`Invalid params: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`);
}
