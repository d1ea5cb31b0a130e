import { describe, expect, it } from 'vitest';
import { assetOf } from '../../domain/asset.ts';
import { memoBytes } from '../../domain/memo.ts';
import { fc, property } from '../../domain/test-property.ts';
import { FAMILY } from './config.ts';
import {
  memoAssetMeans,
  parseLimit,
  parseSwapMemo,
  printLimit,
  sameDestination,
  sameVault,
  withLimit,
} from './memo.ts';

const USDC = assetOf('ETH.USDC-0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48');

describe('limits in memos', () => {
  it.each([
    ['646211', 646_211n],
    ['123e4', 1_230_000n],
    ['161e6', 161_000_000n],
    ['1.5e6', 1_500_000n],
    ['0', 0n],
    ['', 0n],
  ])('%s means what the network enforces', (text, limit) => expect(parseLimit(text)).toBe(limit));

  it.each(['-1', '1e', '1.55e1', 'abc', '0x12', '1e400', ' 1'])('%s is no limit', (text) =>
    expect(parseLimit(text)).toBeUndefined(),
  );

  property([fc.bigInt({ min: 1n, max: 10n ** 20n }), fc.integer({ min: 1, max: 22 })])(
    'printed shorter they protect at least as much, and by less than the last digit kept',
    (limit, digits) => {
      const read = parseLimit(printLimit(limit, digits));
      expect(read).toBeDefined();
      expect(read ?? 0n).toBeGreaterThanOrEqual(limit);
      const step = 10n ** BigInt(Math.max(limit.toString().length - digits, 0));
      expect((read ?? 0n) - limit).toBeLessThan(step);
    },
  );

  property([fc.bigInt({ min: 1n, max: 10n ** 20n })])('printed with all their digits they are unchanged', (limit) => {
    expect(parseLimit(printLimit(limit, 30))).toBe(limit);
  });

  property([
    fc.bigInt({ min: 0n, max: 10n ** 18n }),
    fc.nat(99),
    fc.nat(99),
    fc.constantFrom('', ':ab:10', ':a/b:10/20'),
  ])('put into a memo they are read back, and no other part changes', (limit, interval, quantity, tail) => {
    const memo = withLimit(`=:ETH.ETH:0x1111:1/${interval}/${quantity}${tail}`, limit.toString());
    const before = parseSwapMemo(`=:ETH.ETH:0x1111:1/${interval}/${quantity}${tail}`);
    expect(parseSwapMemo(memo)).toEqual({ ...before, limit });
  });
});

describe('swap memos', () => {
  it('are read part by part', () => {
    expect(parseSwapMemo('=:ETH.USDT:0x4dbc/0xref:1093333440253/1/0:wr/ab:125/5')).toEqual({
      asset: 'ETH.USDT',
      destination: '0x4dbc',
      refund: '0xref',
      limit: 1_093_333_440_253n,
      interval: 1,
      quantity: 0,
      affiliates: ['wr', 'ab'],
      affiliateBps: ['125', '5'],
    });
  });

  it.each(['+:BTC.BTC', 'OUT:ABC', 'hello', '', '=<:BTC.BTC:bc1q:1', '=:b:bc1q:abc'])('%s is none', (memo) =>
    expect(parseSwapMemo(memo)).toBeUndefined(),
  );

  it('fit a UTXO chain at exactly 80 bytes', () => {
    expect(memoBytes(`=:ETH.USDC-6EB48:0x${'1'.repeat(40)}:1234567890/1/0:ab:10`)).toBe(80);
  });

  it('name an asset in each way that nodes print it, and no other asset', () => {
    const means = (text: string, asset = USDC) => memoAssetMeans(FAMILY.thor, text, asset);
    for (const text of ['ETH.USDC', 'eth.usdc-eb48', 'ETH.USDC-0XA0B86991C6218B36C1D19D4A2E9EB0CE3606EB48'])
      expect(means(text)).toBe(true);
    for (const text of ['ETH.USDT', 'e', 'BSC.USDC', 'ETH.USDC-EB49', 'ETH/USDC']) expect(means(text)).toBe(false);
    expect(means('e', assetOf('ETH.ETH'))).toBe(true);
    expect(means('c', assetOf('BCH.BCH'))).toBe(true);
  });

  it('use the same letter for different assets on the two chains', () => {
    expect(memoAssetMeans(FAMILY.maya, 'c', assetOf('MAYA.CACAO'))).toBe(true);
    expect(memoAssetMeans(FAMILY.maya, 'd', assetOf('DASH.DASH'))).toBe(true);
    expect(memoAssetMeans(FAMILY.thor, 'd', assetOf('DASH.DASH'))).toBe(false);
    expect(memoAssetMeans(FAMILY.maya, 'ec', USDC)).toBe(true);
  });

  it('with two letters mean exactly one asset of Maya, and none at THORChain', () => {
    for (const text of ['et', 'ee', 'ex'])
      expect([text, memoAssetMeans(FAMILY.maya, text, USDC)]).toEqual([text, false]);
    expect(memoAssetMeans(FAMILY.maya, 'ee', assetOf('ETH.ETH'))).toBe(true);
    expect(memoAssetMeans(FAMILY.maya, 'ae', assetOf('AVAX.AVAX'))).toBe(false);
    expect(memoAssetMeans(FAMILY.thor, 'ec', USDC)).toBe(false);
  });

  it('have no end of an address where the asset has none', () => {
    for (const text of ['BTC.BTC-', 'BTC.BTC-X'])
      expect(memoAssetMeans(FAMILY.thor, text, assetOf('BTC.BTC'))).toBe(false);
  });

  it('may have a point in the ticker', () => {
    const usdcE = assetOf('AVAX.USDC.e-0xA7D7079b0FEaD91F3e65f86E8915Cb59c1a4C664');
    expect(memoAssetMeans(FAMILY.thor, 'AVAX.USDC.E-C664', usdcE)).toBe(true);
    expect(memoAssetMeans(FAMILY.thor, 'AVAX.USDC-C664', usdcE)).toBe(false);
  });
});

describe('pitfall 5: destinations compare as their chains write them', () => {
  it.each([
    ['0xAbCdEf0000000000000000000000000000000001', '0xabcdef0000000000000000000000000000000001'],
    ['bitcoincash:qzlhal4g3edkspvhcf8pt0wfm8uem7zazgm4jk9dz3', 'qzlhal4g3edkspvhcf8pt0wfm8uem7zazgm4jk9dz3'],
    ['BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
  ])('%s equals %s', (a, b) => expect(sameDestination(a, b)).toBe(true));

  it('a vault of Zcash is one address in its ZIP-320 form and its transparent one', () => {
    const tex = 'tex1s2rt77ggv6q989lr49rkgzmh5slsksa9khdgte';
    expect(sameVault('ZEC', tex, 't1VmmGiyjVNeCjxDZzg7vZmd99WyzVby9yC')).toBe(true);
    expect(sameVault('ZEC', tex, 't1Hsc1LR8yKnbbe3twRp88p6vFfC5t7DLbs')).toBe(false);
    expect(
      sameVault('ETH', '0xAbCdEf0000000000000000000000000000000001', '0xabcdef0000000000000000000000000000000001'),
    ).toBe(true);
  });

  it('keeps base58 case-sensitive: another case is another address', () => {
    expect(sameDestination('XdwUXJsAaw1jjcrqTuLz6zWYkyZQRUquUB', 'xdwuxjsaaw1jjcrqtulz6zwykyzqruquub')).toBe(false);
  });
});
