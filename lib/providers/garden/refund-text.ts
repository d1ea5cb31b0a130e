/** Explains before money is locked who refunds it if the other side never locks, how, and after how long. */
import type { ChainKind } from '../../chains/chain.ts';
import { CHAINS } from '../../chains/chains.ts';
import type { ChainId } from '../../domain/chain-id.ts';
import type { RouteDraft } from '../../domain/route.ts';
import { lockSeconds } from '../../payments/garden/lock-time.ts';

/** Observed time locks, in blocks (slots) of their chain; the order has its own. */
const USUAL_TIMELOCK: Partial<Record<ChainKind, bigint>> = { utxo: 144n, evm: 7200n, solana: 216_000n };

export const lockMs = (chain: ChainId, timelock: bigint): number => Math.round(lockSeconds(chain, timelock) * 1000);

/** `about 4 hours`, `about a day`. */
export function durationText(ms: number): string {
  const hours = ms / 3_600_000;
  const minutes = Math.round(ms / 60_000);
  if (minutes <= 1) return 'about a minute';
  if (hours < 1) return `about ${minutes} minutes`;
  if (hours < 1.5) return 'about an hour';
  if (hours < 22) return `about ${Math.round(hours)} hours`;
  const days = Math.round(hours / 24);
  return days <= 1 ? 'about a day' : `about ${days} days`;
}

/**
 * @param timelock of the order, if there is one yet. @param toRefundAddress refunds go to another address than the
 * payer's.
 */
export function refundOf(
  chain: ChainId,
  timelock?: bigint,
  toRefundAddress = false,
): NonNullable<RouteDraft['refund']> {
  const { kind } = CHAINS[chain];
  const blocks = timelock ?? USUAL_TIMELOCK[kind] ?? 0n;
  const wait = durationText(lockMs(chain, blocks));
  if (kind === 'utxo')
    return {
      by: 'provider',
      note: `If no solver answers the deposit, it is sent to your ${toRefundAddress ? 'refund ' : ''}address. Garden’s key signs that refund, not yours: it can be mined ${blocks} blocks after the deposit (${wait}), or at once if the solver signs an instant refund with it. Pay the exact amount, once.`,
    };
  if (kind === 'solana')
    return {
      by: 'sender',
      note: `If no solver answers, the money stays locked for ${blocks} slots (${wait}). After that anybody may send the refund, which pays your own account; the solver can sign an instant refund before.`,
    };
  return {
    by: 'sender',
    note: `If no solver answers, the money stays locked in Garden’s contract for ${blocks} blocks (${wait}). After that anybody, you too, may call its refund, which pays your own address; the solver can sign an instant refund before.`,
  };
}
