import type { ReactNode } from 'react';
import type { Text } from '../../lib/i18n/text.ts';
import { Button } from '../ui/button.tsx';
import { duration } from '../ui/format.ts';
import { Notice } from '../ui/notice.tsx';
import { RefusalText } from '../ui/refusal-notice.tsx';
import { useText } from '../ui/text.tsx';
import { allDown } from './failure-text.ts';
import { routeName } from './provider-text.ts';
import { chosenRoute, nearestRoute, type QuoteProblem } from './quote-state.ts';
import { routeKey } from './route-money.ts';
import type { ListQuote } from './use-quote.ts';

function problemText(t: Text, problem: QuoteProblem, retrySeconds: number | undefined): string {
  switch (problem.kind) {
    case 'unreachable':
      return t('We can’t reach the service.');
    case 'brokeOff':
      return t('The connection was lost before all providers answered.');
    case 'tooOften':
      return t('Too many requests. Trying again in {time}.', { time: duration(retrySeconds ?? 0, t.tag) });
    case 'refused':
      return t('The service refused this request.');
    case 'vetoed':
      return t('This site does not allow the swap.');
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
          <p>{t('These routes are not up to date. The price is checked again before you sign.')}</p>
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
            {t('Use {name}', { name: routeName(t, other) })}
          </Button>
        )
      }
    >
      {t('{name} no longer offers this swap. The recommended route is selected now.', { name: routeName(t, lost) })}
    </Notice>
  );
}

type ProblemProps = { t: Text; problem: QuoteProblem; retrySeconds: number | undefined };

const Problem = ({ t, problem, retrySeconds }: ProblemProps) =>
  problem.kind === 'refused' && problem.refusal ? (
    <RefusalText refusal={problem.refusal} />
  ) : (
    <>
      {/* A countdown is not read out each second. */}
      <p aria-live={problem.kind === 'tooOften' ? 'off' : undefined}>{problemText(t, problem, retrySeconds)}</p>
      {(problem.kind === 'refused' || problem.kind === 'vetoed') && (
        <p lang={problem.kind === 'refused' ? 'en' : undefined} dir="auto" className="text-13">
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
      {t('Try again')}
    </Button>
  );
  if (phase === 'failed' && problem)
    return (
      <Notice kind="care" title={t('No quotes')} live="polite" action={problem.kind === 'tooOften' ? undefined : again}>
        <Problem t={t} problem={problem} retrySeconds={retrySeconds} />
        <p>{t('Nothing was sent. Your entries are kept.')}</p>
      </Notice>
    );
  if (allDown(errors))
    return (
      <Notice kind="care" title={t('No answer')} live="polite" action={again}>
        {t('No provider could be reached. Nothing was sent. Your entries are kept.')}
      </Notice>
    );
  return (
    <Notice kind="care" live="polite">
      {errors.some(({ errorCode }) => errorCode === 'swapAmountTooSmall')
        ? t('This amount is too small. Sell more.')
        : t('No provider can do this swap right now. Nothing was sent.')}
    </Notice>
  );
}
