'use client';
import { type ReactNode, useCallback } from 'react';
import type { SaleRequest } from '../../lib/api/schemas/quote.ts';
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
  /** The user's request. */
  asked: Asked;
  /** What independent nodes say about the payment's address. */
  witness: WitnessState;
  request: SaleRequest;
  /** Shown in place of the payment details when the price has moved. */
  priceMoved: ReactNode;
  confirmPrice: () => Promise<void>;
  /** Called when something is created upstream for this payment, and when that ends. */
  onMaking: (making: boolean) => void;
  onAgain: () => void;
  onBack: () => void;
  onHash: (hash: string) => void;
};

/** Payment from elsewhere, to an address that is opened for it or to the one that the route names. */
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
  // The swap is saved as soon as the user may have paid, so that a user who comes back finds it in the list.
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
