import { Check, Undo2, X } from 'lucide-react';
import type { NetworkName } from '../../lib/chains/chain.ts';
import { CHAINS } from '../../lib/chains/chains.ts';
import { explorerAddressUrl, explorerTxUrl } from '../../lib/chains/hash.ts';
import { ShortAddress } from '../ui/address.tsx';
import { classNames } from '../ui/class-names.ts';
import { HashLink } from '../ui/hash-link.tsx';
import type { StepState, TimelineStep } from './timeline-steps.ts';

const WORDS: Record<StepState, string> = {
  done: 'done',
  now: 'now',
  waiting: 'to come',
  back: 'turned back',
  failed: 'failed',
};

const MARKS: Record<StepState, string> = {
  done: 'bg-water text-water-ink',
  now: 'border-2 border-water shadow-[0_0_0_4px_var(--water-tint)]',
  waiting: 'border-2 border-line-3',
  back: 'bg-amber text-sheet',
  failed: 'bg-red text-sheet',
};

function Mark({ state }: { state: StepState }) {
  return (
    <span className={classNames('mt-0.5 grid size-4 place-items-center rounded-full', MARKS[state])}>
      {state === 'done' && <Check aria-hidden size={11} strokeWidth={3} />}
      {state === 'back' && <Undo2 aria-hidden size={11} strokeWidth={3} />}
      {state === 'failed' && <X aria-hidden size={11} strokeWidth={3} />}
    </span>
  );
}

/** What happened, what is happening, what is to come, each with its evidence. */
export function TimelineList({ steps, network }: { steps: readonly TimelineStep[]; network: NetworkName }) {
  return (
    <ol className="divide-y divide-line">
      {steps.map((step) => (
        <li
          key={step.id}
          aria-current={step.state === 'now' ? 'step' : undefined}
          className={classNames(
            'grid grid-cols-[16px_minmax(0,1fr)] gap-x-3.5 py-3',
            step.state === 'waiting' && 'text-ink-3',
          )}
        >
          <Mark state={step.state} />
          <div className="grid gap-0.5">
            <p className={step.state === 'waiting' ? undefined : 'font-medium'}>
              {step.title}
              <span className="sr-only">, {WORDS[step.state]}</span>
            </p>
            {step.details.map((detail) => (
              <p key={detail} className="num text-12 text-ink-2">
                {detail}
              </p>
            ))}
            {step.address && (
              <p className="text-12 text-ink-3">
                {step.state === 'waiting' ? 'at ' : 'to '}
                <ShortAddress
                  address={step.address}
                  copy="the address"
                  href={step.tx && explorerAddressUrl(step.tx.chain, step.address, network)}
                />
              </p>
            )}
            {step.tx && (
              <p className="flex flex-wrap items-center gap-x-2 text-12 text-ink-3">
                {CHAINS[step.tx.chain].name}
                <HashLink
                  hash={step.tx.hash}
                  href={explorerTxUrl(step.tx.chain, step.tx.hash, network)}
                  what={`the transaction on ${CHAINS[step.tx.chain].name}`}
                />
              </p>
            )}
          </div>
        </li>
      ))}
    </ol>
  );
}
