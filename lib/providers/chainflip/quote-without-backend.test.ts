/** When the backend does not answer, a node prices the swap. */
import { describe, expect, it } from 'vitest';
import { formatAmount } from '../../domain/amount.ts';
import { expectSoundRoute } from '../provider-contract.ts';
import { termsOf } from './terms.ts';
import { bench } from './testing/bench.ts';
import { objectFixture, request } from './testing/chainflip-double.ts';
import { feesOf } from './testing/quotes.ts';

describe('without an answer of the backend', () => {
  const RATE = {
    intermediary: '0x26ce8f3c0',
    output: '0x38a9d5b9bf5b5c1f',
    ingress_fee: { chain: 'Bitcoin', asset: 'BTC', amount: 166 },
    network_fee: { chain: 'Ethereum', asset: 'USDC', amount: '0x9f2d7e' },
    broker_commission: { chain: 'Ethereum', asset: 'USDC', amount: '0x0' },
    egress_fee: { chain: 'Ethereum', asset: 'ETH', amount: `0x${(342_353_552_660_000n).toString(16)}` },
  };
  const answers = {
    quote: () => ({ status: 502, body: '<html>', contentType: 'text/html' }),
    rpc: (method: string) => (method === 'cf_swap_rate_v3' ? { result: RATE } : undefined),
  };

  it('a node prices CHAINFLIP, with the fees of its own answer', async () => {
    const { one, called } = await bench(answers);
    const route = await one();
    expectSoundRoute(route, request());
    expect(route.expectedBuy.baseUnits).toBe(0x38a9d5b9bf5b5c1fn);
    expect(feesOf(route).map(([type, amount]) => [type, amount])).toEqual([
      ['inbound', '0.00000153'],
      ['inbound', '0.00000166'],
      ['liquidity', '10.43187'],
      ['outbound', '0.00034235355266'],
    ]);
    expect(route.estimatedTime?.inbound).toBe(300 + 1200 + 6);
    expect(termsOf(route)?.retryDurationBlocks).toBe(300);
    const [call] = called('cf_swap_rate_v3');
    expect(JSON.parse(call?.body ?? '{}').params).toEqual([
      { chain: 'Bitcoin', asset: 'BTC' },
      { chain: 'Ethereum', asset: 'ETH' },
      '0x989680',
      0,
      null,
      null,
      [],
      null,
    ]);
  });

  it('streaming is then unknown, and the answer says so', async () => {
    const { refusal } = await bench(answers);
    const error = await refusal({ providerId: 'CHAINFLIP_STREAMING' });
    expect(error.code).toBe('httpError');
    expect(error.message).toMatch(/CHAINFLIP still quotes/);
  });

  it('a deployment without a backend asks its node at once', async () => {
    const { one, asked } = await bench(answers, { backend: false });
    expect((await one()).providers).toEqual(['CHAINFLIP']);
    expect(asked('/v2/quote')).toEqual([]);
  });

  it('answers swapAmountTooSmall where nothing would come out', async () => {
    const { refusal } = await bench({
      ...answers,
      rpc: (method) => (method === 'cf_swap_rate_v3' ? { result: { ...RATE, output: '0x0' } } : undefined),
    });
    expect((await refusal()).code).toBe('swapAmountTooSmall');
  });

  it('reads the node’s recorded layout', async () => {
    const { one } = await bench({
      ...answers,
      rpc: (method) => (method === 'cf_swap_rate_v3' ? { result: objectFixture('rpc-swap-rate') } : undefined),
    });
    expect(formatAmount((await one()).expectedBuy)).toBe('1');
  });
});
