'use client';
import { CHAINS } from '../../lib/chains/chains.ts';
import type { ChainId } from '../../lib/domain/chain-id.ts';
import { AssetIcon } from '../ui/asset-icon.tsx';
import { classNames } from '../ui/class-names.ts';
import { chainIcon } from './asset-view.ts';

/** One chain or all of them. */
export function ChainFilter({
  chains,
  chosen,
  onChoose,
}: {
  chains: readonly ChainId[];
  chosen: ChainId | undefined;
  onChoose: (chain: ChainId | undefined) => void;
}) {
  const chip = (on: boolean) =>
    classNames(
      'inline-flex min-h-8 shrink-0 items-center gap-1.5 rounded-full border ps-1.5 pe-2.5 text-12 font-medium whitespace-nowrap transition-colors duration-150',
      on ? 'border-water bg-water-tint text-water' : 'border-line-2 text-ink-2 hover:border-ink-3 hover:text-ink',
    );
  return (
    <fieldset className="-mx-4 flex min-w-0 gap-1.5 overflow-x-auto px-4 py-1 [scrollbar-width:thin] sm:mx-0 sm:flex-wrap sm:px-0">
      <legend className="sr-only">Chain</legend>
      <button
        type="button"
        aria-pressed={chosen === undefined}
        onClick={() => onChoose(undefined)}
        className={classNames(chip(chosen === undefined), 'ps-2.5')}
      >
        All chains
      </button>
      {chains.map((chain) => (
        <button
          key={chain}
          type="button"
          aria-pressed={chosen === chain}
          onClick={() => onChoose(chosen === chain ? undefined : chain)}
          className={chip(chosen === chain)}
        >
          <AssetIcon src={chainIcon(chain)} letters={chain} size={20} />
          {CHAINS[chain].name}
        </button>
      ))}
    </fieldset>
  );
}
