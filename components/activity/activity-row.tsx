'use client';
import { Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { PointInTime } from '../tracking/point-in-time.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { useText } from '../ui/text.tsx';
import { forgetSwap, isRunning, type SavedSwap } from './saved-swaps.ts';
import { SwapRow } from './swap-row.tsx';

/** A running swap without news for this long is shown with the time of its last news. */
const OLD_MS = 60_000;

/** @param now Unix milliseconds. */
export function ActivityRow({ swap, now, onForgot }: { swap: SavedSwap; now: number; onForgot: () => void }) {
  const t = useText();
  const [asking, setAsking] = useState(false);
  const asker = useRef<HTMLButtonElement>(null);
  const running = isRunning(swap, now);
  const old = running && swap.receivedAt !== undefined && now - swap.receivedAt > OLD_MS;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto]">
      <SwapRow swap={swap} />
      <IconButton
        ref={asker}
        label={t('Forget this swap')}
        aria-expanded={asking}
        onClick={() => setAsking(!asking)}
        className="mt-2 me-2 max-sm:size-11"
      >
        <Trash2 aria-hidden size={16} />
      </IconButton>
      {old && (
        <p className="col-span-2 flex gap-1 px-4 pb-2 text-13 text-ink-3">
          {t('Last known:')} <PointInTime at={swap.receivedAt ?? 0} />
        </p>
      )}
      {asking && (
        <div
          role="alertdialog"
          aria-label={t('Forget this swap')}
          className="col-span-2 grid gap-2 bg-sunken px-4 py-3"
        >
          <p>
            {running
              ? t(
                  'This swap is under way. Forgetting it changes nothing about your money, but this browser loses its hash. Save its receipt first.',
                )
              : t(
                  'This browser forgets the swap. Its page still opens by its link for as long as this deployment keeps it.',
                )}
          </p>
          <div className="flex flex-wrap gap-2">
            <Button
              size="small"
              onClick={() => {
                forgetSwap(swap);
                onForgot();
              }}
            >
              {t('Forget it')}
            </Button>
            <Button
              size="small"
              look="ghost"
              autoFocus
              onClick={() => {
                setAsking(false);
                asker.current?.focus();
              }}
            >
              {t('Keep it')}
            </Button>
          </div>
        </div>
      )}
    </li>
  );
}
