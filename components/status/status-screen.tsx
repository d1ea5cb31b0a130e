'use client';
import { CircleCheck, TriangleAlert, WifiOff } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import type { ServiceStatus, StandingChange } from '../../lib/api/status.ts';
import { CHAINS, chainName } from '../../lib/chains/chains.ts';
import type { ChainId } from '../../lib/domain/chain-id.ts';
import { PROVIDER_NAMES, parseProviderId } from '../../lib/domain/provider-id.ts';
import { providerIcon } from '../routes/provider-icon.ts';
import { classNames } from '../ui/class-names.ts';
import { duration, relativeTime } from '../ui/format.ts';
import { useText } from '../ui/text.tsx';
import { StandingRow } from './standing-row.tsx';
import { StandingPill } from './standing-text.tsx';
import { SwapRecords } from './swap-records.tsx';
import { useAge, useStatus } from './use-status.ts';

const chainIcon = (chain: ChainId): string => `/chains/${chain.toLowerCase()}.svg`;

function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="card content-start p-4 sm:px-6">
      <h2 id={id} className="pb-1 font-semibold text-16">
        {title}
      </h2>
      {children}
    </section>
  );
}

const isTrouble = (status: ServiceStatus): boolean =>
  [...status.providers, ...status.chains].some(({ standing }) =>
    ['silent', 'slow', 'paused', 'part'].includes(standing),
  );

/** Always two lines high, because its text changes while somebody reads on. */
function Summary({ status, failed }: { status: ServiceStatus; failed: boolean }) {
  const t = useText();
  const trouble = isTrouble(status);
  const now = useAge(status.at);
  const Icon = failed ? WifiOff : trouble ? TriangleAlert : CircleCheck;
  const text = failed
    ? t('The service cannot be reached')
    : trouble
      ? t('Some services are down')
      : t('Everything works');
  return (
    <div className="grid gap-1">
      <p
        role="status"
        className={classNames(
          'flex items-center gap-2 font-semibold',
          failed ? 'text-red' : trouble ? 'text-amber' : 'text-moss',
        )}
      >
        <Icon aria-hidden size={18} className="shrink-0" />
        {text}
      </p>
      <p className="num text-ink-2">
        {failed
          ? t('Swaps under way go on without this page. It retries automatically.')
          : t('Checked {when}', { when: relativeTime(status.at, now, t.tag) })}
      </p>
    </div>
  );
}

function nameOf({ kind, id }: StandingChange): string {
  const provider = parseProviderId(id);
  if (kind === 'provider' && provider) return PROVIDER_NAMES[provider];
  return chainName(id);
}

function Changes({ status }: { status: ServiceStatus }) {
  const t = useText();
  const { changes, at, watchedSince } = status;
  return (
    <Section title={t('Last changes')}>
      {changes.length === 0 ? (
        <p className="py-2 text-ink-2">
          {t('No changes in the last {time}.', { time: duration((at - watchedSince) / 1000, t.tag) })}
        </p>
      ) : (
        <ul className="divide-y divide-line">
          {changes.map((change) => (
            <li
              key={`${change.kind} ${change.id} ${change.at}`}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2.5"
            >
              <span className="min-w-0">
                <span className="font-medium">{nameOf(change)}</span>
                <span className="num ms-2 text-12 text-ink-3">{relativeTime(change.at, at, t.tag)}</span>
              </span>
              <StandingPill kind={change.kind} standing={change.to} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

/** The state of each provider and chain as this server knows it, refreshed while the page is visible. */
export function StatusScreen({ first }: { first: ServiceStatus }) {
  const t = useText();
  const { status, failed } = useStatus(first);
  const { at } = status;
  return (
    <div className="mx-auto grid w-full max-w-[1160px] grid-cols-[minmax(0,1fr)] gap-4 px-4 py-5 sm:px-6 wide:py-11">
      <header className="grid gap-3 pb-1">
        <h1 className="font-semibold text-20 tracking-[-0.01em]">{t('Status')}</h1>
        <Summary status={status} failed={failed} />
      </header>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 wide:grid-cols-2 wide:items-start">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <Section title={t('Providers')}>
            <ul className="divide-y divide-line">
              {status.providers.map((entry) => (
                <StandingRow
                  key={entry.id}
                  kind="provider"
                  name={PROVIDER_NAMES[entry.id]}
                  icon={providerIcon(entry.id)}
                  entry={entry}
                  at={at}
                />
              ))}
            </ul>
          </Section>
          <SwapRecords records={status.records} />
          <Changes status={status} />
        </div>
        <Section title={t('Networks')}>
          <ul className="divide-y divide-line">
            {status.chains.map((entry) => (
              <StandingRow
                key={entry.id}
                kind="chain"
                name={CHAINS[entry.id].name}
                icon={chainIcon(entry.id)}
                entry={entry}
                at={at}
              />
            ))}
          </ul>
        </Section>
      </div>
    </div>
  );
}
