/** A memo that instructs another swap than the reviewed one stops the payment, in every short form. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createText } from '../../lib/i18n/text.ts';
import { memoDifferences } from './memo-differences.ts';

const t = createText('en');
const TO = '0xF3c2A81b6c2D10c5c5d2D5C6bA9B0f1C6fE69a0E';
const USDC = 'ETH.USDC-0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const route = (change: Record<string, unknown> = {}) => ({
  providers: ['THORCHAIN'],
  sellAsset: 'BTC.BTC',
  buyAsset: 'ETH.ETH',
  sourceAddress: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
  destinationAddress: TO,
  expectedBuyAmountMaxSlippage: '1.61',
  meta: { affiliateFee: 30 },
  ...change,
});
const names = (memo: string, of = route(), limit = 80) => memoDifferences(t, memo, of, limit).map(({ name }) => name);

describe('a memo', () => {
  test.each([
    `=:e:${TO}:161000000`,
    `=:ETH.ETH:${TO.toLowerCase()}:161e6/1/0:ptg:30`,
    `SWAP:e:${TO}:200000000`,
    `s:e:${TO}/bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080:161e6`,
  ])('that instructs the reviewed swap passes: %s', (memo) => {
    expect(memoDifferences(t, memo, route({ providers: ['THORCHAIN_STREAMING'] }), 250)).toEqual([]);
  });
  test('of a route that is swapped at once has no parts', () => {
    expect(names(`=:e:${TO}:161e6/1/0`)).not.toEqual([]);
  });
  test('may name a token by the end of its contract address', () => {
    for (const asset of [USDC, 'ETH.USDC-6EB48', 'ETH.USDC'])
      expect(names(`=:${asset}:${TO}:161e6`, route({ buyAsset: USDC }), 250)).toEqual([]);
    expect(names(`=:ETH.USDC-12345:${TO}:161e6`, route({ buyAsset: USDC }), 250)).toEqual(['Buy']);
  });
  test('has short forms with the meaning of its own network', () => {
    expect(
      names(
        `=:c:${TO}:161e6`,
        route({ providers: ['MAYACHAIN'], buyAsset: 'MAYA.CACAO', expectedBuyAmountMaxSlippage: '0.001' }),
      ),
    ).not.toContain('Buy');
    expect(names(`=:c:${TO}:161e6`)).toContain('Buy');
  });
  test.each([
    ['another asset', `=:b:${TO}:161e6`, 'Buy'],
    ['another receiver', '=:e:0x1111111111111111111111111111111111111111:161e6', 'Pay it to'],
    ['no receiver', '=:e::161e6', 'Pay it to'],
    ['a refund to somebody else', `=:e:${TO}/bcrt1qstranger:161e6`, 'If it fails, return to'],
    ['a lower limit', `=:e:${TO}:160999999`, 'Your limit'],
    ['no limit', `=:e:${TO}:0`, 'Your limit'],
    ['a higher fee of this site', `=:e:${TO}:161e6:ptg:31`, 'Fee for'],
    ['a second fee', `=:e:${TO}:161e6:ptg/x:30/1`, 'Fee for'],
    ['something that is no swap', `+:BTC.BTC:${TO}`, 'Do'],
  ])('with %s is stopped', (_what, memo, name) => {
    const found = memoDifferences(t, memo, route(), 250);
    expect(found.map((one) => one.name)).toContain(name);
    for (const { reviewed, signed } of found) expect(signed).not.toBe(reviewed);
  });
  test('sends refunds to the requested address, and elsewhere only without one', () => {
    const back = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt081';
    const asked = route({ meta: { affiliateFee: 30, refundAddress: back } });
    expect(names(`=:e:${TO}/${back}:161e6`, asked, 250)).toEqual([]);
    for (const memo of [`=:e:${TO}:161e6`, `=:e:${TO}/bcrt1qstranger:161e6`])
      expect(names(memo, asked, 250)).toEqual(['If it fails, return to']);
  });
  test('that the chain cannot carry is stopped', () => {
    expect(names(`=:e:${TO}:161e6:${'a'.repeat(40)}:0`, route(), 80)).toContain('Length of the memo');
  });
  test('never passes with a limit below the review’s minimum', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 400_000_000n }), (limit) => {
        expect(names(`=:e:${TO}:${limit}`, route(), 250).includes('Your limit')).toBe(limit < 161_000_000n);
      }),
    );
  });
});
