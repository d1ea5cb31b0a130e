/** Reads the setting AFFILIATES: each affiliate's payouts, by the kinds that the upstreams declare. */
import { z } from 'zod';
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
const affiliatesSchema = z.record(z.string().min(1), z.record(z.string(), z.string()).refine(isPayout));

/** JSON that maps an affiliate's name to its payouts by kind. */
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
        message: `JSON that maps a name to its payouts, such as ${AFFILIATES_EXAMPLE}`,
      });
      return z.NEVER;
    }
  });

/** One sentence for each payout that an upstream would not pay. */
export const payoutFaults = (byName: Readonly<Record<string, Payout>>): string[] =>
  Object.entries(byName).flatMap(([name, payout]) => RULES.flatMap(({ faults }) => faults?.(name, payout) ?? []));
