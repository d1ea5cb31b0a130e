'use client';
import { Check, Octagon } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { Field } from '../ui/field.tsx';
import type { Asked, Logged } from './use-embed.ts';

const TONE: Readonly<Record<string, string>> = {
  completed: 'text-moss',
  failed: 'text-red',
  error: 'text-red',
  refunded: 'text-amber',
};

/** The most telling word or two of an event. */
function gist({ event }: Logged): string {
  switch (event.type) {
    case 'error':
      return event.message;
    case 'quote':
      return `${event.routes.length} routes, ${event.errors.length} without`;
    case 'routeChosen':
      return `${event.route.providers.join(' ')}: ${event.route.expectedBuyAmount}`;
    case 'wallet':
      return event.accounts.map(({ chain, walletName }) => `${chain} by ${walletName}`).join(', ') || 'none';
    case 'stage':
      return [event.trackingStatus, event.stage].filter(Boolean).join(', ');
    case 'height':
      return `${event.height} px`;
    case 'ready':
      return '';
    default:
      return `${event.sellAmount} ${event.sellAsset} to ${event.buyAsset}`;
  }
}

/** A waiting hook: the reader plays the host. */
export function AskedPanel({ asked }: { asked: Asked }) {
  const [reason, setReason] = useState('');
  return (
    <section aria-label={`Before ${asked.hook}`} className="grid gap-2 rounded-10 bg-amber-tint p-3">
      <p className="font-semibold text-amber">The frame asks before {asked.hook}. You are the host.</p>
      <Field
        label="What the person reads if you refuse"
        value={reason}
        onChange={({ target }) => setReason(target.value)}
        placeholder="Not for this account."
      />
      <div className="flex flex-wrap gap-2">
        <Button look="primary" size="small" icon={<Check aria-hidden size={16} />} onClick={() => asked.answer(true)}>
          Allow
        </Button>
        <Button
          size="small"
          icon={<Octagon aria-hidden size={16} />}
          onClick={() => asked.answer(reason || 'Not for this account.')}
        >
          Refuse
        </Button>
      </div>
    </section>
  );
}

/** Everything that the frame has sent to its host, newest first. */
export function EventLog({ log, onClear }: { log: readonly Logged[]; onClear: () => void }) {
  return (
    <section aria-labelledby="events" className="card min-w-0">
      <div className="flex items-center justify-between border-line border-b px-4 py-2">
        <h2 id="events" className="font-semibold text-16">
          Events
        </h2>
        <Button look="ghost" size="small" onClick={onClear} disabled={log.length === 0}>
          Clear
        </Button>
      </div>
      <div role="log" aria-label="Events of the embed">
        <ol className="max-h-96 overflow-y-auto py-1">
          {log.length === 0 && <li className="px-4 py-3 text-ink-3">Nothing yet.</li>}
          {log.map((entry) => (
            <li key={entry.key}>
              <details>
                <summary className="flex min-h-9 list-none items-baseline gap-3 px-4 py-1.5 hover:bg-sunken [&::-webkit-details-marker]:hidden">
                  <span className="num w-14 shrink-0 text-end text-12 text-ink-3">
                    {(entry.at / 1000).toFixed(1)} s
                  </span>
                  <span className={classNames('shrink-0 font-mono text-12', TONE[entry.event.type] ?? 'text-water')}>
                    {entry.event.type}
                  </span>
                  <span className="min-w-0 truncate text-12 text-ink-2">{gist(entry)}</span>
                </summary>
                <pre className="ltr mx-4 mb-2 overflow-x-auto rounded-6 bg-sunken p-3 font-mono text-12">
                  {JSON.stringify(entry.event, null, 2)}
                </pre>
              </details>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
