/** Lists what a user must agree to before signing: only real dangers, each separately, none ticked in advance. */
import type { AddressFacts } from '../../lib/api/page-api.ts';
import type { WireRoute } from '../../lib/api/schemas/route.ts';
import type { Text } from '../../lib/i18n/text.ts';
import { payoutTraits } from '../../lib/payments/traits.ts';
import { routeMoney } from '../routes/route-money.ts';
import { assetView } from '../tokens/asset-view.ts';
import { PRECISE, percent, shortAmount } from '../ui/format.ts';
import type { PriceMove } from './price-watch.ts';
import type { ListedAssets } from './use-listed.ts';

export type Consent =
  | 'noGuarantee'
  | 'bigLoss'
  | 'criticalLoss'
  | 'contractReceiver'
  | 'unverifiedToken'
  | 'worsePrice';

/** Total losses from the first figure on need a consent, and from the second on a typed phrase. */
const BIG_LOSS_PERCENT = -5;
const CRITICAL_LOSS_PERCENT = -15;

export type DangerFacts = {
  /** What the chain says about the recipient's address. */
  receiver?: AddressFacts | undefined;
  /** The same of the address that pays, where it may hold code. */
  sender?: AddressFacts | undefined;
  listed?: ListedAssets | undefined;
  /** The route gives less than what was agreed to so far. */
  less?: PriceMove | undefined;
};

export function consentsFor(route: WireRoute, facts: DangerFacts = {}): Consent[] {
  const { allInPercent = 0 } = routeMoney(route);
  const { receiver, listed, less } = facts;
  const consents: Consent[] = [];
  if (less) consents.push('worsePrice');
  if (route.expectedBuyAmountMaxSlippage === '0') consents.push('noGuarantee');
  if (allInPercent <= CRITICAL_LOSS_PERCENT) consents.push('criticalLoss');
  else if (allInPercent <= BIG_LOSS_PERCENT) consents.push('bigLoss');
  if (receiver?.code === 'contract' && payoutTraits(route.providers[0]).paysFromVault)
    consents.push('contractReceiver');
  const bought = listed?.[route.buyAsset.toLowerCase()];
  if (listed !== undefined && bought?.verified !== true && assetView(route.buyAsset).address !== undefined)
    consents.push('unverifiedToken');
  return consents;
}

/** Why a payment is too dangerous to be consented to; undefined where it is not. */
export const receiverIsToken = ({ receiver }: DangerFacts): boolean => receiver?.isToken === true;

/** The sentence beside the box, and above the field for a critical loss. */
export function consentText(t: Text, consent: Consent, route: WireRoute, facts: DangerFacts): string {
  const loss = percent(Math.abs(routeMoney(route).allInPercent ?? 0), t.tag);
  switch (consent) {
    case 'noGuarantee':
      return t('I understand that this route guarantees nothing: I may receive next to nothing.');
    case 'bigLoss':
      return t('I understand that I lose about {percent} of the value.', { percent: loss });
    case 'criticalLoss':
      return t('You lose about {percent} of the value. If you want that, type: {phrase}', {
        percent: loss,
        phrase: consentPhrase(t),
      });
    case 'contractReceiver':
      return t(
        'I understand that the recipient is a contract, and that contracts often cannot take what is paid this way.',
      );
    case 'unverifiedToken':
      return t('I have compared the address of {symbol}: no provider vouches for this token.', {
        symbol: assetView(route.buyAsset).symbol,
      });
    case 'worsePrice':
      return t(
        'I accept {now}, at least {nowLeast}, instead of {before}, at least {beforeLeast}.',
        facts.less ? priceMoveText(t, facts.less, route) : {},
      );
  }
}

/** Both prices, as values of a sentence. */
export function priceMoveText(t: Text, { before, now }: PriceMove, { buyAsset }: Pick<WireRoute, 'buyAsset'>) {
  const amount = (decimal: string) => `${shortAmount(decimal, t.tag, PRECISE)} ${assetView(buyAsset).symbol}`;
  return {
    now: amount(now.expected),
    nowLeast: amount(now.guaranteed),
    before: amount(before.expected),
    beforeLeast: amount(before.guaranteed),
  };
}

/** The phrase that accepts a critical loss, in the reader's language. */
export const consentPhrase = (t: Text): string => t('accept the loss');

const plain = (text: string, locale: string): string =>
  text.normalize('NFC').trim().replace(/\s+/g, ' ').toLocaleLowerCase(locale);

/** Ignores letter case and spacing. */
export const isTyped = (t: Text, text: string): boolean => plain(text, t.tag) === plain(consentPhrase(t), t.tag);
