/**
 * Implements the JSON conventions of Solana's RPC: plain 64-bit numbers, contexts, commitments and messages about
 * invalid parameters.
 */
import { z } from 'zod';
import { isAddress } from './addresses.ts';
import { type SolanaChain, SolanaRefused } from './solana-chain.ts';

/** Writes a bigint as a JSON number of any size: the rent epoch of every account is `u64::MAX`. */
export function rpcStringify(value: unknown): string {
  const mark = '\u0001';
  const text = JSON.stringify(value, (_key, item: unknown) => (typeof item === 'bigint' ? `${mark}${item}` : item));
  return text.replaceAll(/"\\u0001(-?\d+)"/g, '$1');
}

export type Commitment = 'processed' | 'confirmed' | 'finalized';

/** The number of slots until a transaction reaches each commitment. */
const SETTLED_AFTER: Record<Commitment, number> = { processed: 0, confirmed: 1, finalized: 32 };

export const commitmentOf = (slotsSince: number): Commitment =>
  slotsSince >= SETTLED_AFTER.finalized
    ? 'finalized'
    : slotsSince >= SETTLED_AFTER.confirmed
      ? 'confirmed'
      : 'processed';

export const isSettled = (slotsSince: number, commitment: Commitment): boolean =>
  slotsSince >= SETTLED_AFTER[commitment];

/** The last slot that has reached the commitment. */
export const slotAt = (chain: SolanaChain, commitment: Commitment): number => chain.slot() - SETTLED_AFTER[commitment];

export const commitmentSchema = z.enum(['processed', 'confirmed', 'finalized']).default('finalized');
export const addressSchema = z.string().refine(isAddress, { error: 'Invalid param: WrongSize' });
export const configSchema = z
  .object({ commitment: commitmentSchema, minContextSlot: z.number().int().optional() })
  .nullish()
  .transform((config) => config ?? { commitment: 'finalized' as const, minContextSlot: undefined });

export const invalidParams = (message: string): SolanaRefused => new SolanaRefused(-32602, message);

/** Reads positional parameters; trailing ones may be optional, as the schema says. @throws {SolanaRefused} -32602 */
export function readParams<T extends z.ZodType>(schema: T, params: unknown): z.infer<T> {
  const parsed = schema.safeParse(params);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const said = issue?.message ?? 'unreadable';
  throw invalidParams(said.startsWith('Invalid param') ? said : `Invalid params: ${said}.`);
}

/** A value with the slot it refers to. @throws {SolanaRefused} -32016 when that slot has not been reached. */
export function inContext(
  chain: SolanaChain,
  config: { commitment: Commitment; minContextSlot?: number | undefined },
  value: unknown,
): { context: { apiVersion: string; slot: number }; value: unknown } {
  const slot = slotAt(chain, config.commitment);
  if (config.minContextSlot !== undefined && config.minContextSlot > slot)
    throw new SolanaRefused(-32016, 'Minimum context slot has not been reached', { contextSlot: slot });
  return { context: { apiVersion: API_VERSION, slot }, value };
}

export const API_VERSION = '3.0.6';
export const FEATURE_SET = 3_604_001_754;
