/** Says whose nodes confirm where a provider's payments go. */
import { chainName } from '../../lib/chains/chains.ts';
import { isUnwitnessed, type WitnessFacts } from '../../lib/domain/witnesses.ts';
import type { Text } from '../../lib/i18n/text.ts';
import { relativeTime } from '../ui/format.ts';

/** @param at when the facts were true, in Unix ms. */
export function witnessText(facts: WitnessFacts, at: number, t: Text): string {
  const { operators, differing } = facts;
  const names = t.list(operators.map(({ name }) => name));
  if (isUnwitnessed(facts))
    return operators.length === 0
      ? t('Nobody confirms its payment addresses.')
      : t('Only {names} names its payment addresses. Nobody confirms them.', { names });
  if (differing.length > 0) {
    const chains = t.list(differing.map(({ chain }) => chainName(chain)));
    const when = relativeTime(Math.min(...differing.map(({ since }) => since)), at, t.tag);
    return t('Its payment addresses on {chains} differ between {names}, first seen {when}.', { chains, names, when });
  }
  const silent = operators.filter(({ answering }) => !answering);
  return silent.length > 0
    ? t('No response from {names}, needed to confirm its payment addresses.', {
        names: t.list(silent.map(({ name }) => name)),
      })
    : t('Payment addresses confirmed by {names}.', { names });
}
