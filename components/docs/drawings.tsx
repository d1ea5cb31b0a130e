/** The drawings of the docs: the page's own route line and deposit card with invented figures, drawn by the server. */
import type { ReactNode } from 'react';
import type { WireRoute } from '../../lib/api/schemas/route.ts';
import type { ProviderId } from '../../lib/domain/provider-id.ts';
import { createText } from '../../lib/i18n/text.ts';
import { type LineProgress, routeLineData } from '../routes/route-line-data.ts';
import { RouteLineDrawing } from '../routes/route-line-drawing.tsx';
import { layoutRouteLine } from '../routes/route-line-layout.ts';
import { scaledLength } from '../routes/route-line-lengths.ts';
import { routeLineText } from '../routes/route-line-text.ts';

const t = createText('en');

const BTC = 'BTC.BTC';
const ETH = 'ETH.ETH';
const USDC = 'ETH.USDC-0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const LINK = 'ETH.LINK-0x514910771AF9Ca656af840dff83E8264EcF986CA';

type Time = NonNullable<WireRoute['estimatedTime']>;

const minutes = (inbound: number, swap: number, outbound: number): Time => ({
  inbound: inbound * 60,
  swap: swap * 60,
  outbound: outbound * 60,
  total: (inbound + swap + outbound) * 60,
});

const lineOf = (
  [sellAsset, buyAsset]: readonly [string, string],
  provider: ProviderId,
  estimatedTime: Time,
  progress?: LineProgress,
) =>
  routeLineData(
    { sellAsset, buyAsset, providers: [provider], estimatedTime, legs: [{ provider, sellAsset, buyAsset }], meta: {} },
    progress,
  );

const TWO_LEGS = routeLineData({
  sellAsset: LINK,
  buyAsset: BTC,
  providers: ['ONEINCH->CHAINFLIP'],
  estimatedTime: minutes(1, 3, 10),
  legs: [
    { provider: 'ONEINCH', sellAsset: LINK, buyAsset: USDC },
    { provider: 'CHAINFLIP', sellAsset: USDC, buyAsset: BTC },
  ],
  meta: {},
});

type Line = ReturnType<typeof routeLineData>;

/** The widths at which a line is drawn: inside the article, and on the narrowest phone. */
const WIDTHS = [
  { width: 680, shown: 'max-sm:hidden' },
  { width: 254, shown: 'sm:hidden' },
];

function StillLine({ line, slowestSeconds, chosen }: { line: Line; slowestSeconds?: number; chosen?: boolean }) {
  return (
    <>
      <ol className="sr-only">
        {routeLineText(t, line).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ol>
      {WIDTHS.map(({ width, shown }) => (
        <span key={width} className={`block ${shown}`}>
          <RouteLineDrawing
            data={line}
            layout={layoutRouteLine(t, line, width, 'row', scaledLength(width, line.totalSeconds, slowestSeconds))}
            tone={chosen ? 'water' : 'quiet'}
            size="row"
            mirrored={false}
            still
          />
        </span>
      ))}
    </>
  );
}

const Figure = ({ children }: { children: ReactNode }) => (
  <figure className="card grid grid-cols-[minmax(0,1fr)] gap-5 p-4 text-14 leading-5 sm:p-6">{children}</figure>
);

const Caption = ({ name, children }: { name: ReactNode; children?: ReactNode }) => (
  <p className="num mb-2 sm:flex sm:gap-x-2">
    <strong className="shrink-0 font-semibold text-ink">{name}</strong> {children}
  </p>
);

const anatomy: readonly { name: string; text: string; line: Line }[] = [
  {
    name: 'Offered.',
    text: 'Two stations with a provider between them, and how long each part takes. Dots are still to be travelled.',
    line: lineOf([BTC, ETH], 'CHAINFLIP', minutes(20, 5, 2)),
  },
  {
    name: 'Under way.',
    text: 'The line fills, and the boat is where your money is.',
    line: lineOf([BTC, ETH], 'CHAINFLIP', minutes(20, 5, 2), {
      section: 0,
      fraction: 0.6,
      state: 'travelling',
      notes: { 0: ['1 of 2 confirmations'] },
    }),
  },
  {
    name: 'Refunded.',
    text: 'The line turns back: what you sold is on its way to you again.',
    line: lineOf([BTC, ETH], 'CHAINFLIP', minutes(20, 5, 2), { section: 1, fraction: 1, state: 'turnedBack' }),
  },
];

const Anatomy = () => (
  <Figure>
    {anatomy.map(({ name, text, line }) => (
      <div key={name}>
        <Caption name={name}>{text}</Caption>
        <StillLine line={line} />
      </div>
    ))}
  </Figure>
);

const compared: readonly { figures: string; tag: string; line: Line }[] = [
  {
    figures: '14.412 ETH · 12 min · $62 (0.12%)',
    tag: 'Recommended',
    line: lineOf([BTC, ETH], 'CHAINFLIP', minutes(5, 5, 2)),
  },
  {
    figures: '14.413 ETH · 34 min · $59 (0.12%)',
    tag: '22 min slower, $3 more',
    line: lineOf([BTC, ETH], 'THORCHAIN', minutes(20, 12, 2)),
  },
];

const Ranking = () => (
  <Figure>
    {compared.map(({ figures, tag, line }, index) => (
      <div key={tag}>
        <Caption name={figures}>
          <span className="block">{tag}</span>
        </Caption>
        <StillLine line={line} slowestSeconds={34 * 60} chosen={index === 0} />
      </div>
    ))}
  </Figure>
);

const slip: readonly { name: string; value: string; text: string }[] = [
  { name: 'Address', value: 'bc1q •••• •••• ••••', text: 'Opened for this swap alone.' },
  { name: 'Amount', value: '0.5 BTC', text: 'Never less than the minimum that stands beside it.' },
  { name: 'Pays to', value: '0x5a •••• ••••', text: 'Fixed when the address is opened, like your minimum.' },
  { name: 'Refunds to', value: 'bc1p •••• ••••', text: 'An address that you hold yourself, not an exchange’s.' },
  { name: 'Time left', value: '23:41', text: 'A later payment is not swapped.' },
];

const DepositSlip = () => (
  <Figure>
    <dl className="grid grid-cols-[minmax(0,1fr)] divide-y divide-line rounded-10 border border-line-2">
      {slip.map(({ name, value, text }) => (
        <div key={name} className="grid gap-x-4 px-3 py-2 sm:grid-cols-[6rem_11rem_minmax(0,1fr)]">
          <dt className="text-13">{name}</dt>
          <dd className="num font-mono text-ink">{value}</dd>
          <dd className="text-13">{text}</dd>
        </div>
      ))}
    </dl>
  </Figure>
);

const Single = ({ line }: { line: Line }) => (
  <Figure>
    <StillLine line={line} />
  </Figure>
);

/** What opens a section of the docs, by the id of its heading. */
export const DRAWINGS: Readonly<Record<string, ReactNode>> = {
  'how-to-read-a-line': <Anatomy />,
  'how-routes-are-ranked': <Ranking />,
  'deposit-addresses': <DepositSlip />,
  'swaps-within-one-chain': (
    <Single line={lineOf([USDC, ETH], 'ONEINCH', { inbound: 12, swap: 0, outbound: 0, total: 12 })} />
  ),
  'swaps-by-hash-lock': <Single line={lineOf([BTC, USDC], 'GARDEN', minutes(10, 2, 1))} />,
  'two-legs': <Single line={TWO_LEGS} />,
};
