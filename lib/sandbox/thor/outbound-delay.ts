/**
 * Computes when a payout may be signed: the more value is scheduled, the longer it waits. Source:
 * manager_txout_current.go CalcTxOutHeight.
 */
import type { NetworkConfig } from './network-config.ts';
import type { NetworkState } from './state.ts';

const ONE = 100_000_000n;

/** The blocks until a payout of this native value leaves, given what is scheduled already. */
export function outboundDelayBlocks(
  config: NetworkConfig,
  state: NetworkState,
  value: bigint,
  extraBlocks = 0,
): number {
  if (value === 0n) return extraBlocks;
  const byHeight = scheduledByHeight(state);
  let scheduled = value;
  for (const [height, sum] of byHeight) if (height > state.height) scheduled += sum;
  const reduction = (ONE * scheduled) / config.minTxOutVolume;
  const rate = reduction >= config.txOutDelayRate ? 1n : config.txOutDelayRate - reduction;
  const least = value / rate;
  let height = state.height + Number(least > config.maxTxOutOffset ? config.maxTxOutOffset : least);
  for (let moved = 0; moved < 14_400; moved += 1) {
    const taken = byHeight.get(height) ?? 0n;
    if (taken === 0n || taken + value <= config.minTxOutVolume) break;
    height += 1;
  }
  return height - state.height + extraBlocks;
}

function scheduledByHeight(state: NetworkState): Map<number, bigint> {
  const sums = new Map<number, bigint>();
  for (const inbound of state.inbounds) {
    for (const outbound of inbound.outbounds) {
      if (outbound.state !== 'scheduled') continue;
      sums.set(outbound.scheduledHeight, (sums.get(outbound.scheduledHeight) ?? 0n) + outbound.value);
    }
  }
  return sums;
}
