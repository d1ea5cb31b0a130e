import { describe, expect, it } from 'vitest';
import { createText } from '../../lib/i18n/text.ts';
import { byteLength, expandLimit } from '../../lib/payments/thor-family/swap-memo.ts';
import { decodeMemo } from './decode-memo.ts';

const t = createText('en');
const ETH = '0xF3c2A81b6c2D10c5c5d2D5C6bA9B0f1C6fE69a0E';
const field = (memo: string, buy: string, name: string) =>
  decodeMemo(t, memo, buy).fields?.find((f) => f.name === name)?.value;

describe('the explanation of a memo', () => {
  it('names the recipient and the least amount that must arrive, in the bought asset', () => {
    const memo = `=:e:${ETH}:1492092571/1/16:ptg:30`;
    expect(field(memo, 'ETH.ETH', 'Pay it to')).toBe(ETH);
    expect(field(memo, 'ETH.ETH', 'Your limit')).toBe('14.92092571 ETH');
    expect(field(memo, 'ETH.ETH', 'Swapped in')).toBe('16 parts, one every block');
    expect(field(memo, 'ETH.ETH', 'Fee for')).toBe('ptg: 0.3%');
  });
  it('expands a shortened limit to its number', () => {
    expect(expandLimit('161e6')).toBe(161_000_000n);
    expect(field(`=:e:${ETH}:161e6`, 'ETH.ETH', 'Your limit')).toBe('1.61 ETH');
  });
  it('says so when there is no limit at all', () => {
    for (const memo of [`=:e:${ETH}`, `=:e:${ETH}:0`, `=:e:${ETH}:0/1/0`])
      expect(field(memo, 'ETH.ETH', 'Your limit')).toMatch(/any price/);
  });
  it('counts CACAO in its ten decimals', () => {
    expect(field('=:c:maya1abc:12345678900000', 'MAYA.CACAO', 'Your limit')).toBe('1234.56789 CACAO');
  });
  it('names the refund address', () => {
    expect(field('=:b:bc1qdest/bc1qback:5', 'BTC.BTC', 'If it fails, return to')).toBe('bc1qback');
  });
  it('lists each of several affiliates with its share', () => {
    expect(field('=:b:bc1q:5:a/b:10/20', 'BTC.BTC', 'Fee for')).toBe('a: 0.1%, b: 0.2%');
  });
  it.each(['', 'hello', 'ADD:BTC.BTC', '=', '=<:e:x:1'])('leaves "%s" unexplained', (memo) => {
    expect(decodeMemo(t, memo, 'ETH.ETH').fields).toBeUndefined();
  });
  it('counts bytes, not characters, because chains do', () => {
    expect(byteLength('=:ü')).toBe(4);
  });
});

describe('an asset’s short form', () => {
  it('is shown beside the asset that it can mean, and alone where it cannot mean the bought one', () => {
    expect(field(`=:e:${ETH}:1`, 'ETH.ETH', 'Buy')).toBe('ETH.ETH (e)');
    expect(field(`=:b:${ETH}:1`, 'ETH.ETH', 'Buy')).toBe('b');
    expect(field(`=:ETH.ETH:${ETH}:1`, 'ETH.ETH', 'Buy')).toBe('ETH.ETH');
  });
});
