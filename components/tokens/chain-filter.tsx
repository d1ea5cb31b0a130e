'use client';
import { CirclePause, Search } from 'lucide-react';
import { memo, useId, useState } from 'react';
import { CHAINS } from '../../lib/chains/chains.ts';
import type { ChainId } from '../../lib/domain/chain-id.ts';
import { AssetIcon } from '../ui/asset-icon.tsx';
import { classNames } from '../ui/class-names.ts';
import { useText } from '../ui/text.tsx';
import { chainIcon } from './asset-view.ts';
import type { KnownChainStates } from './use-chain-states.ts';

/** With more chains than this, a search field finds them. */
const SEARCHED_FROM = 12;

const CHIP =
  'relative inline-flex shrink-0 cursor-pointer items-center gap-1.5 rounded-full border text-13 font-medium whitespace-nowrap transition-colors duration-150 has-focus-visible:outline-2 has-focus-visible:outline-water min-h-9 ps-1.5 pe-3 sm:min-h-9 sm:gap-2.5 sm:rounded-6 sm:border-transparent sm:px-2 sm:text-14';

/**
 * Filters by one chain or by none: a rail on wide screens, scrolling chips on narrow ones. Memoised, so that typing
 * does not render it again.
 */
export const ChainFilter = memo(function ChainFilter({
  chains,
  states,
  chosen,
  onChoose,
}: {
  chains: readonly ChainId[];
  states: KnownChainStates;
  chosen: ChainId | undefined;
  onChoose: (chain: ChainId | undefined) => void;
}) {
  const t = useText();
  const group = useId();
  const [wanted, setWanted] = useState('');
  const text = wanted.trim().toLowerCase();
  const shown = chains.filter(
    (chain) => CHAINS[chain].name.toLowerCase().includes(text) || chain.toLowerCase().startsWith(text),
  );
  return (
    <fieldset className="flex min-h-0 min-w-0 items-center gap-1.5 overflow-x-auto px-4 pb-3 [scrollbar-width:none] sm:w-[188px] sm:shrink-0 sm:flex-col sm:items-stretch sm:gap-0.5 sm:overflow-x-hidden sm:overflow-y-auto sm:overscroll-contain sm:border-line sm:border-e sm:px-2 sm:[scrollbar-width:thin]">
      <legend className="sr-only">{t('Chain')}</legend>
      {chains.length > SEARCHED_FROM && (
        <div className="shrink-0 sm:sticky sm:top-0 sm:z-10 sm:-mx-2 sm:bg-sheet sm:px-2 sm:py-2">
          <label className="flex min-h-9 w-40 items-center gap-1.5 rounded-full border border-line-3 bg-paper px-2.5 focus-within:outline-2 focus-within:outline-water sm:w-auto sm:rounded-6">
            <Search aria-hidden size={14} className="shrink-0 text-ink-3" />
            <span className="sr-only">{t('Find a chain')}</span>
            <input
              value={wanted}
              onChange={(event) => setWanted(event.target.value)}
              autoComplete="off"
              spellCheck={false}
              placeholder={t('Find a chain')}
              className="w-0 min-w-0 flex-1 bg-transparent py-1 text-14 outline-none max-sm:text-16"
            />
          </label>
        </div>
      )}
      {text === '' && (
        <ChainChoice
          group={group}
          name={t('All chains')}
          on={chosen === undefined}
          onChoose={() => onChoose(undefined)}
        />
      )}
      {shown.map((chain) => (
        <ChainChoice
          key={chain}
          group={group}
          chain={chain}
          name={CHAINS[chain].name}
          on={chosen === chain}
          pause={states.get(chain)?.paused?.reason}
          onChoose={() => onChoose(chain)}
        />
      ))}
      {shown.length === 0 && <p className="shrink-0 px-2 py-1 text-13 text-ink-2">{t('No chain with this name.')}</p>}
    </fieldset>
  );
});

function ChainChoice({
  group,
  chain,
  name,
  on,
  pause,
  onChoose,
}: {
  group: string;
  chain?: ChainId;
  name: string;
  on: boolean;
  /** Why trading is paused, in English, from the server. */
  pause?: string | undefined;
  onChoose: () => void;
}) {
  const reasonId = useId();
  return (
    <label
      title={pause}
      className={classNames(
        CHIP,
        // On narrow screens, where everything is in one line, it comes before the chain search field.
        chain === undefined && 'ps-3 max-sm:order-first',
        on
          ? 'border-water bg-water-tint text-water sm:border-transparent'
          : classNames('border-line-2 hover:border-ink-3 sm:hover:bg-sunken', pause ? 'text-ink-3' : 'text-ink-2'),
      )}
    >
      <input
        type="radio"
        name={group}
        checked={on}
        onChange={onChoose}
        aria-label={name}
        aria-describedby={pause ? reasonId : undefined}
        className="absolute inset-0 cursor-pointer opacity-0"
      />
      {chain && (
        <span className={classNames('grid', pause && 'opacity-55 grayscale')}>
          <AssetIcon src={chainIcon(chain)} letters={chain} size={20} />
        </span>
      )}
      <span className="min-w-0 flex-1 truncate">{name}</span>
      {pause && (
        <>
          <CirclePause aria-hidden size={14} className="shrink-0 text-amber" />
          <span id={reasonId} className="sr-only" lang="en">
            {pause}
          </span>
        </>
      )}
    </label>
  );
}
