/** What is known of an EVM chain beside the node's own state, and how a snapshot keeps it. */
import { z } from 'zod';
import type { ChainId } from '../../domain/chain-id.ts';
import type { InboundPayment } from '../ledger.ts';
import type { NetworkName } from './inbounds.ts';

export type ChainMemory = {
  height: number;
  /** Unix seconds of the last block. */
  time: number;
  /** Height of the last block that held a transaction. */
  lastTxHeight: number;
  /** Heights of the blocks that hold transactions, ascending. */
  txHeights: number[];
  /** Accepted and not yet in a block: hash to raw transaction. */
  pending: Map<string, string>;
  inbounds: InboundPayment[];
  payouts: Map<string, { hash: string; gasBaseUnits: bigint }>;
  vaults: string[];
  routers: Partial<Record<NetworkName, string>>;
};

type Payment = Omit<InboundPayment, 'chain'>;
const metaSchema = z.object({
  height: z.number(),
  time: z.number(),
  lastTxHeight: z.number(),
  // Folders of worlds that had no deposit channels yet lack it; nobody looks for deposits in blocks of that time.
  txHeights: z.array(z.number()).default([]),
  pending: z.array(z.tuple([z.string(), z.string()])),
  inbounds: z.array(
    z.custom<Payment>((value) => typeof value === 'object' && value !== null && 'blockHeight' in value),
  ),
  payouts: z.array(z.tuple([z.string(), z.object({ hash: z.string(), gasBaseUnits: z.bigint() })])),
  vaults: z.array(z.string()),
  routers: z.object({ thor: z.string().optional(), maya: z.string().optional() }),
});

/** As a snapshot keeps it. */
export const metaOf = (memory: ChainMemory): unknown => ({
  ...memory,
  pending: [...memory.pending],
  payouts: [...memory.payouts],
});

/** @throws {ZodError} when it is not what `metaOf` made. */
export function memoryOf(chain: ChainId, meta: unknown): ChainMemory {
  const saved = metaSchema.parse(meta);
  return {
    ...saved,
    pending: new Map(saved.pending),
    payouts: new Map(saved.payouts),
    inbounds: saved.inbounds.map((payment) => ({ ...payment, chain })),
  };
}
