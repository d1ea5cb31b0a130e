'use client';
import type { TrackResponse } from '../../lib/api/schemas/track.ts';
import { worth } from '../routes/route-money.ts';
import { assetView } from '../tokens/asset-view.ts';
import { Amount } from '../ui/amount.tsx';
import { duration, percent, usd } from '../ui/format.ts';
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
  const valueUsd = worth(route, route.buyAsset, compared.received);
  const { direction, differencePercent, guaranteed, kept } = compared;
  const sign = direction === 'less' ? '−' : '+';
  const change = percent(differencePercent, t.tag, { digits: 3 });
  const time = tookSeconds === undefined ? undefined : duration(tookSeconds, t.tag);
  const expected = route.estimatedTime && duration(route.estimatedTime.total, t.tag);
  return (
    <div className="rounded-10 bg-moss-tint p-3">
      <Rows>
        <Row name={t('Received')}>
          <span className="font-semibold">
            <Amount value={compared.received} symbol={symbol} />
          </span>
          {valueUsd !== undefined && <span className="ltr ms-2 text-ink-2">{usd(valueUsd, t.tag)}</span>}
        </Row>
        <Row name={t('Quoted')}>
          <Amount value={compared.quoted} symbol={symbol} />
        </Row>
        <Row name={t('Difference')}>
          {direction === 'same' ? (
            t('exactly as quoted')
          ) : (
            <span className="ltr">
              {sign}
              <Amount value={compared.difference} symbol={symbol} /> ({sign}
              {change})
            </span>
          )}
        </Row>
        {guaranteed && (
          <Row name={kept ? t('Minimum: met') : t('Minimum: not met')}>
            <Amount value={guaranteed} symbol={symbol} />
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
