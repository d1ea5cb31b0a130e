/** Reads the setting AFFILIATES: each affiliate's payouts, by the kinds that the upstreams declare, and its fees. */
import { z } from 'zod';
import type { NetworkName } from '../chains/chain.ts';
import type { FeeBook } from '../domain/affiliate-fee.ts';
import { CHAIN_IDS } from '../domain/chain-id.ts';
import { PROVIDER_IDS } from '../domain/provider-id.ts';
import { UPSTREAM_SETTINGS } from '../providers/upstream-settings.ts';
import type { Payout } from './declare-settings.ts';

const RULES = Object.values(UPSTREAM_SETTINGS).flatMap(({ payouts }) => payouts ?? []);

/** An example of the setting AFFILIATES. */
export const AFFILIATES_EXAMPLE = JSON.stringify({ abc: Object.assign({}, ...RULES.map(({ example }) => example)) });

/** The one affiliate of the sandbox, by name. */
export const SANDBOX_AFFILIATES: Readonly<Record<string, Record<string, string>>> = {
  ptg: Object.assign({}, ...RULES.map(({ sandbox }) => sandbox)),
};

const isPayout = (payout: Payout): boolean => RULES.every(({ isValid }) => isValid?.(payout) ?? true);
const feeBps = z.number().int().min(0).max(1000);
const chainId = z.enum(CHAIN_IDS).optional();
const feeRule = z.strictObject({
  provider: z.enum(PROVIDER_IDS).optional(),
  chain: chainId,
  from: chainId,
  to: chainId,
  bps: feeBps,
});
const affiliatesSchema = z.record(
  z.string().min(1),
  z
    .object({ fees: z.array(feeRule).max(200).default([]), leastFeeBps: feeBps.default(0) })
    .catchall(z.string())
    .transform(({ fees, leastFeeBps, ...payout }) => ({ payout, fees: { rules: fees, leastBps: leastFeeBps } }))
    .refine(({ payout }) => isPayout(payout)),
);

/** JSON that maps an affiliate's name to its payouts by kind, and to its fees. */
export const affiliates = z
  .string()
  .optional()
  .transform((text, context) => {
    if (text === undefined) return {};
    try {
      return affiliatesSchema.parse(JSON.parse(text));
    } catch {
      context.addIssue({
        code: 'custom',
        message: `JSON that maps a name to its payouts, such as ${AFFILIATES_EXAMPLE}, beside fees ([{"provider", "chain", "from", "to", "bps"}]) and leastFeeBps, where it has any`,
      });
      return z.NEVER;
    }
  });

/** One sentence for each payout that an upstream would not pay. */
export const payoutFaults = (own: Affiliates): string[] =>
  Object.entries(own).flatMap(([name, { payout }]) => RULES.flatMap(({ faults }) => faults?.(name, payout) ?? []));

type Affiliates = z.output<typeof affiliates>;

const inLowerCase = <T>(entries: readonly (readonly [string, T])[]): Record<string, T> =>
  Object.fromEntries(entries.map(([name, value]) => [name.toLowerCase(), value]));

/** Maps each affiliate's name in lower case to its payouts; the sandbox has one of its own, which may be given fees. */
export const payoutsOf = (own: Affiliates, network: NetworkName): Record<string, Record<string, string>> => {
  const preset = network === 'sandbox' ? SANDBOX_AFFILIATES : {};
  const named = inLowerCase(Object.entries(own).map(([name, { payout }]) => [name, payout]));
  const filled = Object.entries(named).map(
    ([name, payout]) => [name, Object.keys(payout).length === 0 ? (preset[name] ?? payout) : payout] as const,
  );
  return { ...preset, ...Object.fromEntries(filled) };
};

export const feesOf = (own: Affiliates): FeeBook =>
  inLowerCase(Object.entries(own).map(([name, { fees }]) => [name, fees]));
