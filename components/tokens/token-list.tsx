'use client';
import { useVirtualizer, type VirtualItem } from '@tanstack/react-virtual';
import {
  type ReactNode,
  type RefObject,
  useCallback,
  useDeferredValue,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
} from 'react';
import type { WireToken } from '../../lib/api/schemas/tokens.ts';
import { CHAINS } from '../../lib/chains/chains.ts';
import type { ChainId } from '../../lib/domain/chain-id.ts';
import type { Text } from '../../lib/i18n/text.ts';
import { Skeleton } from '../ui/skeleton.tsx';
import { useText } from '../ui/text.tsx';
import { PinButton, ROW, type RowFacts, TokenRow } from './token-row.tsx';
import type { Layout, Section } from './token-sections.ts';

/** Pixels. */
const HEAD = 36;
/** Rows rendered above and below the visible ones. */
const SPARE = 4;

/** What else the list shows of a token. */
export type FactsOf = (token: WireToken) => RowFacts & { pinned: boolean };

export type ListHandle = { show(option: number): void };

const titleOf = (t: Text, section: Section, chain: ChainId | undefined): string => {
  switch (section.id) {
    case 'pinned':
      return t('Pinned');
    case 'recent':
      return t('Recent');
    case 'yours':
      return t('Your assets');
    case 'popular':
      return chain ? t('Popular on {chain}', { chain: CHAINS[chain].name }) : t('Popular');
    case 'onChain':
      return t('Found on chain');
    default:
      return t('All assets');
  }
};

/** A virtual list: only the visible rows are in the DOM, however long the list is. */
export function TokenList({
  listId,
  layout,
  chain,
  active,
  factsOf,
  handle,
  contentKey,
  smallToggle,
  after,
  onChoose,
  onPoint,
  onPin,
}: {
  listId: string;
  layout: Layout;
  chain: ChainId | undefined;
  active: number;
  factsOf: FactsOf;
  handle: RefObject<ListHandle | null>;
  /** A new value means new content, which is scrolled to its top. */
  contentKey: string;
  /** Shown in the head of "Your assets". */
  smallToggle: ReactNode;
  after?: ReactNode;
  onChoose: (token: WireToken) => void;
  onPoint: (option: number) => void;
  onPin: (token: WireToken, on: boolean) => void;
}) {
  const t = useText();
  const scroll = useRef<HTMLDivElement>(null);
  // The virtual list measures its rows again when this function changes, so each layout gets its own.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the layout must change the function
  const getItemKey = useCallback((at: number) => at, [layout]);
  const rows = useVirtualizer({
    getItemKey,
    count: layout.rowCount,
    getScrollElement: () => scroll.current,
    estimateSize: (at) => (layout.isHead(at) ? HEAD : ROW),
    // A keystroke first renders the visible rows only; the spare rows follow.
    overscan: useDeferredValue(layout) === layout ? SPARE : 0,
    initialRect: { width: 400, height: 420 },
  });
  useImperativeHandle(handle, () => ({ show: (option) => rows.scrollToIndex(layout.rowOfOption(option)) }), [
    rows,
    layout,
  ]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other content begins at its top
  useLayoutEffect(() => {
    // At the top already, no scroll is requested, which would force a layout during a keystroke.
    if ((rows.scrollOffset ?? 0) > 0) scroll.current?.scrollTo({ top: 0 });
  }, [contentKey]);
  const items = rows.getVirtualItems();
  return (
    <div ref={scroll} className="contain-strict min-h-0 min-w-0 flex-1 overflow-y-auto overscroll-contain">
      <div className="relative" style={{ height: rows.getTotalSize() }}>
        <div id={listId} role="listbox" aria-label={t('Assets')} tabIndex={-1}>
          {sectionsSeen(layout, items).map(({ section, seen }, index) => (
            // biome-ignore lint/a11y/useSemanticElements: a group of options, which is no fieldset
            // biome-ignore lint/suspicious/noArrayIndexKey: by place, like the rows in it
            <div key={index} role="group" aria-label={titleOf(t, section, chain)}>
              {seen.map(({ item, token, option }) =>
                token ? (
                  <TokenRow
                    // Keyed by position, not by asset, so that the results of a keystroke reuse the rows that exist.
                    key={item.index}
                    id={`${listId}-${option}`}
                    facts={factsOf(token)}
                    top={item.start}
                    position={option + 1}
                    total={layout.optionCount}
                    active={option === active}
                    onChoose={() => onChoose(token)}
                    onPoint={() => option !== active && onPoint(option)}
                  />
                ) : (
                  <div
                    key="head"
                    aria-hidden
                    style={{ height: HEAD, transform: `translateY(${item.start}px)` }}
                    className="absolute inset-x-0 top-0 flex items-end px-4 pb-1.5 font-medium text-13 text-ink-3"
                  >
                    {titleOf(t, section, chain)}
                  </div>
                ),
              )}
            </div>
          ))}
        </div>
        {items.map((item) => {
          const row = layout.row(item.index);
          if (row?.kind === 'head')
            return row.section.id === 'yours' && smallToggle ? (
              <div
                key="small"
                style={{ top: item.start, height: HEAD }}
                className="absolute end-4 flex items-end pb-0.5"
              >
                {smallToggle}
              </div>
            ) : null;
          if (!row) return null;
          const { pinned } = factsOf(row.token);
          return (
            <PinButton
              key={item.index}
              token={row.token}
              top={item.start}
              pinned={pinned}
              reachable={row.option === active}
              onPin={() => onPin(row.token, !pinned)}
            />
          );
        })}
      </div>
      {after}
    </div>
  );
}

type Seen = { item: VirtualItem; token: WireToken | undefined; option: number };

/** Groups the rendered rows by section. */
function sectionsSeen(layout: Layout, items: readonly VirtualItem[]): { section: Section; seen: Seen[] }[] {
  const sections: { section: Section; seen: Seen[] }[] = [];
  for (const item of items) {
    const row = layout.row(item.index);
    if (!row) continue;
    const last = sections.at(-1);
    const seen: Seen =
      row.kind === 'token' ? { item, token: row.token, option: row.option } : { item, token: undefined, option: -1 };
    if (last?.section === row.section) last.seen.push(seen);
    else sections.push({ section: row.section, seen: [seen] });
  }
  return sections;
}

/** Placeholders of rows that are loading, at their final size. */
export const RowSkeletons = ({ count }: { count: number }) => (
  <div aria-busy="true">
    {Array.from({ length: count }, (_, row) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
      <div key={row} style={{ height: ROW }} className="flex items-center gap-3 px-4">
        <Skeleton className="size-9 rounded-full" />
        <span className="grid gap-1.5">
          <Skeleton className="h-4 w-[88px]" />
          <Skeleton className="h-3 w-[132px]" />
        </span>
      </div>
    ))}
  </div>
);
