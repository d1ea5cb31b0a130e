/** Turns the made-up provider's state of a swap into facts. Pure. */
import type { Observation } from '../../domain/swap-status.ts';
import type { TrackedLeg } from '../provider.ts';
import type { MadeUpSwap } from './upstream-schemas.ts';

export function toObservations(
  { leg, route }: TrackedLeg,
  { paid, payoutHash }: MadeUpSwap,
  at: number,
): Observation[] {
  const amount = route.expectedBuy;
  const { chain } = amount.asset;
  const tx = { hash: paid, chain: route.sell.asset.chain };
  return [
    { kind: 'providerSeen', at, leg, final: true, tx },
    ...(payoutHash === undefined
      ? []
      : [
          { kind: 'swapDone' as const, at, leg, output: amount },
          { kind: 'outboundSent' as const, at, leg, tx: { hash: payoutHash, chain, amount } },
        ]),
  ];
}
