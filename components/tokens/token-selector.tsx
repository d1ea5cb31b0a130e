'use client';
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react';
import type { WireToken } from '../../lib/api/schemas/tokens.ts';
import { usd } from '../ui/format.ts';
import { Sheet } from '../ui/sheet.tsx';
import { useText } from '../ui/text.tsx';
import { ChainFilter } from './chain-filter.tsx';
import { isAccepted, remember } from './remembered.ts';
import { SearchField } from './search-field.tsx';
import { ListEnd, ListNotes } from './selector-notes.tsx';
import { type ListHandle, TokenList } from './token-list.tsx';
import { SMALL_USD } from './token-sections.ts';
import { keepToken } from './token-store.ts';
import { TokenWarning } from './token-warning.tsx';
import { hasNamesake, type Selector, type SelectorInput, useSelector } from './use-selector.ts';

export type TokenSelectorProps = SelectorInput & {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** "What do you sell?" */
  title: string;
  /** Called with the identifier, which `book.find` can resolve from then on. */
  onChoose: (asset: string) => void;
  /** What is focused after a choice; the button that opened the selector if undefined, as after closing without one. */
  focusAfterChoice?: (() => HTMLElement | null | undefined) | undefined;
};

const PAGE = 7;
/** Milliseconds after the last change: a screen reader announces the number of results once, not at every letter. */
const COUNT_DELAY_MS = 600;

export function TokenSelector(props: TokenSelectorProps) {
  const { open, onOpenChange, title, onChoose, focusAfterChoice } = props;
  const search = useRef<HTMLInputElement>(null);
  const chosen = useRef(false);
  useEffect(() => {
    if (open) chosen.current = false;
  }, [open]);
  const choose = (asset: string) => {
    chosen.current = true;
    onChoose(asset);
  };
  const focusAfter = () => (chosen.current ? focusAfterChoice?.() : undefined);
  return (
    <Sheet {...{ open, onOpenChange, title, focusAfter }} width={640} flush focus={search}>
      <SelectorBody {...props} onChoose={choose} search={search} />
    </Sheet>
  );
}

type BodyProps = TokenSelectorProps & { search: RefObject<HTMLInputElement | null> };

function SelectorBody({ search, onChoose, onOpenChange, ...input }: BodyProps) {
  const selector = useSelector(input);
  const [doubtful, setDoubtful] = useState<WireToken>();
  const [returned, setReturned] = useState(false);
  const use = (token: WireToken) => {
    if (token.providers.length === 0) keepToken(token);
    remember('recent', token.asset);
    onChoose(token.asset);
    onOpenChange(false);
  };
  const choose = (token: WireToken) => {
    if (token.verified === false && !isAccepted(token.asset)) setDoubtful(token);
    else use(token);
  };
  return (
    <div className="flex h-[min(74dvh,640px)] min-h-0 flex-col sm:h-[min(68dvh,580px)]">
      {doubtful ? (
        <TokenWarning
          token={doubtful}
          namesake={hasNamesake(selector.index, doubtful)}
          onBack={() => {
            setDoubtful(undefined);
            setReturned(true);
          }}
          onAccept={() => {
            remember('accepted', doubtful.asset);
            use(doubtful);
          }}
        />
      ) : (
        <Choosing selector={selector} book={input.book} search={search} returned={returned} onChoose={choose} />
      )}
    </div>
  );
}

/** The option that a key moves to; undefined when the key is not one of the list's. */
function keyed(event: KeyboardEvent, { active, layout, query }: Selector): number | undefined {
  const last = layout.optionCount - 1;
  const step = { ArrowDown: 1, ArrowUp: -1, PageDown: PAGE, PageUp: -PAGE }[event.key];
  if (step !== undefined) return Math.min(last, Math.max(0, active + step));
  // In a text, Home and End belong to the cursor.
  if (query !== '' && !event.ctrlKey && !event.metaKey) return undefined;
  return { Home: 0, End: Math.max(0, last) }[event.key];
}

const isTyping = (event: KeyboardEvent): boolean =>
  event.key.length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey && !event.altKey;

function Choosing({
  selector,
  book,
  search,
  returned,
  onChoose,
}: {
  selector: Selector;
  book: BodyProps['book'];
  search: RefObject<HTMLInputElement | null>;
  /** The user came back from the warning, whose focused button is gone. */
  returned: boolean;
  onChoose: (token: WireToken) => void;
}) {
  const t = useText();
  const listId = useId();
  const list = useRef<ListHandle>(null);
  const { query, chain, active, layout } = selector;
  useEffect(() => {
    // Not on touch screens, where focus would open the keyboard.
    if (returned && !window.matchMedia('(pointer: coarse)').matches) search.current?.focus();
  }, [returned, search]);
  const onListKey = (event: KeyboardEvent) => {
    const next = keyed(event, selector);
    const token = layout.option(active);
    if (next !== undefined) {
      selector.setActive(next);
      list.current?.show(next);
    } else if (event.key === 'Enter' && token && !event.nativeEvent.isComposing) onChoose(token);
    else return;
    event.preventDefault();
  };
  /**
   * Wherever the focus is in the dialog, typing searches and the arrow keys move in the list, except in the chain
   * filter.
   */
  const onAnyKey = (event: KeyboardEvent) => {
    if (!(event.target instanceof HTMLElement)) return;
    const field = event.target instanceof HTMLInputElement ? event.target.type : '';
    if (field === 'text') return;
    const arrows = field !== 'radio' && ['ArrowDown', 'ArrowUp'].includes(event.key);
    if (!isTyping(event) && !arrows) return;
    search.current?.focus();
    if (arrows) onListKey(event);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it handles keys that bubble up from the focused element
    <div className="flex min-h-0 flex-1 flex-col" onKeyDown={onAnyKey}>
      <div className="p-4 pb-3">
        <SearchField
          input={search}
          value={query}
          listId={listId}
          activeId={layout.optionCount > 0 ? `${listId}-${active}` : undefined}
          onChange={selector.setQuery}
          onKeyDown={onListKey}
        />
        <OptionCount count={layout.optionCount} />
      </div>
      <div className="flex min-h-0 flex-1 flex-col border-line sm:flex-row sm:border-t">
        <ChainFilter chains={selector.chains} states={selector.states} chosen={chain} onChoose={selector.setChain} />
        <div className="flex min-h-0 min-w-0 flex-1 flex-col">
          <ListNotes book={book} selector={selector} />
          <TokenList
            listId={listId}
            layout={layout}
            chain={chain}
            active={active}
            factsOf={selector.factsOf}
            handle={list}
            contentKey={`${chain ?? ''} ${query}`}
            smallToggle={
              selector.hasSmall && (
                <button
                  type="button"
                  aria-pressed={selector.hideSmall}
                  onClick={() => selector.setHideSmall(!selector.hideSmall)}
                  className="min-h-8 rounded-6 px-2 text-13 text-ink-2 hover:bg-sunken hover:text-ink aria-pressed:text-water"
                >
                  {t('Hide under {value}', { value: usd(SMALL_USD, t.tag) })}
                </button>
              )
            }
            after={<ListEnd book={book} selector={selector} />}
            onChoose={onChoose}
            onPoint={selector.setActive}
            onPin={(token, on) => remember('pinned', token.asset, on)}
          />
        </div>
      </div>
    </div>
  );
}

/** Announces the number of results to screen readers. */
function OptionCount({ count }: { count: number }) {
  const t = useText();
  const [said, setSaid] = useState<number>();
  useEffect(() => {
    const timer = setTimeout(() => setSaid(count), COUNT_DELAY_MS);
    return () => clearTimeout(timer);
  }, [count]);
  return (
    <p aria-live="polite" className="sr-only">
      {said !== undefined && t.count(said, { one: '{n} asset', other: '{n} assets' })}
    </p>
  );
}
