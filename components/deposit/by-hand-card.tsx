'use client';
import { useMemo } from 'react';
import type { SaleRequest } from '../../lib/api/schemas/quote.ts';
import type { TrackData } from '../../lib/api/schemas/track.ts';
import { useGo } from '../embed/use-go.ts';
import { useWitnesses } from '../review/use-witnesses.ts';
import { swapLink } from '../swap/form-url.ts';
import { useText } from '../ui/text.tsx';
import { useSame } from '../ui/use-same.ts';
import { DepositCard } from './deposit-card.tsx';
import type { ReviewedPayment } from './reviewed-payments.ts';
import { useVaultCheck } from './use-vault-check.ts';

type Route = NonNullable<TrackData['route']>;

/** Where to pay, on the swap's own page, for a user who saw it before and returned without having paid. */
export function ByHandCard({
  route: answered,
  reviewed,
  onHash,
}: {
  route: Route;
  /** As it was reviewed in this browser. */
  reviewed: ReviewedPayment | undefined;
  onHash: (hash: string) => void;
}) {
  const t = useText();
  const router = useGo();
  const route = useSame(answered);
  const request = useMemo(
    (): SaleRequest => ({
      sellAsset: route.sellAsset,
      buyAsset: route.buyAsset,
      sellAmount: route.sellAmount,
      slippage: route.meta.slippagePercent ?? 1,
      sourceAddress: route.sourceAddress,
      destinationAddress: route.destinationAddress,
    }),
    [route],
  );
  const vault = useVaultCheck(route, request);
  const witness = useWitnesses(route, reviewed?.asked);
  const again = swapLink({
    sell: route.sellAsset,
    buy: route.buyAsset,
    amount: route.sellAmount,
    to: route.destinationAddress,
    from: route.sourceAddress,
    slippage: route.meta.slippagePercent ?? 1,
  });
  return (
    <section aria-labelledby="by-hand" className="grid gap-4 border-line border-t pt-4">
      <h2 id="by-hand" className="font-semibold text-16">
        {t('Pay from your wallet')}
      </h2>
      <DepositCard
        route={route}
        vault={vault}
        witness={reviewed ? witness : 'none'}
        onHash={onHash}
        onAgain={() => router.push(again)}
        returned
      />
    </section>
  );
}
