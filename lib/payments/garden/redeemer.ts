/** Reads the redeemer of a lock: only Garden knows whether it is the solver who pays out in return. */
import { evmTxSchema } from '../../api/schemas/route.ts';
import { CHAINS } from '../../chains/chains.ts';
import { assetOf } from '../../domain/asset.ts';
import type { PayableRoute } from '../payable-route.ts';
import { readSolanaTransaction } from '../solana/transaction.ts';
import { decodeInitiateCall } from './htlc-call.ts';
import { readSolanaInitiate } from './solana-initiate.ts';

function ofCall(tx: unknown): string | undefined {
  const parsed = evmTxSchema.safeParse(tx);
  return parsed.success ? decodeInitiateCall(parsed.data.data).redeemer : undefined;
}

function ofTransaction(tx: unknown, program: string | undefined): string | undefined {
  if (typeof tx !== 'string') return undefined;
  const lock = readSolanaTransaction(tx).instructions.find(({ programId }) => programId === program);
  return lock && readSolanaInitiate(lock)?.redeemer;
}

/** Undefined when nothing is locked, and when it is unreadable, which the check of the bytes reports. */
export function redeemerOf({ tx, sellAsset, targetAddress }: PayableRoute): string | undefined {
  const { kind } = CHAINS[assetOf(sellAsset).chain];
  try {
    if (kind === 'evm') return ofCall(tx);
    return kind === 'solana' ? ofTransaction(tx, targetAddress) : undefined;
  } catch {
    return undefined;
  }
}
