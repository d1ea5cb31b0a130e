/** The drawing of the ledger shows each group on one scale, and its table has every figure. */
import { describe, expect, it } from 'vitest';
import type { LedgerGroup, LedgerReport, LedgerView } from '../../lib/api/ledger.ts';
import type { LedgerFigures } from '../../lib/domain/ledger.ts';
import { createText } from '../../lib/i18n/text.ts';
import { ledgerCsv } from './ledger-file.ts';
import { paceScale, receivedScale } from './ledger-scale.ts';
import { groupName, spanName } from './ledger-text.ts';

const t = createText('en');
const spread = (p5: number, p50: number, p95: number) => ({ p5, p50, p95 });

describe('a scale', () => {
  it('of payouts has the quote in its middle and reaches as far as any group', () => {
    const scale = receivedScale([spread(99.7, 100, 100.1), spread(98.2, 99, 100)], t);
    expect([scale.low, scale.high]).toEqual(['−2%', '+2%']);
    expect([98, 99, 100, 102].map(scale.at)).toEqual([0, 0.25, 0.5, 1]);
    expect(scale.at(50)).toBe(0);
  });
  it('of times has the estimate in its middle, and twice as long as far from it as half as long', () => {
    const scale = paceScale([spread(60, 100, 310)], t);
    expect([scale.low, scale.high]).toEqual(['1/4×', '4×']);
    expect([25, 50, 100, 200, 400].map(scale.at)).toEqual([0, 0.25, 0.5, 0.75, 1]);
    expect(scale.at(0)).toBe(0);
  });
  it('stands without any group', () => {
    expect(receivedScale([], t).at(100)).toBe(0.5);
    expect(paceScale([], t).at(100)).toBe(0.5);
  });
});

it('groups have the names that people know', () => {
  expect(groupName('provider', 'ONEINCH->CHAINFLIP', t)).toBe('1inch, then Chainflip');
  expect(groupName('pair', 'BTC.BTC ETH.USDC-0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', t)).toBe(
    'BTC → USDC (Ethereum)',
  );
  expect(['under100', 'under1000', 'over10000', 'unpriced'].map((size) => groupName('size', size, t))).toEqual([
    ...['Under $100', '$100 to $1,000', '$10,000 and more', 'Without a price'],
  ]);
  expect((['day', 'week', 'month'] as const).map((span) => spanName(span, t))).toEqual([
    '24 hours',
    '7 days',
    '30 days',
  ]);
});

it('the table has a line for each time and group, and says nothing of what is unknown', () => {
  const bare: LedgerFigures = {
    swaps: 5,
    completed: 0,
    refunded: 5,
    failed: 0,
    reasons: [{ code: 'halted', count: 5 }],
  };
  const known: LedgerFigures = {
    ...{ swaps: 9, completed: 9, refunded: 0, failed: 0, reasons: [], asQuotedPercent: 88.9 },
    ...{ received: spread(99, 100, 101), seconds: spread(300, 400, 900), pace: spread(50, 66.7, 150) },
  };
  const none: LedgerView = { provider: [], pair: [], size: [], way: [] };
  const provider: LedgerGroup[] = [
    { key: 'THORCHAIN', figures: known },
    { key: 'JUPITER', figures: bare },
  ];
  const report: LedgerReport = { at: 0, spans: { day: none, week: none, month: { ...none, all: known, provider } } };
  const [head = '', ...lines] = ledgerCsv(report).trimEnd().split('\r\n');
  expect(head.split(',')).toHaveLength(18);
  expect(lines).toEqual([
    '30,all,,9,9,0,0,88.9,99,100,101,300,400,900,50,66.7,150,',
    '30,provider,THORCHAIN,9,9,0,0,88.9,99,100,101,300,400,900,50,66.7,150,',
    '30,provider,JUPITER,5,0,5,0,,,,,,,,,,,halted 5',
  ]);
});
