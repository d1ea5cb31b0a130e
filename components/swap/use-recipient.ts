'use client';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { WireRoute } from '../../lib/api/schemas/route.ts';
import type { ConnectedAccount } from '../../lib/wallet/wallet-types.ts';
import type { AssetView } from '../tokens/asset-view.ts';
import { useText } from '../ui/text.tsx';
import type { SwapForm } from './form-url.ts';
import { type RecentRecipient, readRecipients, recipientsOn, rememberRecipient } from './recent-recipients.ts';
import { recipientWarnings } from './recipient-warnings.tsx';
import { useAddressFacts } from './use-balances.ts';
import { useEnteredAddress } from './use-entered-address.ts';

const VAULTS = /^(THORCHAIN|MAYACHAIN)/;

/** Of this tab only: after a reload the form knows its own from what came with a link. */
const ENTERED_KEY = 'portage.to';

function keepEntered(text: string): void {
  try {
    sessionStorage.setItem(ENTERED_KEY, text);
  } catch {
    // Without a memory a reload is taken for a link, and says so.
  }
}

function enteredHere(): string | null {
  try {
    return sessionStorage.getItem(ENTERED_KEY);
  } catch {
    return null;
  }
}

/** The last of a route's providers pays from a vault, with a fixed and small amount of gas. */
const paysFromVault = (route: WireRoute | undefined): boolean => VAULTS.test(route?.legs.at(-1)?.provider ?? '');

/**
 * Who receives. The connected wallet's address is put in once, where nothing stands and nobody has touched the field;
 * from then on it is an address like any other, which nothing but the person changes.
 */
export function useRecipient(
  form: SwapForm,
  change: (part: Partial<SwapForm>) => void,
  buy: AssetView,
  own: ConnectedAccount | undefined,
  route: WireRoute | undefined,
) {
  const t = useText();
  const entered = useEnteredAddress(form.to, buy.chain);
  const [editing, setEditing] = useState(false);
  const [announced, setAnnounced] = useState('');
  const touched = useRef(false);
  // What the address bar said when the page was opened, until the person enters something.
  const opened = useRef(form.to);
  const [linked, setLinked] = useState('');
  const [recents, setRecents] = useState<readonly RecentRecipient[]>([]);
  useEffect(() => {
    setRecents(readRecipients());
    if (enteredHere() !== opened.current) setLinked(opened.current);
  }, []);

  const setTo = useCallback(
    (to: string) => {
      touched.current = true;
      setLinked('');
      keepEntered(to);
      change({ to });
    },
    [change],
  );

  useEffect(() => {
    if (!own || form.to !== '' || touched.current || editing) return;
    touched.current = true;
    keepEntered(own.address);
    change({ to: own.address });
    setAnnounced(
      t('{symbol} goes to the address of your {wallet}: {address}', {
        symbol: buy.symbol,
        wallet: own.walletName,
        address: own.address,
      }),
    );
  }, [own, form.to, editing, change, t, buy.symbol]);

  const remember = useCallback(() => {
    if (!entered.address) return;
    const name = entered.name?.name;
    rememberRecipient({ chain: buy.chain, address: entered.address, ...(name ? { name } : {}) });
    setRecents(readRecipients());
  }, [entered.address, entered.name?.name, buy.chain]);

  const facts = useAddressFacts(buy.chain, entered.address);
  const here = recipientsOn(buy.chain, recents);
  const isKnown = own?.address === entered.address || here.some(({ address }) => address === entered.address);
  return {
    entered,
    editing,
    setEditing,
    setTo,
    announced,
    remember,
    recents: here.filter(({ address }) => address !== entered.address),
    fromLink: linked !== '' && linked === form.to && !isKnown,
    warnings: recipientWarnings(facts, { byVault: paysFromVault(route), buysToken: buy.address !== undefined }),
  };
}
