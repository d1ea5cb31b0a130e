/** If these fail, a payment with a good memo is refunded, or one with a bad memo is swapped to the wrong place. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fakeAddress } from './fake-world.ts';
import { parseLimit, parseSwapMemo, printSwapMemo } from './memo.ts';
import { formatNodeAsset, nodeAsset } from './node-asset.ts';

const ETH = fakeAddress('ETH', 'user');

const read = (text: string, network: 'thor' | 'maya' = 'thor') => {
  const parsed = parseSwapMemo(text, network);
  return parsed.ok ? { ...parsed.memo, asset: formatNodeAsset(parsed.memo.asset) } : parsed.reason;
};

describe('the grammar', () => {
  it.each([
    [`=:e:${ETH}`, 'ETH.ETH', 0n, 0n, 0n, 0],
    [`s:ETH.ETH:${ETH}`, 'ETH.ETH', 0n, 0n, 0n, 0],
    [`SWAP:eth.eth:${ETH}:`, 'ETH.ETH', 0n, 0n, 0n, 0],
    [`=:b:${ETH}:646211:sto:0`, 'BTC.BTC', 646_211n, 0n, 0n, 1],
    [`=:ETH.USDT:${ETH}:1093333440253/1/0:wr:125`, 'ETH.USDT', 1_093_333_440_253n, 1n, 0n, 1],
    [`=:tr:TEB39Rt69QkgD1BKhqaRNqGxfQzCarkRCb:0/1/0:g1:50`, 'TRON.TRX', 0n, 1n, 0n, 1],
    [`=:e:${ETH}:161e6`, 'ETH.ETH', 161_000_000n, 0n, 0n, 0],
    [`=:e:${ETH}:161e6/3`, 'ETH.ETH', 161_000_000n, 3n, 0n, 0],
    [`=:e:${ETH}://5`, 'ETH.ETH', 0n, 0n, 5n, 0],
    [`=:e:${ETH}::a/b/c:10`, 'ETH.ETH', 0n, 0n, 0n, 3],
    [`=:e:${ETH}|hello`, 'ETH.ETH', 0n, 0n, 0n, 0],
  ])('reads %s', (text, asset, limit, interval, quantity, affiliates) => {
    const memo = read(text);
    expect(memo).toMatchObject({ asset, limit, interval, quantity });
    expect(memo).toHaveProperty('affiliates.length', affiliates);
  });
  it('reads the same letter differently on each network', () => {
    for (const [code, thor, maya] of [
      ['c', 'BCH.BCH', 'MAYA.CACAO'],
      ['d', 'DOGE.DOGE', 'DASH.DASH'],
      ['x', 'XRP.XRP', 'XRD.XRD'],
      ['a', 'AVAX.AVAX', 'ARB.ETH'],
    ]) {
      expect(read(`=:${code}:x`, 'thor')).toMatchObject({ asset: thor });
      expect(read(`=:${code}:x`, 'maya')).toMatchObject({ asset: maya });
    }
  });
  it('reads a refund address and one fee for all affiliates', () => {
    expect(read(`=:e:${ETH}/bc1qrefund::a/b:7`)).toMatchObject({
      destination: ETH,
      refundAddress: 'bc1qrefund',
      affiliates: [
        { name: 'a', bps: 7n },
        { name: 'b', bps: 7n },
      ],
    });
  });
  it('lets Maya leave the fee to the name', () => {
    expect(read(`=:e:${ETH}::ptg`, 'maya')).toMatchObject({ affiliates: [{ name: 'ptg', bps: undefined }] });
    expect(read(`=:e:${ETH}::ptg`, 'thor')).toBe('affiliate thornames and affiliate fee bps count mismatch');
  });
  it.each([
    ['', "memo can't be empty"],
    ['hello', 'invalid tx type: hello'],
    ['=<:b:x:1', 'invalid tx type: =<'],
    ['+:BTC.BTC', 'invalid tx type: +'],
    [`=:e:${ETH}:1.5`, 'swap price limit:1.5 is invalid'],
    [`=:e:${ETH}:-1`, 'swap price limit:-1 is invalid'],
    [`=:e:${ETH}:1/x`, 'failed to parse stream frequency: x'],
    [`=:e:${ETH}:1/1/x`, 'failed to parse stream quantity: x'],
    [`=:e:${ETH}::a/b/c/d/e/f:1`, 'maximum allowed affiliates is 5'],
    [`=:e:${ETH}::a:10001`, "total affiliate fee basis points can't be more than 10000"],
    [`=:e:${'x'.repeat(260)}`, 'memo is too long: 264 > 250'],
  ])('refuses %s', (text, reason) => {
    expect(read(text)).toBe(reason);
  });
});

describe('printing and reading', () => {
  const asset = fc.constantFrom(
    'BTC.BTC',
    'ETH.ETH',
    'THOR.RUNE',
    'ETH.USDC-0XA0B86991C6218B36C1D19D4A2E9EB0CE3606EB48',
    'ARB.ETH',
    'MAYA.CACAO',
    'DASH.DASH',
  );
  const memo = fc.record({
    asset: asset.map(nodeAsset),
    destination: fc.constantFrom(ETH, fakeAddress('BTC', 'user'), 'name'),
    limit: fc.bigInt({ min: 0n, max: 10n ** 20n }),
    interval: fc.bigInt({ min: 0n, max: 500n }),
    quantity: fc.bigInt({ min: 0n, max: 500n }),
    affiliates: fc.array(
      fc.record({ name: fc.constantFrom('a', 'ptg', 'xyz'), bps: fc.bigInt({ min: 0n, max: 100n }) }),
      { maxLength: 5 },
    ),
  });
  it('agree on both networks, in short and in long form', () => {
    fc.assert(
      fc.property(memo, fc.constantFrom('thor' as const, 'maya' as const), fc.boolean(), (one, network, short) => {
        const back = parseSwapMemo(printSwapMemo(one, network, short), network);
        const streams = one.interval > 0n || one.quantity > 1n;
        expect(back).toEqual({ ok: true, memo: { ...one, quantity: streams ? one.quantity : 0n } });
      }),
    );
  });
  it('read any limit that can be written with an exponent', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 999_999n }), fc.integer({ min: 0, max: 15 }), (digits, exponent) => {
        expect(parseLimit(`${digits}e${exponent}`)).toBe(digits * 10n ** BigInt(exponent));
      }),
    );
  });
});
