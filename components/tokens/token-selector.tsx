'use client';
import { useVirtualizer } from '@tanstack/react-virtual';
import { Check, Search } from 'lucide-react';
import {
  type KeyboardEvent,
  type RefObject,
  useDeferredValue,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { WireToken } from '../../lib/api/schemas/tokens.ts';
import { CHAINS } from '../../lib/chains/chains.ts';
import type { ChainId } from '../../lib/domain/chain-id.ts';
import { Amount } from '../ui/amount.tsx';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { shortText } from '../ui/format.ts';
import { Sheet } from '../ui/sheet.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { ChainFilter } from './chain-filter.tsx';
import { chainsIn, searchTokens } from './search-tokens.ts';
import { TokenIcon } from './token-icon.tsx';
import type { TokenBook } from './use-tokens.ts';

const ROW = 60;

type SelectorProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  book: TokenBook;
  selected: string;
  /** The asset on the other side: choosing it changes the sides. */
  other: string;
  /** Decimal balances by lower-case asset, where known. */
  balances?: ReadonlyMap<string, string>;
  onChoose: (asset: string) => void;
};

export function TokenSelector(props: SelectorProps) {
  const { open, onOpenChange, title } = props;
  const search = useRef<HTMLInputElement>(null);
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title={title} width={460} flush focus={search}>
      <SelectorBody {...props} search={search} />
    </Sheet>
  );
}

function heldWorth(tokens: readonly WireToken[], balances: ReadonlyMap<string, string> | undefined) {
  const worth = new Map<string, number>();
  for (const token of tokens) {
    const balance = Number(balances?.get(token.asset.toLowerCase()) ?? 0);
    if (balance > 0) worth.set(token.asset.toLowerCase(), balance * (token.priceUsd ?? 1e-9));
  }
  return worth;
}

function SelectorBody({
  book,
  selected,
  other,
  balances,
  search,
  onChoose,
  onOpenChange,
}: SelectorProps & { search: RefObject<HTMLInputElement | null> }) {
  const [query, setQuery] = useState('');
  const [chain, setChain] = useState<ChainId>();
  const [active, setActive] = useState(0);
  const listId = useId();
  const wanted = useDeferredValue(query);
  const chains = useMemo(() => chainsIn(book.tokens), [book.tokens]);
  const found = useMemo(
    () => searchTokens(book.tokens, wanted, chain, heldWorth(book.tokens, balances)),
    [book.tokens, wanted, chain, balances],
  );
  const choose = (token: WireToken) => {
    onChoose(token.asset);
    onOpenChange(false);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 6, PageUp: -6 }[event.key];
    const edge = { Home: 0, End: found.length - 1 }[event.key];
    const token = found[active];
    if (event.key === 'Enter' && token) choose(token);
    else if (step !== undefined) setActive((at) => Math.min(found.length - 1, Math.max(0, at + step)));
    else if (edge !== undefined && (event.ctrlKey || query === '')) setActive(edge);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 p-4 pb-3">
        <label className="flex min-h-11 items-center gap-2 rounded-10 border border-line-3 bg-paper px-3 focus-within:outline-2 focus-within:outline-water">
          <Search aria-hidden size={18} className="shrink-0 text-ink-3" />
          <span className="sr-only">Search by name, symbol or address</span>
          <input
            ref={search}
            role="combobox"
            aria-expanded
            aria-controls={listId}
            aria-activedescendant={found[active] ? `${listId}-${active}` : undefined}
            autoComplete="off"
            spellCheck={false}
            placeholder="Name, symbol or address"
            value={query}
            onChange={(event) => {
              setQuery(event.target.value);
              setActive(0);
            }}
            onKeyDown={onKeyDown}
            className="min-w-0 flex-1 bg-transparent py-2 text-16 outline-none"
          />
        </label>
        <ChainFilter
          chains={chains}
          chosen={chain}
          onChoose={(next) => {
            setChain(next);
            setActive(0);
          }}
        />
        <p aria-live="polite" className="sr-only">
          {found.length} {found.length === 1 ? 'asset' : 'assets'}
        </p>
      </div>
      <TokenRows
        listId={listId}
        tokens={found}
        book={book}
        active={active}
        selected={selected}
        other={other}
        balances={balances}
        onChoose={choose}
        emptyFor={chain ? CHAINS[chain].name : undefined}
      />
    </>
  );
}

function TokenRows({
  listId,
  tokens,
  book,
  active,
  selected,
  other,
  balances,
  onChoose,
  emptyFor,
}: {
  listId: string;
  tokens: readonly WireToken[];
  book: TokenBook;
  active: number;
  selected: string;
  other: string;
  balances: ReadonlyMap<string, string> | undefined;
  onChoose: (token: WireToken) => void;
  emptyFor: string | undefined;
}) {
  const scroll = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count: tokens.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => ROW,
    overscan: 6,
    initialRect: { width: 400, height: 420 },
  });
  useEffect(() => {
    if (tokens.length > 0) rows.scrollToIndex(active);
  }, [active, tokens.length, rows]);
  if (book.phase !== 'ready') return <ListState book={book} />;
  return (
    <div
      ref={scroll}
      className="h-[min(60dvh,480px)] min-h-0 flex-auto overflow-y-auto overscroll-contain border-line border-t"
    >
      {tokens.length === 0 && (
        <p className="p-6 text-center text-ink-2">
          Nothing {emptyFor ? `on ${emptyFor} ` : ''}matches. The list holds what can be swapped now.
        </p>
      )}
      <div
        id={listId}
        role="listbox"
        aria-label="Assets"
        tabIndex={-1}
        className="relative"
        style={{ height: rows.getTotalSize() }}
      >
        {rows.getVirtualItems().map((item) => {
          const token = tokens[item.index];
          if (!token) return null;
          const key = token.asset.toLowerCase();
          return (
            <TokenRow
              key={token.asset}
              id={`${listId}-${item.index}`}
              token={token}
              top={item.start}
              position={item.index + 1}
              total={tokens.length}
              active={item.index === active}
              selected={key === selected.toLowerCase()}
              other={key === other.toLowerCase()}
              balance={balances?.get(key)}
              onChoose={() => onChoose(token)}
            />
          );
        })}
      </div>
    </div>
  );
}

function TokenRow({
  id,
  token,
  top,
  position,
  total,
  active,
  selected,
  other,
  balance,
  onChoose,
}: {
  id: string;
  token: WireToken;
  top: number;
  position: number;
  total: number;
  active: boolean;
  selected: boolean;
  other: boolean;
  balance: string | undefined;
  onChoose: () => void;
}) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are handled by the combobox above the list
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={selected}
      aria-posinset={position}
      aria-setsize={total}
      onClick={onChoose}
      style={{ height: ROW, transform: `translateY(${top}px)` }}
      className={classNames(
        'absolute inset-x-0 top-0 flex cursor-pointer items-center gap-3 px-4 hover:bg-sunken',
        active && 'bg-sunken shadow-[inset_2px_0_0_var(--water)]',
      )}
    >
      <TokenIcon asset={token.asset} size={34} />
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline gap-1.5">
          <span className="font-semibold text-16">{token.symbol}</span>
          <span className="truncate text-14 text-ink-2">{token.name}</span>
        </span>
        <span className="flex items-baseline gap-1.5 text-12 text-ink-3">
          {CHAINS[token.chain].name}
          {token.address && <span className="ltr font-mono">{shortText(token.address)}</span>}
          {other && <span>other side: the sides change</span>}
        </span>
      </span>
      {balance !== undefined && Number(balance) > 0 && (
        <span className="text-ink-2">
          <Amount value={balance} />
        </span>
      )}
      {selected && <Check aria-hidden size={18} className="text-water" />}
    </div>
  );
}

function ListState({ book }: { book: TokenBook }) {
  if (book.phase === 'failed') {
    return (
      <div className="grid h-[min(60dvh,480px)] content-center justify-items-center gap-3 border-line border-t p-6 text-center text-ink-2">
        <p role="alert">The list of assets could not be had. Your money is not affected.</p>
        <Button onClick={book.retry}>Try again</Button>
      </div>
    );
  }
  return (
    <div aria-busy="true" className="h-[min(60dvh,480px)] overflow-hidden border-line border-t">
      {['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((row) => (
        <div key={row} style={{ height: ROW }} className="flex items-center gap-3 px-4">
          <Skeleton className="size-[34px] rounded-full" />
          <span className="grid gap-1.5">
            <Skeleton className="h-4" width="88px" />
            <Skeleton className="h-3" width="132px" />
          </span>
        </div>
      ))}
    </div>
  );
}
