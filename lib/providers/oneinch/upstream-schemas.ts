/**
 * Defines the fields that are read of 1inch's answers; v6.1 and v6.0 alike. Source: 1inch/1inch-sdk-go
 * codegen/openapi.
 */
import { z } from 'zod';
import { flag, optionalNumber } from '../upstream-fields.ts';

/** An integer of base units: a string; a number only where it is exact. */
const baseUnits = z
  .union([z.string().regex(/^\d{1,78}$/), z.number().int().nonnegative().max(Number.MAX_SAFE_INTEGER)])
  .transform((value) => BigInt(value));

const address = z.string().regex(/^0x[0-9a-f]{40}$/i);

/** `tags` holds `RISK:…`, `PEG:…` and others; newer lists write them as objects. */
const tags = z
  .array(z.union([z.string(), z.object({ value: z.string() }).transform(({ value }) => value)]))
  .nullish()
  .transform((list) => list ?? []);

export const tokenSchema = z.object({
  address,
  symbol: z.string(),
  name: z.string().nullish(),
  decimals: z.number().int().min(0).max(36),
  logoURI: z.string().nullish(),
  isFoT: flag,
  tags,
});
export type UpstreamToken = z.output<typeof tokenSchema>;

/** Entries that cannot be read are skipped one by one. */
export const tokensSchema = z.object({ tokens: z.record(z.string(), z.unknown()) }).transform(({ tokens }) =>
  Object.values(tokens).flatMap((entry) => {
    const parsed = tokenSchema.safeParse(entry);
    return parsed.success ? [parsed.data] : [];
  }),
);

const tokenInfo = tokenSchema.nullish().catch(undefined);

const quoted = {
  dstAmount: baseUnits,
  srcToken: tokenInfo,
  dstToken: tokenInfo,
  gas: optionalNumber,
  // `protocols` differs between the versions and decides nothing about money: not read.
};

export const quoteSchema = z.object(quoted);
export type UpstreamQuote = z.output<typeof quoteSchema>;

export const swapSchema = z.object({
  ...quoted,
  tx: z.object({
    from: address,
    to: address,
    data: z.string().regex(/^0x([0-9a-f]{2})+$/i),
    value: baseUnits,
    gas: optionalNumber,
    gasPrice: baseUnits.nullish().catch(undefined),
    /** Not documented; where present it must be right. */
    chainId: optionalNumber,
  }),
});
export type UpstreamSwap = z.output<typeof swapSchema>;
export type UpstreamTx = UpstreamSwap['tx'];

/** Decimal text of US dollars by lower-case address. */
export const pricesSchema = z.record(z.string(), z.union([z.string(), z.number()])).transform(
  (prices) =>
    new Map(
      Object.entries(prices).flatMap(([token, price]): [string, string][] => {
        const text = String(price);
        return /^\d+(\.\d+)?$/.test(text) && Number(text) > 0 ? [[token.toLowerCase(), text]] : [];
      }),
    ),
);

/** Ids alone. */
export const sourcesSchema = z
  .object({ protocols: z.array(z.object({ id: z.string() })) })
  .transform(({ protocols }) => protocols.map(({ id }) => id));

/** `description` since v5, `message` before and at gateways; `code` in some answers of v6.1. A gateway's may be a number. */
export const errorSchema = z.object({
  code: z.string().nullish().catch(undefined),
  description: z.string().nullish(),
  message: z.string().nullish(),
  error: z.string().nullish(),
});
