import type { ReactNode } from 'react';
import type { Text } from '../../lib/i18n/text.ts';
import { Button } from '../ui/button.tsx';
import { duration } from '../ui/format.ts';
import { Notice } from '../ui/notice.tsx';
import { useText } from '../ui/text.tsx';
import { allDown } from './failure-text.ts';
import { routeName } from './provider-text.ts';
import { chosenRoute, nearestRoute, type QuoteProblem } from './quote-state.ts';
import { routeKey } from './route-money.ts';
import type { ListQuote } from './use-quote.ts';

function problemWords(t: Text, problem: QuoteProblem, retrySeconds: number | undefined): string {
  switch (problem.kind) {
    case 'unreachable':
      return t('The service cannot be reached.');
    case 'brokeOff':
      return t('The connection broke off before all had answered.');
    case 'tooOften':
      return t('Too many requests. Trying again in {time}.', { time: duration(retrySeconds ?? 0, t.tag) });
    case 'refused':
      return t('The service refused this question.');
    case 'vetoed':
      return t('The site around this frame did not allow it');
  }
}

/** Notices above the routes: the chosen one is gone, or a refresh failed. */
export function NoticesAbove({ quote }: { quote: ListQuote }) {
  const t = useText();
  const { lost, problem, routes, retrySeconds } = quote;
  if (routes.length === 0) return null;
  return (
    <>
      {lost && <LostRoute quote={quote} />}
      {problem && (
        <Notice kind="care" live="polite">
          <p>{t('These routes could not be refreshed. They are compared again before you sign.')}</p>
          <Problem t={t} problem={problem} retrySeconds={retrySeconds} />
        </Notice>
      )}
    </>
  );
}

function LostRoute({ quote }: { quote: ListQuote }) {
  const t = useText();
  const { lost, routes, choose } = quote;
  if (!lost) return null;
  const nearest = nearestRoute(lost, routes);
  const other = nearest && nearest !== chosenRoute(quote) ? nearest : undefined;
  return (
    <Notice
      kind="care"
      live="polite"
      action={
        other && (
          <Button size="small" onClick={() => choose(routeKey(other))}>
            {t('Take {name}', { name: routeName(t, other) })}
          </Button>
        )
      }
    >
      {t('{name} offers this swap no more. The recommended route is chosen now.', { name: routeName(t, lost) })}
    </Notice>
  );
}

const Problem = ({
  t,
  problem,
  retrySeconds,
}: {
  t: Text;
  problem: QuoteProblem;
  retrySeconds: number | undefined;
}) => (
  <>
    {/* A countdown is not read out each second. */}
    <p aria-live={problem.kind === 'tooOften' ? 'off' : undefined}>{problemWords(t, problem, retrySeconds)}</p>
    {(problem.kind === 'refused' || problem.kind === 'vetoed') && (
      <p lang={problem.kind === 'refused' ? 'en' : undefined} dir="auto" className="text-12">
        {problem.detail}
      </p>
    )}
  </>
);

/** Shown in place of the routes when there are none. */
export function NoRoutes({ quote }: { quote: ListQuote }) {
  const t = useText();
  const { phase, problem, errors, retrySeconds, refresh } = quote;
  const again: ReactNode = (
    <Button size="small" onClick={refresh}>
      {t('Ask again')}
    </Button>
  );
  if (phase === 'failed' && problem)
    return (
      <Notice kind="care" title={t('No quotes')} live="polite" action={problem.kind === 'tooOften' ? undefined : again}>
        <Problem t={t} problem={problem} retrySeconds={retrySeconds} />
        <p>{t('Nothing was sent. What you entered stays.')}</p>
      </Notice>
    );
  if (allDown(errors))
    return (
      <Notice kind="care" title={t('Nothing answered')} live="polite" action={again}>
        {t('No provider could be reached, so nobody knows a price just now. Nothing was sent. What you entered stays.')}
      </Notice>
    );
  return (
    <Notice kind="care" title={t('No route for this swap')} live="polite">
      {t('Nobody offers it just now. Below is why, and what would help. Nothing was sent.')}
    </Notice>
  );
}
