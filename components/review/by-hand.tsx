'use client';
import { type ReactNode, useCallback } from 'react';
import type { QuoteRequest } from '../../lib/api/schemas/quote.ts';
import type { Asked } from '../../lib/wallet/wallet-types.ts';
import { forgetSwap } from '../activity/saved-swaps.ts';
import { DepositCard } from '../deposit/deposit-card.tsx';
import { OpenChannel } from '../deposit/open-channel.tsx';
import { rememberReviewed } from '../deposit/reviewed-payments.ts';
import { useVaultCheck } from '../deposit/use-vault-check.ts';
import { type QuotedRoute, recordHash } from './use-payment.ts';
import type { WitnessState } from './use-witnesses.ts';

type ByHandProps = {
  quoted: QuotedRoute;
  /** What the person asked for. */
  asked: Asked;
  /** What nodes that are not this site's say of where the payment goes. */
  witness: WitnessState;
  request: QuoteRequest;
  /** In place of what would be paid, where the price has moved. */
  priceMoved: ReactNode;
  confirmPrice: () => Promise<void>;
  /** Something is being opened for this payment, or is no more. */
  onMaking: (making: boolean) => void;
  onAgain: () => void;
  onBack: () => void;
  onHash: (hash: string) => void;
};

/** Payment from elsewhere: through an address that is opened for it, or to the one that the route names. */
export function ByHand(props: ByHandProps) {
  const { quoted, asked, onBack, priceMoved, confirmPrice, onMaking } = props;
  return quoted.route.meta.depositChannel ? (
    <OpenChannel
      quoted={quoted}
      asked={asked}
      priceMoved={priceMoved}
      confirmPrice={confirmPrice}
      onMaking={onMaking}
      onBack={onBack}
    />
  ) : (
    <DepositByHand {...props} />
  );
}

function DepositByHand({ quoted, asked, witness, request, priceMoved, onAgain, onHash }: ByHandProps) {
  const vault = useVaultCheck(quoted.route, request);
  // Written down as soon as somebody may pay: whoever comes back finds it among their swaps.
  const onShown = useCallback(() => {
    const { inboundAddress: address, memo } = quoted.route;
    if (address !== undefined) rememberReviewed(quoted, asked, { address, memo });
    recordHash(quoted, '');
  }, [quoted, asked]);
  const onSent = (hash: string) => {
    forgetSwap({ ...quoted, hash: '' });
    onHash(hash);
  };
  return (
    <DepositCard
      route={quoted.route}
      vault={vault}
      witness={witness}
      priceMoved={priceMoved}
      onAgain={onAgain}
      onHash={onSent}
      onShown={onShown}
    />
  );
}
