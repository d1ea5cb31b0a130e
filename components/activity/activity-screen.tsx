'use client';
import Link from 'next/link';
import { useDeferredValue, useRef, useState } from 'react';
import { chainName } from '../../lib/chains/chains.ts';
import { msg } from '../../lib/i18n/text.ts';
import { Button, buttonClasses } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { Notice } from '../ui/notice.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { useText } from '../ui/text.tsx';
import { useOnline } from '../ui/use-online.ts';
import { ActivityFiles } from './activity-files.tsx';
import { ActivityRow } from './activity-row.tsx';
import {
  choicesOf,
  filterSwaps,
  isInState,
  NO_FILTER,
  STATES,
  type StateFilter,
  type SwapFilter,
} from './filter-swaps.ts';
import { LookUp } from './look-up.tsx';
import type { SavedSwap } from './saved-swaps.ts';
import { useSavedSwaps } from './use-saved-swaps.ts';

const AT_ONCE = 25;
/** So few swaps are found at a glance: searching them would take more room than they do. */
const FEW = 5;

/** All swaps of this browser, to search, follow, export and forget. Works offline. */
export function ActivityScreen() {
  const t = useText();
  const swaps = useSavedSwaps();
  const online = useOnline();
  return (
    <div className="mx-auto grid w-full max-w-[860px] grid-cols-[minmax(0,1fr)] gap-5 px-4 py-5 sm:px-6 wide:py-11">
      <h1 className="font-semibold text-20 tracking-[-0.01em]">{t('Activity')}</h1>
      {!online && (
        <Notice kind="care" live="polite" title={t('You are offline')}>
          {t('These are the last known states. The swaps go on without this page.')}
        </Notice>
      )}
      {/* Rendered together with the list, whose height is unknown before, so that nothing jumps. */}
      {swaps === undefined ? <Loading /> : <Known swaps={swaps} />}
    </div>
  );
}

function Known({ swaps }: { swaps: readonly SavedSwap[] }) {
  const t = useText();
  return (
    <>
      {swaps.length === 0 ? <Nothing /> : <List swaps={swaps} />}
      <LookUp />
      <ActivityFiles swaps={swaps} />
      <p className="text-13 text-ink-3">
        {t('This list is kept in this browser alone. Nobody from Portage will ever ask for your keys.')}
      </p>
    </>
  );
}

function Loading() {
  const t = useText();
  return (
    <div aria-busy="true" className="card grid gap-4 p-4">
      <span className="sr-only">{t('Activity')}</span>
      <Skeleton className="h-20" />
      <Skeleton className="h-20" />
      <Skeleton className="h-20" />
    </div>
  );
}

function Nothing() {
  const t = useText();
  return (
    <div className="card grid justify-items-start gap-3 p-4 sm:p-6">
      <h2 className="font-semibold text-16">{t('No swaps in this browser yet')}</h2>
      <p className="text-ink-2">
        {t('Swaps that you start here appear in this list. Those of another browser can be imported from a file.')}
      </p>
      <Link href="/" className={buttonClasses('primary', 'medium')}>
        {t('Go to the swap page')}
      </Link>
    </div>
  );
}

function List({ swaps }: { swaps: readonly SavedSwap[] }) {
  const t = useText();
  const [filter, setFilter] = useState<SwapFilter>(NO_FILTER);
  const [most, setMost] = useState(AT_ONCE);
  const count = useRef<HTMLParagraphElement>(null);
  const now = Date.now();
  const many = swaps.length > FEW;
  const found = filterSwaps(swaps, useDeferredValue(many ? filter : NO_FILTER), now);
  const change = (changed: Partial<SwapFilter>) => {
    setFilter({ ...filter, ...changed });
    setMost(AT_ONCE);
  };
  return (
    <>
      {many && <Filters swaps={swaps} filter={filter} onChange={change} now={now} />}
      <p ref={count} tabIndex={-1} role="status" className="num -mb-3 text-13 text-ink-3">
        {t.count(found.length, { one: '{n} swap', other: '{n} swaps' })}
      </p>
      {found.length > 0 && (
        <ul className="card divide-y divide-line">
          {found.slice(0, most).map((swap) => (
            <ActivityRow
              key={`${swap.quoteId}${swap.routeIndex}${swap.hash}`}
              swap={swap}
              now={now}
              onForgot={() => count.current?.focus()}
            />
          ))}
        </ul>
      )}
      {found.length === 0 && (
        <p className="card flex flex-wrap items-center gap-3 p-4 text-ink-2">
          {t('No swap fits.')}
          <Button size="small" onClick={() => change(NO_FILTER)}>
            {t('Show all')}
          </Button>
        </p>
      )}
      {found.length > most && (
        <Button onClick={() => setMost(most + AT_ONCE * 2)} className="justify-self-center">
          {t('Show more')}
        </Button>
      )}
    </>
  );
}

const STATE_LABELS: Readonly<Record<StateFilter, string>> = {
  all: msg('All'),
  running: msg('Under way'),
  needsYou: msg('Waiting for you'),
  done: msg('Done'),
  back: msg('Refunded or failed'),
};

function Filters({
  swaps,
  filter,
  onChange,
  now,
}: {
  swaps: readonly SavedSwap[];
  filter: SwapFilter;
  onChange: (changed: Partial<SwapFilter>) => void;
  now: number;
}) {
  const t = useText();
  const { assets, chains } = choicesOf(swaps);
  const box = 'min-h-10 rounded-10 border border-line-3 bg-paper px-3 text-14 max-sm:min-h-11 max-sm:text-16';
  return (
    <search className="grid gap-2">
      <fieldset className="flex flex-wrap gap-1.5">
        <legend className="sr-only">{t('State')}</legend>
        {STATES.map((state) => (
          <button
            key={state}
            type="button"
            aria-pressed={filter.state === state}
            onClick={() => onChange({ state })}
            className={classNames(
              'num inline-flex min-h-9 items-center gap-1.5 rounded-full border px-3 font-medium text-14 transition-colors duration-150 max-sm:min-h-11',
              filter.state === state
                ? 'border-water bg-water-tint text-water'
                : 'border-line-3 text-ink-2 hover:bg-sunken hover:text-ink',
            )}
          >
            {t(STATE_LABELS[state])}
            <span className="text-13">{swaps.filter((swap) => isInState(swap, state, now)).length}</span>
          </button>
        ))}
      </fieldset>
      <div className="grid gap-2 sm:grid-cols-[minmax(0,1fr)_auto_auto]">
        <input
          type="search"
          aria-label={t('Search by hash, address, asset or provider')}
          placeholder={t('Search by hash, address, asset or provider')}
          value={filter.text}
          onChange={(event) => onChange({ text: event.target.value })}
          className={classNames(box, 'w-full min-w-0')}
        />
        <select
          aria-label={t('Asset')}
          value={filter.asset}
          onChange={(event) => onChange({ asset: event.target.value })}
          className={box}
        >
          <option value="">{t('Any asset')}</option>
          {assets.map((asset) => (
            <option key={asset}>{asset}</option>
          ))}
        </select>
        <select
          aria-label={t('Chain')}
          value={filter.chain}
          onChange={(event) => onChange({ chain: event.target.value })}
          className={box}
        >
          <option value="">{t('Any chain')}</option>
          {chains.map((chain) => (
            <option key={chain} value={chain}>
              {chainName(chain)}
            </option>
          ))}
        </select>
      </div>
    </search>
  );
}
