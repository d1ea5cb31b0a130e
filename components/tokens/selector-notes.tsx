'use client';
import { LoaderCircle } from 'lucide-react';
import { CHAINS } from '../../lib/chains/chains.ts';
import type { ChainId } from '../../lib/domain/chain-id.ts';
import { Button } from '../ui/button.tsx';
import { relativeTime } from '../ui/format.ts';
import { Notice } from '../ui/notice.tsx';
import { useText } from '../ui/text.tsx';
import { RowSkeletons } from './token-list.tsx';
import { loadWholeList, type TokenBook } from './token-store.ts';
import type { AddressLookup } from './use-address-lookup.ts';
import type { Selector } from './use-selector.ts';

const nameOf = (chain: ChainId): string => CHAINS[chain].name;

/** Notes above the list: how old it is, and whether trading on the chain is paused. */
export function ListNotes({ book, selector: { chain, states } }: { book: TokenBook; selector: Selector }) {
  const t = useText();
  const state = chain && states.get(chain);
  const pause = state?.paused ?? state?.partly;
  return (
    <>
      {book.whole === 'failed' && book.phase === 'ready' && (
        <div className="px-4 pt-2">
          <Notice
            kind="care"
            live="polite"
            action={
              <Button size="small" onClick={loadWholeList}>
                {t('Try again')}
              </Button>
            }
          >
            {book.wholeAt === undefined
              ? t('Only the popular assets could be loaded.')
              : t('The list could not be refreshed. This one is from {when}.', {
                  when: relativeTime(book.wholeAt, Date.now(), t.tag),
                })}
          </Notice>
        </div>
      )}
      {chain && pause && (
        <div className="px-4 pt-2">
          <Notice
            kind="care"
            title={
              state?.paused
                ? t('No provider trades on {chain} right now.', { chain: nameOf(chain) })
                : t('Some providers do not trade on {chain} right now.', { chain: nameOf(chain) })
            }
          >
            <span lang="en">{pause.reason}</span>
          </Notice>
        </div>
      )}
    </>
  );
}

/** The end of the list: nothing was found, or more is loading. */
export function ListEnd({ book, selector }: { book: TokenBook; selector: Selector }) {
  const t = useText();
  const { layout, lookup, query, settled } = selector;
  const none = layout.optionCount === 0;
  if (book.phase === 'failed' && book.whole === 'failed' && book.tokens.length === 0) {
    return (
      <div className="grid justify-items-center gap-3 p-6 text-center text-ink-2">
        <p role="alert">{t('The list of assets could not be loaded. Your money is not affected.')}</p>
        <Button
          onClick={() => {
            book.retry();
            loadWholeList();
          }}
        >
          {t('Try again')}
        </Button>
      </div>
    );
  }
  if (lookup.chains.length > 0) return <LookupState lookup={lookup} />;
  if (!settled) return <RowSkeletons count={none ? 7 : 2} />;
  if (!none) return null;
  return (
    <p className="p-6 text-center text-ink-2">
      {query.trim() === '' ? t('Nothing to swap right now.') : t('Nothing matches. Paste a contract address.')}
    </p>
  );
}

function LookupState({ lookup: { chains, waiting, found, silent, withheld } }: { lookup: AddressLookup }) {
  const t = useText();
  const bare = chains.filter((chain) => !silent.includes(chain) && !withheld.includes(chain));
  const named = (some: readonly ChainId[]) => t.list(some.map(nameOf));
  return (
    <div role="status" className="grid gap-2 p-4 text-center text-14 text-ink-2">
      {waiting && (
        <p className="inline-flex items-center justify-center gap-2">
          <LoaderCircle aria-hidden size={16} className="shrink-0 animate-spin motion-reduce:animate-none" />
          {t('Looking for this address on {chains}.', { chains: named(chains) })}
        </p>
      )}
      {!waiting && withheld.length > 0 && (
        <p>{t('This token is not available here: {chains}.', { chains: named(withheld) })}</p>
      )}
      {!waiting && found.length === 0 && bare.length > 0 && (
        <p>{t('There is no token at this address on {chains}.', { chains: named(bare) })}</p>
      )}
      {!waiting && silent.length > 0 && <p>{t('{chains} could not be searched.', { chains: named(silent) })}</p>}
    </div>
  );
}
