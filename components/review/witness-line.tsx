import { ShieldCheck, ShieldQuestion } from 'lucide-react';
import type { Text } from '../../lib/i18n/text.ts';
import type { Testimony } from '../../lib/payments/witness.ts';
import { Notice } from '../ui/notice.tsx';
import { useText } from '../ui/text.tsx';
import { faultName } from './asked-differences.ts';
import { hasAnswered, type WitnessState } from './use-witnesses.ts';

/** One result of a check, marked as certain where an independent node says so. */
export function CheckedLine({ text, sure }: { text: string; sure: boolean }) {
  return (
    <p className="flex items-start gap-2 text-13 text-ink-2">
      {sure ? (
        <ShieldCheck aria-hidden size={16} className="mt-px shrink-0 text-moss" />
      ) : (
        <ShieldQuestion aria-hidden size={16} className="mt-px shrink-0 text-ink-3" />
      )}
      {text}
    </p>
  );
}

function agreementText(t: Text, { about, answers }: Testimony): string {
  const n = answers.filter(({ says }) => says === 'same').length;
  return about === 'channel'
    ? t.count(n, {
        one: '{n} independent node knows this deposit address, with your addresses and your minimum.',
        other: '{n} independent nodes know this deposit address, with your addresses and your minimum.',
      })
    : t.count(n, {
        one: '{n} independent node names the same vault.',
        other: '{n} independent nodes name the same vault.',
      });
}

/** What independent nodes contradict, with both values side by side. */
function Contradiction({ testimony: { about, answers } }: { testimony: Testimony }) {
  const t = useText();
  const others = answers.flatMap((answer) => (answer.says === 'other' ? answer : []));
  return (
    <Notice kind="loss" live="assertive" title={t('Do not pay: an independent node says otherwise')}>
      <ul className="grid gap-2 pt-1">
        {others.flatMap(({ host, faults }) =>
          faults.map(({ field, asked = t('nothing'), actual = t('nothing'), message }) => {
            // A node is compared with this site where it names what is paid, and with the user's request where it knows
            // the terms.
            const ofTerms = about === 'channel' && field !== 'payee';
            const hostSays = t('{host} says:', { host });
            return (
              <li key={`${host} ${field}`} className="grid gap-1 border-red/40 border-s-2 ps-2">
                <span className="font-medium text-ink">
                  {about === 'channel' && field === 'payee' ? t('Deposit address') : faultName(t, field, message)}
                </span>
                <span>
                  {ofTerms ? t('You asked for:') : hostSays}{' '}
                  <span className="ltr font-mono text-13 text-ink">{asked}</span>
                </span>
                <span>
                  {ofTerms ? hostSays : t('This site says:')}{' '}
                  <span className="ltr font-mono text-13 text-red">{actual}</span>
                </span>
              </li>
            );
          }),
        )}
      </ul>
      <p className="mt-1">{t('Nothing was sent. Take another route, or ask for a new quote.')}</p>
    </Notice>
  );
}

/** A deposit channel that neither this site's own nodes nor independent ones could confirm. */
export function Unwitnessed({ witnessed, state }: { witnessed: boolean | undefined; state: WitnessState | undefined }) {
  const t = useText();
  if (witnessed !== false || (hasAnswered(state) && state.verdict === 'agrees')) return null;
  return (
    <Notice kind="care" title={t('Nobody has confirmed this deposit address')}>
      {t('No node of Chainflip’s state chain could be asked whether it is right: only this site says so.')}
    </Notice>
  );
}

/** What independent nodes say about the payment's destination; null where there is nothing to ask. */
export function WitnessLine({ state }: { state: WitnessState }) {
  const t = useText();
  if (state === 'none') return null;
  if (state === 'asking')
    return <CheckedLine text={t('Asking independent nodes where this payment goes…')} sure={false} />;
  if (state === 'off')
    return (
      <CheckedLine
        text={t('You have switched off independent nodes: only this site says where this payment goes.')}
        sure={false}
      />
    );
  if (!hasAnswered(state) || state.verdict === 'needless') return null;
  if (state.verdict === 'differs') return <Contradiction testimony={state} />;
  if (state.verdict === 'agrees') return <CheckedLine text={agreementText(t, state)} sure />;
  return (
    <CheckedLine
      text={
        state.about === 'order'
          ? t('Only this site says where this payment goes: no independent node knows its orders.')
          : t('No independent node could be asked: only this site says where this payment goes.')
      }
      sure={false}
    />
  );
}
