'use client';
import { lazy, type RefObject, Suspense } from 'react';
import { useEmbedding } from '../embed/embedding.tsx';
import { useText } from '../ui/text.tsx';
import { useLinkAddress } from './link-address.ts';
import { RecipientRow } from './recipient-row.tsx';
import { RefundField } from './refund-field.tsx';
import { slippageAdvice, withinLimit } from './slippage-advice.ts';
import { SlippageField } from './slippage-field.tsx';
import type { Swap } from './use-swap.ts';

/** Only for the frame of a host that sets a receiver: it brings the rules of all chains' addresses. */
const HostReceiver = lazy(() => import('../embed/host-receiver.tsx').then((m) => ({ default: m.HostReceiver })));

type InputRef = RefObject<HTMLInputElement | null>;

/** The recipient, the refund address and the slippage tolerance. */
export function SwapDetails({ swap, toInput, fromInput }: { swap: Swap; toInput: InputRef; fromInput: InputRef }) {
  const { form, change, buy, sell, own, account, withoutWallet, route, recipient } = swap;
  const t = useText();
  const { hides, locks, options } = useEmbedding();
  const slippage = withinLimit(form.slippage, options.maxSlippage);
  const sender = useLinkAddress('from', form.from);
  const askFrom = account === undefined && (withoutWallet || form.from !== '' || swap.button.action === 'enterFrom');
  return (
    <>
      <RecipientRow
        entered={recipient.entered}
        symbol={buy.symbol}
        chainName={buy.chainName}
        own={own}
        fromLink={recipient.fromLink && !locks('to')}
        warnings={recipient.warnings}
        recents={recipient.recents}
        input={toInput}
        editing={recipient.editing}
        onEditing={recipient.setEditing}
        onChange={recipient.setTo}
      />
      {options.to && recipient.entered.text !== '' && (
        <Suspense fallback={null}>
          <HostReceiver receiver={recipient.entered.text} chain={buy.chain} />
        </Suspense>
      )}
      <p aria-live="polite" className="sr-only">
        {recipient.announced}
      </p>
      {askFrom && (
        <RefundField
          entered={swap.from}
          chainName={sell.chainName}
          input={fromInput}
          fromLink={sender.isLinked && !locks('from')}
          onChange={(from) => {
            sender.entered(from);
            change({ from });
          }}
        />
      )}
      {!hides('settings') && (
        <SlippageField
          slippage={slippage}
          auto={swap.autoPercent}
          locked={locks('slippage')}
          advice={slippageAdvice(t, slippage, route)}
          onChange={(chosen) => change({ slippage: withinLimit(chosen, options.maxSlippage) })}
        />
      )}
    </>
  );
}
