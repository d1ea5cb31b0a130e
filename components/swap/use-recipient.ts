'use client';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { WireRoute } from '../../lib/api/schemas/route.ts';
import type { ChainId } from '../../lib/domain/chain-id.ts';
import { payoutTraits } from '../../lib/payments/traits.ts';
import type { ConnectedAccount } from '../../lib/wallet/wallet-types.ts';
import type { AssetView } from '../tokens/asset-view.ts';
import { useText } from '../ui/text.tsx';
import type { SwapForm } from './form-url.ts';
import { useLinkAddress } from './link-address.ts';
import { type RecentRecipient, readRecipients, recipientsOn, rememberRecipient } from './recent-recipients.ts';
import { recipientWarnings } from './recipient-warnings.tsx';
import { useAddressFacts } from './use-balances.ts';
import { useEnteredAddress } from './use-entered-address.ts';

/**
 * The form's recipient. The connected wallet's address is filled in, if the field is empty and untouched. While it
 * stands there it follows the bought asset to the wallet's address on another chain; what a user entered stays.
 */
export function useRecipient(
  form: SwapForm,
  change: (values: Partial<SwapForm>) => void,
  buy: AssetView,
  own: ConnectedAccount | undefined,
  route: WireRoute | undefined,
) {
  const t = useText();
  const entered = useEnteredAddress(form.to, buy.chain);
  const [editing, setEditing] = useState(false);
  const [filledIn, setFilledIn] = useState<{ address: string; chain: ChainId; text: string }>();
  const touched = useRef(false);
  const { isLinked, entered: markEntered } = useLinkAddress('to', form.to);
  const [recents, setRecents] = useState<readonly RecentRecipient[]>([]);
  useEffect(() => setRecents(readRecipients()), []);

  const setTo = useCallback(
    (to: string) => {
      touched.current = true;
      markEntered(to);
      change({ to });
    },
    [change, markEntered],
  );

  useEffect(() => {
    if (editing) return;
    if (filledIn?.address === form.to && filledIn.chain !== buy.chain && own?.address !== form.to) {
      touched.current = false;
      setFilledIn(undefined);
      change({ to: '' });
      return;
    }
    if (!own || form.to !== '' || touched.current) return;
    touched.current = true;
    markEntered(own.address);
    change({ to: own.address });
    setFilledIn({
      address: own.address,
      chain: buy.chain,
      text: t('Your {symbol} goes to your {wallet} address: {address}', {
        symbol: buy.symbol,
        wallet: own.walletName,
        address: own.address,
      }),
    });
  }, [own, form.to, editing, filledIn, change, markEntered, t, buy.symbol, buy.chain]);

  const remember = useCallback(() => {
    if (!entered.address) return;
    const name = entered.name?.name;
    rememberRecipient({ chain: buy.chain, address: entered.address, ...(name ? { name } : {}) });
    setRecents(readRecipients());
  }, [entered.address, entered.name?.name, buy.chain]);

  const facts = useAddressFacts(buy.chain, entered.address);
  const here = recipientsOn(buy.chain, recents);
  const receiver = entered.address ?? form.to;
  const isKnown = own?.address === receiver || here.some(({ address }) => address === receiver);
  return {
    entered,
    editing,
    setEditing,
    setTo,
    /** Announces the address that was filled in, while it is the one in the field. */
    announced: filledIn?.address === form.to ? filledIn.text : '',
    remember,
    recents: here.filter(({ address }) => address !== entered.address),
    fromLink: isLinked && !isKnown,
    warnings: recipientWarnings(facts, {
      byVault: payoutTraits(route?.legs.at(-1)?.provider).paysFromVault === true,
      buysToken: buy.address !== undefined,
    }),
  };
}
