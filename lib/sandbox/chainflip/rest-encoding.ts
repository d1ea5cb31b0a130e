/**
 * Answers `POST /api/encodeVaultSwapData` and `/api/encodeCfParameters`: the state chain's two calls in the backend's
 * form, with camel case keys and decimal integers. Source: chainflip-sdk-monorepo packages/swap/src/handlers.
 */
import { z } from 'zod';
import { checkAddress } from '../../chains/address.ts';
import { assetOfRef, CHAIN_INFO } from './assets.ts';
import { RpcError } from './json-rpc.ts';
import type { ChainflipNetwork } from './network.ts';
import { assertRouteEnabled, assertSwapAmount } from './quote-answer.ts';
import { answering, badRequest, type RestAnswer, unavailable } from './rest-answer.ts';
import { numberOrHex } from './rpc-params.ts';
import { accountNamed } from './scale.ts';
import { encodeParameters, requestEncoding } from './vault-swap-call.ts';

const asset = z.object({ chain: z.string(), asset: z.string() }).transform((ref, context) => {
  const found = assetOfRef(ref);
  if (found !== undefined) return found;
  context.addIssue({ code: 'custom', message: 'Invalid input' });
  return z.NEVER;
});
const account = z.string().refine((text) => text.startsWith('cF') && accountNamed(text) !== undefined, {
  error: ({ input }) => `${String(input)} is not a valid Chainflip address`,
});
const ccm = z.object({
  message: z.string(),
  gasBudget: z.string(),
  ccmAdditionalData: z.string().optional(),
});

const bodySchema = z
  .object({
    srcAsset: asset,
    srcAddress: z.string().optional(),
    destAsset: asset,
    destAddress: z.string(),
    amount: numberOrHex,
    commissionBps: z.number().optional(),
    ccmParams: ccm.optional(),
    maxBoostFeeBps: z.number().optional(),
    affiliates: z.array(z.object({ account, commissionBps: z.number() })).optional(),
    fillOrKillParams: z.object({
      retryDurationBlocks: z.number(),
      refundAddress: z.string(),
      minPriceX128: z.string().regex(/^[0-9]+$/),
      maxOraclePriceSlippage: z.number().int().nullish(),
    }),
    dcaParams: z.object({ numberOfChunks: z.number(), chunkIntervalBlocks: z.number() }).optional(),
    extraParams: z
      .object({ seed: z.string().regex(/^0x[0-9a-fA-F]{64}$/, 'Seed must be 32 bytes') })
      .partial()
      .optional(),
    brokerAccount: account.optional(),
  })
  .superRefine((body, context) => {
    const addresses = [
      [body.srcAsset, body.srcAddress],
      [body.destAsset, body.destAddress],
      [body.srcAsset, body.fillOrKillParams.refundAddress],
    ] as const;
    for (const [{ chain }, address] of addresses) {
      if (address === undefined || checkAddress(CHAIN_INFO[chain].chainId, address, 'sandbox').ok) continue;
      const message = `Address "${address}" is not a valid "${chain}" address for "sandbox"`;
      context.addIssue({ code: 'custom', message });
    }
  });
type Body = z.output<typeof bodySchema>;

const refundOf = ({ fillOrKillParams: terms }: Body) => ({
  retry_duration: terms.retryDurationBlocks,
  refund_address: terms.refundAddress,
  min_price: terms.minPriceX128,
  refund_ccm_metadata: null,
  max_oracle_price_slippage: terms.maxOraclePriceSlippage ?? null,
});

const PRICE_BITS = 128n;

function extraOf(network: ChainflipNetwork, body: Body): unknown {
  const { chain } = body.srcAsset;
  const terms = body.fillOrKillParams;
  if (chain === 'Bitcoin')
    return {
      chain,
      min_output_amount: ((body.amount * BigInt(terms.minPriceX128)) >> PRICE_BITS).toString(),
      retry_duration: terms.retryDurationBlocks,
      max_oracle_price_slippage: terms.maxOraclePriceSlippage ?? null,
    };
  const common = { chain, input_amount: body.amount.toString(), refund_parameters: refundOf(body) };
  if (chain !== 'Solana') return common;
  const { block, events } = network.state;
  const seed = network.world.secret(`vault swap seed|${block}|${events}|${body.srcAddress}|${body.amount}`);
  return {
    ...common,
    from: body.srcAddress,
    seed: body.extraParams?.seed ?? Buffer.from(seed).toString('hex'),
  };
}

const optionsOf = (body: Body) => [
  body.ccmParams === undefined
    ? null
    : {
        message: body.ccmParams.message,
        gas_budget: body.ccmParams.gasBudget,
        ccm_additional_data: body.ccmParams.ccmAdditionalData ?? '0x',
      },
  body.maxBoostFeeBps ?? null,
  body.brokerAccount === undefined
    ? null
    : (body.affiliates ?? []).map((one) => ({ account: one.account, bps: one.commissionBps })),
  body.dcaParams === undefined
    ? null
    : { number_of_chunks: body.dcaParams.numberOfChunks, chunk_interval: body.dcaParams.chunkIntervalBlocks },
];

const camel = (key: string): string => key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

function camelCased(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(camelCased);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [camel(key), camelCased(item)]));
}

/** Integers that the chain writes in hex are decimal in the backend's answers. */
const digits = (encoded: unknown): unknown =>
  typeof encoded === 'object' && encoded !== null && 'value' in encoded && typeof encoded.value === 'string'
    ? { ...encoded, value: BigInt(encoded.value).toString() }
    : encoded;

/** The backend treats a refusal by the chain as an unexpected error. */
function throughTheChain(call: () => unknown): RestAnswer {
  try {
    return { status: 200, body: call() };
  } catch (error) {
    if (error instanceof RpcError) return { status: 500, body: { message: 'unknown error' } };
    throw error;
  }
}

type Route = (network: ChainflipNetwork, body: Body, broker: string) => unknown;

const route =
  (call: Route) =>
  (network: ChainflipNetwork, text: string): RestAnswer =>
    answering(() => {
      const { market, broker } = network.state;
      if (market.maintenance.swaps) throw unavailable('The swap service is currently unavailable due to maintenance');
      const parsed = bodySchema.safeParse(json(text));
      if (!parsed.success) return { status: 400, body: { name: 'ZodError', issues: parsed.error.issues } };
      const body = parsed.data;
      assertRouteEnabled(market, body.srcAsset, body.destAsset);
      assertSwapAmount(market, body.srcAsset, body.amount);
      return throughTheChain(() => call(network, body, body.brokerAccount ?? broker.account));
    });

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw badRequest('invalid request');
  }
}

/** The backend's own broker takes no commission. */
const commissionOf = (body: Body): number => (body.brokerAccount === undefined ? 0 : (body.commissionBps ?? 0));

/** @param text the request's body. */
export const answerEncodeVaultSwapData = route((network, body, broker) =>
  digits(
    camelCased(
      requestEncoding(network, [
        broker,
        body.srcAsset,
        body.destAsset,
        body.destAddress,
        commissionOf(body),
        extraOf(network, body),
        ...optionsOf(body),
      ]),
    ),
  ),
);

/** @param text the request's body. */
export const answerEncodeCfParameters = route((network, body, broker) =>
  encodeParameters(network, [
    broker,
    body.srcAsset,
    body.destAsset,
    body.destAddress,
    commissionOf(body),
    refundOf(body),
    ...optionsOf(body),
  ]),
);
