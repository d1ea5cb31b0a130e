'use client';
import type { TrackResponse } from '../../lib/api/schemas/track.ts';
import { assetView } from '../tokens/asset-view.ts';
import { duration, fullAmount, percent } from '../ui/format.ts';
import { Row, Rows } from '../ui/rows.tsx';
import { useText } from '../ui/text.tsx';
import { againstQuote } from './against-quote.ts';
import { leftToRight } from './track-selectors.ts';

/** The result of a completed swap against quote and guarantee, and the time taken against the expected one. */
export function Outcome({ response, tookSeconds }: { response: TrackResponse; tookSeconds: number | undefined }) {
  const t = useText();
  const { route } = response.data;
  const compared = againstQuote(response.data);
  if (!route || !compared || response.trackingStatus !== 'completed') return null;
  const { symbol } = assetView(route.buyAsset);
  const exact = (amount: string) => `${fullAmount(amount, t.tag)} ${symbol}`;
  const { direction, differencePercent, guaranteed, kept } = compared;
  const sign = direction === 'less' ? '−' : '+';
  const change = percent(differencePercent, t.tag, { digits: 3 });
  const time = tookSeconds === undefined ? undefined : duration(tookSeconds, t.tag);
  const expected = route.estimatedTime && duration(route.estimatedTime.total, t.tag);
  return (
    <div className="rounded-10 bg-moss-tint p-3">
      <Rows>
        <Row name={t('Received')}>
          <span className="ltr font-semibold">{exact(compared.received)}</span>
        </Row>
        <Row name={t('Quoted')}>
          <span className="ltr">{exact(compared.quoted)}</span>
        </Row>
        <Row name={t('Difference')}>
          {direction === 'same' ? (
            t('exactly as quoted')
          ) : (
            <span className="ltr">
              {sign}
              {exact(compared.difference)} ({sign}
              {change})
            </span>
          )}
        </Row>
        {guaranteed && (
          <Row name={t('Guaranteed')} note={kept ? t('kept') : t('not kept')}>
            <span className="ltr">{exact(guaranteed)}</span>
          </Row>
        )}
        {time && (
          <Row name={t('Time')}>
            {expected
              ? t('{time}, expected {expected}', {
                  time: leftToRight(t, time),
                  expected: leftToRight(t, expected),
                })
              : time}
          </Row>
        )}
      </Rows>
    </div>
  );
}
