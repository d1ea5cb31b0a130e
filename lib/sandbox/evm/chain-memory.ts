/** Defines what is known of an EVM chain beside the node's own state, and how snapshots store it. */
import { z } from 'zod';
import type { ChainId } from '../../domain/chain-id.ts';
import type { InboundPayment } from '../ledger.ts';
import type { NetworkName } from './inbounds.ts';

export type ChainMemory = {
  height: number;
  /** Unix seconds of the last block. */
  time: number;
  /** Height of the last block with a transaction. */
  lastTxHeight: number;
  /** Heights of all blocks with transactions, ascending. */
  txHeights: number[];
  /** Transactions that were accepted and not mined: raw transaction by hash. */
  pending: Map<string, string>;
  /**
   * What a fork of the last blocks would undo, in order: their transactions, and what the writes after each of them
   * added.
   */
  recent: Recent[];
  /** How often blocks have been replaced. */
  forks: number;
  inbounds: InboundPayment[];
  payouts: Map<string, { hash: string; gasBaseUnits: bigint }>;
  vaults: string[];
  routers: Partial<Record<NetworkName, string>>;
};

/** The most blocks that a fork can replace. */
export const DEEPEST_FORK = 12;
const recentSchema = z.union([
  z.object({ height: z.number(), hash: z.string(), raw: z.string() }),
  z.object({ height: z.number(), added: z.array(z.tuple([z.string(), z.array(z.unknown())])) }),
]);
export type Recent = z.infer<typeof recentSchema>;

type Payment = Omit<InboundPayment, 'chain'>;
const metaSchema = z.object({
  height: z.number(),
  time: z.number(),
  lastTxHeight: z.number(),
  // Missing in worlds older than deposit channels; no deposits are sought in their earlier blocks.
  txHeights: z.array(z.number()).default([]),
  pending: z.array(z.tuple([z.string(), z.string()])),
  recent: z.array(recentSchema).default([]),
  forks: z.number().default(0),
  inbounds: z.array(
    z.custom<Payment>((value) => typeof value === 'object' && value !== null && 'blockHeight' in value),
  ),
  payouts: z.array(z.tuple([z.string(), z.object({ hash: z.string(), gasBaseUnits: z.bigint() })])),
  vaults: z.array(z.string()),
  routers: z.object({ thor: z.string().optional(), maya: z.string().optional() }),
});

/** The form stored in a snapshot. */
export const metaOf = (memory: ChainMemory): unknown => ({
  ...memory,
  pending: [...memory.pending],
  payouts: [...memory.payouts],
});

/** @throws {ZodError} when `metaOf` did not make it. */
export function memoryOf(chain: ChainId, meta: unknown): ChainMemory {
  const saved = metaSchema.parse(meta);
  return {
    ...saved,
    pending: new Map(saved.pending),
    payouts: new Map(saved.payouts),
    inbounds: saved.inbounds.map((payment) => ({ ...payment, chain })),
  };
}
