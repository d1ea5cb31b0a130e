/** A memo carries the affiliate and the limit, and fits its chain. */
import { describe, expect, it } from 'vitest';
import { assetOf } from '../../domain/asset.ts';
import { answering, family, type Json } from './testing/family.ts';
import { ALICE_ETH, objectFixture, thorQuote } from './testing/node-double.ts';

describe('affiliates (pitfalls 2 and 8)', () => {
  const affiliate = (feeBps: number, payout?: Record<string, string>) => ({
    affiliate: { name: 'ptg', feeBps, ...(payout ? { payout } : {}) },
  });

  it('go into the quote by their payout name, and the route shows the fee', async () => {
    const { one, asked } = await family('thor');
    const route = await one({ ...affiliate(10, { thorname: 'odin' }) });
    expect(asked()[0]?.query.get('affiliate')).toBe('odin');
    expect(asked()[0]?.query.get('affiliate_bps')).toBe('10');
    expect(route.affiliate).toEqual({ name: 'ptg', feeBps: 10 });
    expect(route.fees.some(({ type }) => type === 'affiliate')).toBe(true);
  });

  it('are looked up once', async () => {
    const { one, upstream } = await family('thor');
    await one({ ...affiliate(10, { thorname: 'odin' }) });
    await one({ ...affiliate(10, { thorname: 'odin' }) });
    expect(upstream.calls.filter(({ path }) => path.includes('/thorname/'))).toHaveLength(1);
  });

  it.each([
    ['no payout name', affiliate(10), 'no thorname'],
    ['more than the network pays', affiliate(1001, { thorname: 'odin' }), '1000 basis points'],
  ])('are never dropped silently: %s is an error', async (_why, changes, message) => {
    const { refusal, asked } = await family('thor');
    const error = await refusal(changes);
    expect(error.code).toBe('unknownError');
    expect(error.message).toContain(message);
    expect(asked()).toEqual([]);
  });

  it('have other limits on Maya', async () => {
    const { refusal } = await family('maya');
    expect((await refusal(affiliate(501, { mayaname: 'ptg' }))).message).toContain('500 basis points');
  });

  it('4: a name without an owner would be paid nothing, so it is an error', async () => {
    const unowned = { status: 500, json: { code: 2, message: 'fail to fetch THORName', details: [] } };
    const { refusal, asked } = await family('thor', { name: unowned });
    expect((await refusal(affiliate(10, { thorname: 'nobody' }))).message).toContain('Nobody owns');
    expect(asked()).toEqual([]);
    const maya = await family('maya', { name: { status: 404, json: { error: "mayaname doesn't exist: nobody" } } });
    expect((await maya.refusal(affiliate(10, { mayaname: 'nobody' }))).message).toContain('Nobody owns');
  });

  it('4: an expired name is an error', async () => {
    const { refusal } = await family('thor', {
      name: { json: { ...objectFixture('thor-thorname'), expire_block_height: 5 } },
    });
    expect((await refusal(affiliate(10, { thorname: 'odin' }))).message).toContain('expired');
  });

  it('a fee that the network would skip at this amount is an error, never a route without it', async () => {
    const { refusal } = await family('thor', answering(thorQuote({ memo: `=:e:${ALICE_ETH}:6767753:odin:10` })));
    expect((await refusal({ ...affiliate(10, { thorname: 'odin' }) })).code).toBe('swapAmountTooSmall');
  });

  it('a memo that does not pay the affiliate is refused', async () => {
    const fees = { ...(thorQuote().fees as Json), affiliate: '10' };
    const { refusal } = await family('thor', answering(thorQuote({ fees, memo: `=:e:${ALICE_ETH}:6767753` })));
    expect((await refusal({ ...affiliate(10, { thorname: 'odin' }) })).message).toContain('affiliate');
  });
});

describe('pitfall 2: memos that are too long', () => {
  const TOO_LONG = {
    status: 400,
    json: { code: 3, message: 'generated memo too long for source chain: invalid request', details: [] },
  };
  const usdc = assetOf('ETH.USDC-0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48');
  const withMemo = (memo: string) =>
    thorQuote({
      expected_amount_out: '6768430123',
      memo,
      fees: {
        asset: usdcNode,
        outbound: '15820',
        liquidity: '13590',
        affiliate: '68000',
        slippage_bps: 19,
        total_bps: 43,
      },
    });
  const usdcNode = 'ETH.USDC-0XA0B86991C6218B36C1D19D4A2E9EB0CE3606EB48';
  const sell = { buyAsset: usdc, affiliate: { name: 'ptg', feeBps: 10, payout: { thorname: 'longishname' } } };

  it('get a limit in fewer digits, never a looser one, and no part is cut', async () => {
    const { one, asked } = await family('thor', {
      quote: (query) =>
        query.has('liquidity_tolerance_bps') ? TOO_LONG : { json: withMemo(`=:ETH.USDC:${ALICE_ETH}::longishname:10`) },
    });
    const route = await one(sell);
    expect(route.memo).toBe(`=:ETH.USDC:${ALICE_ETH}:6707453295:longishname:10`);
    expect(asked()).toHaveLength(2);
    const longer = await family('thor', {
      quote: (query) =>
        query.has('liquidity_tolerance_bps')
          ? TOO_LONG
          : { json: withMemo(`=:ETH.USDC-6EB48:${ALICE_ETH}:0/1/0:longis:10`) },
    });
    const shortened = await longer.one({
      ...sell,
      affiliate: { name: 'ptg', feeBps: 10, payout: { thorname: 'longis' } },
    });
    expect(shortened.memo).toBe(`=:ETH.USDC-6EB48:${ALICE_ETH}:6708e6/1/0:longis:10`);
    expect(shortened.guaranteedBuy.baseUnits).toBe(67_012_919n);
  });

  it('are an error when even that does not fit', async () => {
    const { refusal } = await family('thor', {
      quote: (query) =>
        query.has('liquidity_tolerance_bps')
          ? TOO_LONG
          : { json: withMemo(`=:ETH.USDC:${ALICE_ETH}::averyveryverylongname:10`) },
    });
    const error = await refusal({
      ...sell,
      affiliate: { name: 'ptg', feeBps: 10, payout: { thorname: 'averyveryverylongname' } },
    });
    expect(error.message).toContain('longer than the source chain can carry');
  });

  it('are refused even when the node gave them: BTC carries 80 bytes', async () => {
    const memo = `=:e:${ALICE_ETH}:6767753/0001/0000000000000000000000000000000000000000`;
    const { refusal } = await family('thor', answering(thorQuote({ memo })));
    expect((await refusal()).message).toContain('80');
  });
});
