import { describe, expect, it } from 'vitest';
import { fc, property } from '../../lib/domain/test-property.ts';
import { createText } from '../../lib/i18n/text.ts';
import { type RouteLineData, routeLineData } from './route-line-data.ts';
import { type LineSize, layoutRouteLine as layoutOf, textWidth } from './route-line-layout.ts';
import { scaledLength, shareLengths } from './route-line-lengths.ts';
import { routeLineText, shownSeconds } from './route-line-text.ts';
import { testRoute } from './test-routes.ts';

const t = createText('en');
const layoutRouteLine = (data: RouteLineData, width: number, size?: LineSize) => layoutOf(t, data, width, size);

const stop = (seconds: number, parts?: number) => ({
  shortName: 'THORChain',
  how: ['streaming' as const],
  seconds,
  ...(parts ? { parts } : {}),
});
const line = (over: Partial<RouteLineData> = {}): RouteLineData => ({
  from: { symbol: 'BTC', network: 'Bitcoin', icon: '' },
  to: { symbol: 'ETH', network: 'Ethereum', icon: '' },
  stops: [stop(720, 16)],
  inboundSeconds: 600,
  outboundSeconds: 540,
  ...over,
});
const twoLegs = line({
  stops: [
    { ...stop(300), via: { symbol: 'USDC', network: 'Ethereum', icon: '' } },
    { shortName: '1inch', seconds: 60 },
  ],
});
const progressOf = fc.record({
  section: fc.integer({ min: 0, max: 2 }),
  fraction: fc.double({ min: 0, max: 1, noNaN: true }),
  state: fc.constantFrom('travelling' as const, 'arrived' as const, 'turnedBack' as const, 'stopped' as const),
});

describe('the route line at its own width', () => {
  property([
    fc.integer({ min: 120, max: 1400 }),
    fc.integer({ min: 0, max: 90_000 }),
    fc.integer({ min: 0, max: 90_000 }),
    fc.integer({ min: 0, max: 90_000 }),
    fc.option(progressOf, { nil: undefined }),
  ])('keeps every section, text and mark inside and in order', (width, inbound, swap, outbound, progress) => {
    const data = line({
      inboundSeconds: inbound,
      outboundSeconds: outbound,
      stops: [stop(swap, 16)],
      ...(progress ? { progress } : {}),
    });
    const layout = layoutRouteLine(data, width);
    let x = 0;
    for (const section of layout.sections) {
      expect(section.x1).toBeGreaterThanOrEqual(x - 1e-6);
      expect(section.x2).toBeGreaterThan(section.x1);
      x = section.x2;
    }
    expect(x).toBeLessThanOrEqual(width);
    for (const label of layout.labels) {
      expect(label.x - textWidth(label.text) / 2).toBeGreaterThanOrEqual(-0.01);
      expect(label.x + textWidth(label.text) / 2).toBeLessThanOrEqual(width + 0.01);
    }
    const spans = layout.labels.map(({ x, text }) => [x - textWidth(text) / 2, x + textWidth(text) / 2] as const);
    spans.sort((a, b) => a[0] - b[0]);
    for (let i = 1; i < spans.length; i += 1) expect(spans[i]![0]).toBeGreaterThan(spans[i - 1]![1]);
    if (layout.marker) expect(layout.marker.x).toBeLessThanOrEqual(width - 14);
  });

  it('gives a slower stage more length', () => {
    const { sections } = layoutRouteLine(line({ inboundSeconds: 1200, outboundSeconds: 600, stops: [stop(600)] }), 900);
    const [way, , out] = sections.map((section) => section.x2 - section.x1);
    expect(way! / out!).toBeCloseTo(2, 5);
  });
  it('shows more text where there is room, and never in smaller type', () => {
    expect(layoutRouteLine(line(), 700).labels.map((label) => label.text)).toEqual(
      expect.arrayContaining(['Bitcoin · 10 min', '16 parts · 12 min', 'Ethereum · 9 min']),
    );
    const narrow = layoutRouteLine(line(), 280).labels.map((label) => label.text);
    expect(narrow.length).toBeLessThanOrEqual(3);
    expect(narrow).not.toContain('Bitcoin · 10 min');
  });
  it('doubles the line after the two legs meet', () => {
    expect(layoutRouteLine(twoLegs, 700).sections.map((section) => section.double)).toEqual([
      false,
      false,
      true,
      true,
      true,
    ]);
    expect(layoutRouteLine(twoLegs, 700).joints).toHaveLength(1);
    expect(layoutRouteLine(line(), 700).sections.some((section) => section.double)).toBe(false);
  });
  it('fills what was travelled and nothing beyond', () => {
    const at = (state: 'travelling' | 'arrived') =>
      layoutRouteLine(line({ progress: { section: 1, fraction: 0.5, state } }), 700).sections.map((s) => s.travelled);
    expect(at('travelling')).toEqual([1, 0.5, 0]);
    expect(at('arrived')).toEqual([1, 1, 1]);
  });
  it('turns back where the refund began', () => {
    const layout = layoutRouteLine(line({ progress: { section: 1, fraction: 1, state: 'turnedBack' } }), 700);
    expect(layout.turn?.x).toBe(layout.sections[1]?.x2);
    expect(layout.turn?.y).toBeGreaterThan(layout.y);
  });
});

describe('sharing a length', () => {
  property([
    fc.array(fc.record({ weight: fc.integer({ min: 0, max: 10_000 }), least: fc.integer({ min: 1, max: 80 }) }), {
      minLength: 1,
      maxLength: 7,
    }),
    fc.integer({ min: 50, max: 2000 }),
  ])('uses all of it and gives each section its minimum while that is possible', (sections, space) => {
    const lengths = shareLengths(sections, space);
    expect(lengths.reduce((a, b) => a + b, 0)).toBeCloseTo(space, 6);
    const fits = sections.reduce((sum, section) => sum + section.least, 0) <= space;
    if (fits)
      for (const [i, section] of sections.entries()) expect(lengths[i]).toBeGreaterThanOrEqual(section.least - 1e-6);
  });
});

describe('the scale of time', () => {
  it('draws the same swap in the same proportions at every width and size', () => {
    const shares = (width: number, size: LineSize) => {
      const { sections } = layoutRouteLine(line(), width, size);
      const whole = sections.at(-1)!.x2 - sections[0]!.x1;
      return sections.map(({ x1, x2 }) => ((x2 - x1) / whole).toFixed(6));
    };
    for (const size of ['card', 'row', 'tall'] as const)
      for (const width of [324, 650, 1100]) expect(shares(width, size)).toEqual(shares(700, 'row'));
  });
  it('gives the slowest swap of a list the whole width, and a faster one never a longer line', () => {
    expect(scaledLength(620, 7200, 7200)).toBe(620);
    expect(scaledLength(620, undefined, 7200)).toBe(620);
    const lengths = [6, 60, 600, 1800, 3600, 7200].map((seconds) => scaledLength(620, seconds, 7200));
    for (const [index, length] of lengths.entries()) expect(length).toBeGreaterThan(lengths[index - 1] ?? 0);
  });
  property([fc.array(fc.double({ min: 0, max: 9000, noNaN: true }), { minLength: 3, maxLength: 3 })])(
    'shows times of the sections that add up to the total time',
    ([inbound = 0, swap = 0, outbound = 0]) => {
      const shown = shownSeconds(line({ inboundSeconds: inbound, stops: [stop(swap)], outboundSeconds: outbound }));
      const total = inbound + swap + outbound;
      const unit = Math.round(total) >= 60 ? 60 : 1;
      expect(shown.reduce((a, b) => a + b, 0)).toBe(Math.round(total / unit) * unit);
    },
  );
  it('scales overlapping stages to the time that the swap takes', () => {
    const route = testRoute('MAYACHAIN', { estimatedTime: { inbound: 1200, swap: 600, outbound: 480, total: 1800 } });
    const { inboundSeconds, outboundSeconds, totalSeconds } = routeLineData(route);
    expect(inboundSeconds + outboundSeconds).toBeLessThanOrEqual(totalSeconds ?? 0);
  });
  property([
    fc.integer({ min: 160, max: 1400 }),
    fc.integer({ min: 0, max: 4 }),
    fc.double({ min: 0, max: 1, noNaN: true }),
  ])('keeps the boat off both ends and above the station between two legs', (width, section, fraction) => {
    const layout = layoutRouteLine({ ...twoLegs, progress: { section, fraction, state: 'travelling' } }, width);
    const { x, y } = layout.marker!;
    expect(x - 13).toBeGreaterThanOrEqual(layout.stationRadius * 2 - 0.01);
    expect(x + 13).toBeLessThanOrEqual(width - layout.stationRadius * 2 + 0.01);
    const joint = layout.joints[0]!;
    if (Math.abs(x - joint.x) < 13 + 9) expect(y).toBeLessThanOrEqual(layout.y - 9);
  });
});

describe('the line for screen readers', () => {
  it('describes the same way in sentences', () => {
    expect(routeLineText(t, twoLegs)).toEqual([
      'Starts as BTC on Bitcoin, about 10 min',
      'Through THORChain, streaming, about 5 min',
      'Changes to USDC on Ethereum',
      'Through 1inch, about 1 min',
      'Ends as ETH on Ethereum, about 9 min',
    ]);
  });
  it('says where the swap is, and that it came back', () => {
    const tell = (state: 'travelling' | 'turnedBack') =>
      routeLineText(t, line({ progress: { section: 1, fraction: 0.5, state } })).at(-1);
    expect(tell('travelling')).toBe('Now in THORChain, streaming');
    expect(tell('turnedBack')).toBe('Turned back in THORChain, streaming');
  });
});

describe('on a phone', () => {
  /** The line within a card on a screen of 390 pixels. */
  const PHONE = 324;
  const asset = { symbol: 'USDC', network: 'Ethereum', icon: '/tokens/usdc.svg' };
  const mark = { icon: '/providers/chainflip.svg' };

  it('never leaves out how a provider swaps', () => {
    for (const how of [['streaming'], ['boosted'], ['streaming', 'boosted']] as const) {
      const stops = [{ ...mark, shortName: 'Chainflip', how, seconds: 60 }];
      for (const width of [PHONE, 254]) {
        const { sections, labels } = layoutRouteLine(line({ stops }), width);
        const written = [sections[1]?.title ?? '', ...labels.map(({ text }) => text)].join(' ');
        for (const label of ['Chainflip', ...how]) expect(written).toContain(label);
      }
    }
  });

  it('shows both pictures of two legs, and the asset in which they meet', () => {
    const stops = [
      { ...mark, shortName: 'Chainflip', seconds: 60, via: asset },
      { icon: '/providers/oneinch.svg', shortName: '1inch', seconds: 60 },
    ];
    for (const size of ['row', 'tall'] as const) {
      const { sections, joints } = layoutRouteLine(line({ stops }), PHONE, size);
      expect([sections[1]?.icon, sections[3]?.icon]).toEqual([mark.icon, '/providers/oneinch.svg']);
      expect(joints).toMatchObject([{ station: asset, label: { text: 'USDC' } }]);
    }
  });

  it('ends a swap that bypassed its second leg at its destination', () => {
    const stops = [
      { ...stop(60), via: asset },
      { shortName: '1inch', seconds: 60 },
    ];
    const progress = { section: 4, fraction: 1, state: 'diverted' as const };
    const layout = layoutRouteLine(line({ stops, progress }), PHONE);
    expect(layout.sections.map(({ travelled }) => travelled)).toEqual([1, 1, 1, 0, 1]);
    expect(layout.bypass).toMatchObject({ x1: layout.sections[3]?.x1, x2: layout.sections[3]?.x2 });
  });
});
