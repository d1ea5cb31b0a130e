'use client';
import { Check, ChevronRight, Undo2, X } from 'lucide-react';
import type { NetworkName } from '../../lib/chains/chain.ts';
import { CHAINS } from '../../lib/chains/chains.ts';
import { explorerAddressUrl, explorerTxUrl } from '../../lib/chains/explorer.ts';
import { msg } from '../../lib/i18n/text.ts';
import { ShortAddress } from '../ui/address.tsx';
import { classNames } from '../ui/class-names.ts';
import { HashLink } from '../ui/hash-link.tsx';
import { useText } from '../ui/text.tsx';
import { PointInTime } from './point-in-time.tsx';
import type { Detail, RawFact, StepState, TimelineStep } from './timeline-step.ts';

const STATE_TEXTS: Record<StepState, string> = {
  done: msg('done'),
  now: msg('now'),
  waiting: msg('upcoming'),
  back: msg('turned back'),
  failed: msg('failed'),
};

const MARKS: Record<StepState, string> = {
  done: 'bg-moss text-sheet',
  now: 'border-2 border-water bg-sheet shadow-[0_0_0_4px_var(--water-tint)]',
  waiting: 'border-2 border-line-3 bg-sheet',
  back: 'bg-amber text-sheet',
  failed: 'bg-red text-sheet',
};

/** The connection to the next step: solid when done, dotted before. */
const WAYS: Record<StepState, string> = {
  done: 'border-s-2 border-moss',
  now: 'border-s-2 border-line-3 border-dotted',
  waiting: 'border-s-2 border-line-3 border-dotted',
  back: 'border-s-2 border-amber',
  failed: 'border-s-2 border-line-3 border-dotted',
};

function Mark({ state, isLast }: { state: StepState; isLast: boolean }) {
  return (
    <span aria-hidden className="relative flex flex-col items-center">
      <span className={classNames('z-1 mt-0.5 grid size-4 shrink-0 place-items-center rounded-full', MARKS[state])}>
        {state === 'done' && <Check size={11} strokeWidth={3} />}
        {state === 'back' && <Undo2 size={11} strokeWidth={3} className="rtl:-scale-x-100" />}
        {state === 'failed' && <X size={11} strokeWidth={3} />}
      </span>
      {!isLast && <span className={classNames('absolute top-5 -bottom-2.5 w-0', WAYS[state])} />}
    </span>
  );
}

const DetailLine = ({ detail }: { detail: Detail }) =>
  typeof detail === 'string' ? (
    <p className="num text-13 text-ink-2">{detail}</p>
  ) : (
    <p lang="en" dir="auto" className="num text-13 text-ink-2 [overflow-wrap:anywhere]">
      {detail.english}
    </p>
  );

/** A progress bar; the step's text says the same. */
const Bar = ({ percentage }: { percentage: number }) => (
  <span aria-hidden className="mt-1 block h-1.5 max-w-80 overflow-hidden rounded-full bg-line">
    <span
      style={{ width: `${Math.min(100, Math.max(2, percentage))}%` }}
      className="block h-full rounded-full bg-water transition-[width] duration-250"
    />
  </span>
);

function Raw({ facts }: { facts: readonly RawFact[] }) {
  const t = useText();
  return (
    <details className="group/raw text-13 text-ink-3">
      <summary className="inline-flex min-h-6 list-none items-center gap-1 rounded-6 hover:text-ink [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden
          size={12}
          className="transition-transform duration-150 group-open/raw:rotate-90 rtl:-scale-x-100"
        />
        {t('Evidence')}
      </summary>
      <dl className="grid gap-1 py-1">
        {facts.map(({ name, value }) => (
          <div key={name} className="grid gap-x-3 sm:grid-cols-[96px_minmax(0,1fr)]">
            <dt>{name}</dt>
            <dd className="ltr num min-w-0 font-mono text-ink-2 [overflow-wrap:anywhere]">{value}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

function Proof({ step, network }: { step: TimelineStep; network: NetworkName }) {
  const t = useText();
  const { tx, address } = step;
  const chain = tx && CHAINS[tx.chain].name;
  return (
    <>
      {address && (
        <p className="flex flex-wrap items-center gap-x-1.5 text-13 text-ink-3">
          {step.state === 'waiting' ? t('At') : t('To')}
          <ShortAddress
            address={address}
            copy={t('the address')}
            href={tx && explorerAddressUrl(tx.chain, address, network)}
          />
        </p>
      )}
      {tx && chain && (
        <p className="flex flex-wrap items-center gap-x-2 text-13 text-ink-3">
          {chain}
          <HashLink
            hash={tx.hash}
            href={explorerTxUrl(tx.chain, tx.hash, network)}
            what={t('the transaction on {chain}', { chain })}
          />
        </p>
      )}
    </>
  );
}

/** What happened, what is happening and what is to come, each with its evidence. The text alone tells the story. */
export function TimelineList({ steps, network }: { steps: readonly TimelineStep[]; network: NetworkName }) {
  const t = useText();
  const proven = steps.some(({ tx }) => tx !== undefined);
  return (
    <div>
      <ol aria-label={t('What happened to this swap')} className="grid">
        {steps.map((step, index) => (
          <li
            key={step.id}
            aria-current={step.state === 'now' ? 'step' : undefined}
            className={classNames(
              'grid grid-cols-[16px_minmax(0,1fr)] gap-x-3.5 py-2',
              step.state === 'waiting' && 'text-ink-3',
            )}
          >
            <Mark state={step.state} isLast={index === steps.length - 1} />
            <div className="grid gap-0.5">
              <div className="flex flex-wrap items-baseline justify-between gap-x-4">
                <p
                  className={classNames('min-w-0 [overflow-wrap:anywhere]', step.state !== 'waiting' && 'font-medium')}
                >
                  {step.title}
                  <span className="sr-only">, {t(STATE_TEXTS[step.state])}</span>
                </p>
                <StepTime step={step} />
              </div>
              {step.details.map((detail) => (
                <DetailLine key={typeof detail === 'string' ? detail : detail.english} detail={detail} />
              ))}
              {step.bar && <Bar percentage={step.bar.percentage} />}
              <Proof step={step} network={network} />
              {step.raw && step.raw.length > 0 && <Raw facts={step.raw} />}
            </div>
          </li>
        ))}
      </ol>
      {proven && network === 'sandbox' && (
        <p className="mt-1 text-13 text-ink-3">{t('Test chains have no block explorer.')}</p>
      )}
    </div>
  );
}

function StepTime({ step: { at, expectedAt, state } }: { step: TimelineStep }) {
  const t = useText();
  if (at !== undefined) return <PointInTime at={at} className="text-ink-3" />;
  if (expectedAt !== undefined) return <PointInTime at={expectedAt} expected className="text-ink-3" />;
  return state === 'now' ? (
    <span aria-hidden className="text-13 text-water">
      {t('now')}
    </span>
  ) : null;
}
