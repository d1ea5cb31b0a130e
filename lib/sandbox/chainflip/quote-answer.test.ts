/** If these fail, an adapter tested here meets quotes, warnings or refusals that the real backend never gives. */
import { describe, expect, it } from 'vitest';
import { ASSETS } from './assets.ts';
import { type MarketState, seedMarket } from './market.ts';
import { answerNetworkInfo } from './network-info.ts';
import { answerQuote, estimatedPrice } from './quote-answer.ts';
import { BROKER_ACCOUNT } from './seed-state.ts';

type Offer = {
  type: string;
  egressAmount: string;
  intermediateAmount?: string;
  includedFees: { type: string; chain: string; asset: string; amount: string }[];
  estimatedPrice: string;
  estimatedDurationsSeconds: { deposit: number; swap: number; egress: number };
  estimatedDurationSeconds: number;
  dcaParams?: { numberOfChunks: number; chunkIntervalBlocks: number };
  boostQuote?: Offer & { estimatedBoostFeeBps: number; maxBoostFeeBps: number };
} & Record<string, unknown>;

type Query = Record<string, string>;
const asset = (side: 'src' | 'dest', [chain = '', name = '']: string[]): Query => ({
  [`${side}Chain`]: chain,
  [`${side}Asset`]: name,
});

/** @param from and `to` such as `'Bitcoin.BTC'`. */
function ask(from: string, to: string, amount: bigint | string, more: Query = {}, market: MarketState = seedMarket()) {
  const query = new URLSearchParams({
    ...asset('src', from.split('.')),
    ...asset('dest', to.split('.')),
    amount: amount.toString(),
    ...more,
  });
  const answer = answerQuote(market, query);
  // As a client parses it: keys without a value are absent.
  return { status: answer.status, body: JSON.parse(JSON.stringify(answer.body)) as Offer[] & { message: string } };
}
function offers(...request: Parameters<typeof ask>): Offer[] {
  const { status, body } = ask(...request);
  expect(status).toBe(200);
  return body;
}
function one(...request: Parameters<typeof ask>): Offer {
  const [offer] = offers(...request);
  if (offer === undefined) throw new Error('no offer');
  return offer;
}
const ETHER = 10n ** 18n;

describe('the shape of an offer', () => {
  it('has the keys of a recorded quote, and those that came since', () => {
    const offer = one('Ethereum.ETH', 'Bitcoin.BTC', ETHER / 2n);
    expect(Object.keys(offer).toSorted()).toEqual(
      [
        'depositAmount',
        'destAsset',
        'egressAmount',
        'estimatedDurationSeconds',
        'estimatedDurationsSeconds',
        'estimatedPrice',
        'includedFees',
        'intermediateAmount',
        'lowLiquidityWarning',
        'poolInfo',
        'recommendedLivePriceSlippageTolerancePercent',
        'recommendedRetryDurationMinutes',
        'recommendedSlippageTolerancePercent',
        'srcAsset',
        'type',
      ].toSorted(),
    );
    expect(offer.poolInfo).toEqual([
      {
        baseAsset: { chain: 'Ethereum', asset: 'ETH' },
        quoteAsset: { chain: 'Ethereum', asset: 'USDC' },
        fee: { chain: 'Ethereum', asset: 'ETH', amount: '0' },
      },
      {
        baseAsset: { chain: 'Bitcoin', asset: 'BTC' },
        quoteAsset: { chain: 'Ethereum', asset: 'USDC' },
        fee: { chain: 'Ethereum', asset: 'USDC', amount: '0' },
      },
    ]);
  });
  it('lists fees in their order, each in its asset', () => {
    const boosted = one('Bitcoin.BTC', 'Solana.SOL', 5_000_000n, { brokerCommissionBps: '15' }).boostQuote;
    expect(boosted?.includedFees.map(({ type, chain, asset: name }) => `${type} ${chain}.${name}`)).toEqual([
      'BOOST Bitcoin.BTC',
      'INGRESS Bitcoin.BTC',
      'NETWORK Ethereum.USDC',
      'BROKER Ethereum.USDC',
      'EGRESS Solana.SOL',
    ]);
    expect(boosted?.includedFees[0]?.amount).toBe('2500');
  });
  it('has no intermediate amount where a side is USDC, no boost but for BTC', () => {
    const offer = one('Ethereum.ETH', 'Ethereum.USDC', ETHER);
    expect(offer).not.toHaveProperty('intermediateAmount');
    expect(offer).not.toHaveProperty('boostQuote');
  });
  it.each([
    // Recorded by gemwallet/core: deposit less boost and ingress fee, payout with its egress fee.
    [999_825n, 533_584_963_872_668_039n + 165_403_829_640_000n, '53.3843790365622022854'],
    [999_325n, 533_317_994_508_265_049n + 165_403_829_640_000n, '53.38437428643384774723'],
  ])('prices %s sat as the recorded quote does', (swapInput, paid, price) => {
    expect(estimatedPrice(ASSETS.Btc, ASSETS.Eth, { swapInput, egress: paid, egressFee: 0n })).toBe(price);
  });
  it('estimates durations by the chains and their margins', () => {
    expect(one('Ethereum.ETH', 'Ethereum.USDC', ETHER).estimatedDurationsSeconds).toEqual({
      deposit: 36,
      swap: 12,
      egress: 96,
    });
    const btc = one('Bitcoin.BTC', 'Arbitrum.ETH', 5_000_000n);
    expect(btc.estimatedDurationsSeconds.deposit).toBe(1506);
    expect(btc.boostQuote?.estimatedDurationsSeconds.deposit).toBe(306);
    expect(btc.estimatedDurationSeconds).toBe(1506 + 12 + 90.13);
  });
});

describe('streaming', () => {
  it('is offered above ten thousand dollars, with its chunks and its time', () => {
    expect(offers('Ethereum.ETH', 'Bitcoin.BTC', 3n * ETHER).map(({ type }) => type)).toEqual(['REGULAR']);
    const [regular, dca] = offers('Ethereum.ETH', 'Bitcoin.BTC', 10n * ETHER);
    expect(dca).toMatchObject({ type: 'DCA', dcaParams: { numberOfChunks: 4, chunkIntervalBlocks: 2 } });
    expect(dca?.estimatedDurationsSeconds.swap).toBe(12 + 3 * 12);
    expect(BigInt(dca?.egressAmount ?? 0)).toBeGreaterThan(BigInt(regular?.egressAmount ?? 0));
  });
  it('has sizes of its own by destination first, then by source', () => {
    const market = seedMarket();
    market.assets.Btc.dcaChunkUsd = 1000;
    market.assets.Eth.dcaChunkUsd = 2000;
    const chunks = (from: string, to: string, amount: bigint) =>
      offers(from, to, amount, {}, market).at(-1)?.dcaParams?.numberOfChunks;
    expect(chunks('Ethereum.ETH', 'Bitcoin.BTC', 2n * ETHER)).toBe(7);
    expect(chunks('Ethereum.ETH', 'Ethereum.USDC', 2n * ETHER)).toBe(4);
  });
  it('is the only one where a single swap yields too little', () => {
    const all = offers('Bitcoin.BTC', 'Ethereum.FLIP', 1_000_000_000n);
    expect(all.map(({ type }) => type)).toEqual(['DCA']);
    expect(all[0]?.boostQuote).toMatchObject({ type: 'DCA', estimatedBoostFeeBps: expect.any(Number) });
  });
});

describe('boost', () => {
  it('costs what the pools take, from the cheapest on, and never less than 5', () => {
    expect(one('Bitcoin.BTC', 'Ethereum.ETH', 1_000_000n).boostQuote).toMatchObject({
      estimatedBoostFeeBps: 5,
      maxBoostFeeBps: 30,
    });
    const [, dca] = offers('Bitcoin.BTC', 'Ethereum.ETH', 500_000_000n);
    // 4 BTC at 5 bps and 1 BTC at 10 bps.
    expect(dca?.boostQuote?.estimatedBoostFeeBps).toBe(6);
  });
  it('is absent where the pools hold too little or the chain has it off', () => {
    const market = seedMarket();
    market.boostPools = [{ tierBps: 5, available: 900_000n }];
    expect(one('Bitcoin.BTC', 'Ethereum.ETH', 1_000_000n, {}, market)).not.toHaveProperty('boostQuote');
    const off = seedMarket();
    off.assets.Btc.switches.boostDepositsEnabled = false;
    expect(one('Bitcoin.BTC', 'Ethereum.ETH', 1_000_000n, {}, off)).not.toHaveProperty('boostQuote');
  });
});

describe('advice', () => {
  const slippage = (from: string, to: string, amount: bigint) =>
    one(from, to, amount).recommendedSlippageTolerancePercent;
  const live = (from: string, to: string, amount: bigint) =>
    one(from, to, amount).recommendedLivePriceSlippageTolerancePercent;
  it('recommends a tolerance by pair, waiting time and depth', () => {
    expect(slippage('Ethereum.USDC', 'Arbitrum.USDC', 1_000_000_000n)).toBe(0.5);
    expect(slippage('Ethereum.ETH', 'Ethereum.FLIP', ETHER)).toBe(10);
    // 1, plus three Bitcoin blocks capped at 1, less 0.5 because makers cover the amount twice.
    expect(slippage('Bitcoin.BTC', 'Ethereum.ETH', 5_000_000n)).toBe(1.5);
    expect(one('Bitcoin.BTC', 'Ethereum.ETH', 5_000_000n).boostQuote?.recommendedSlippageTolerancePercent).toBe(1);
  });
  it('recommends live protection only where both sides have an oracle', () => {
    expect(live('Bitcoin.BTC', 'Ethereum.ETH', 5_000_000n)).toBe(2);
    expect(live('Ethereum.ETH', 'Ethereum.USDC', ETHER)).toBe(1);
    expect(live('Ethereum.USDT', 'Arbitrum.USDC', 100_000_000n)).toBe(1);
    expect(live('Ethereum.ETH', 'Ethereum.FLIP', ETHER)).toBeUndefined();
    expect(live('Ethereum.ETH', 'Assethub.DOT', ETHER)).toBeUndefined();
  });
  it('retries longer where Bitcoin takes part', () => {
    expect(one('Ethereum.ETH', 'Bitcoin.BTC', ETHER).recommendedRetryDurationMinutes).toBe(30);
    expect(one('Ethereum.ETH', 'Ethereum.USDC', ETHER).recommendedRetryDurationMinutes).toBe(5);
  });
  it('warns of a price that is five percent off the index', () => {
    const market = seedMarket();
    expect(one('Ethereum.ETH', 'Ethereum.USDC', ETHER, {}, market).lowLiquidityWarning).toBe(false);
    const pool = market.pools.Eth;
    if (pool !== undefined) pool.mid = (pool.mid * 94n) / 100n;
    expect(one('Ethereum.ETH', 'Ethereum.USDC', ETHER, {}, market).lowLiquidityWarning).toBe(true);
  });
});

describe('kinds of swaps', () => {
  it('takes no ingress fee of a vault swap and says that it is one', () => {
    const offer = one('Ethereum.ETH', 'Bitcoin.BTC', ETHER, { isVaultSwap: 'true' });
    expect(offer.isVaultSwap).toBe(true);
    expect(offer.includedFees[0]).toMatchObject({ type: 'INGRESS', amount: '0' });
  });
  it('neither receives nor pays out for a swap on the chain itself', () => {
    const offer = one('Ethereum.ETH', 'Bitcoin.BTC', ETHER, { isOnChain: 'true' });
    expect(offer.estimatedDurationsSeconds).toEqual({ swap: 12 });
    expect(offer.includedFees.find(({ type }) => type === 'EGRESS')?.amount).toBe('0');
  });
  it('makes a call of a contract pay for its gas', () => {
    const ccm = { ccmGasBudget: '300000', ccmMessageLengthBytes: '100' };
    const fee = (more: Query) =>
      BigInt(one('Bitcoin.BTC', 'Ethereum.ETH', 5_000_000n, more).includedFees.at(-1)?.amount ?? 0);
    expect(fee(ccm) - fee({})).toBe((90_000n + 100n + 300_000n - 70_000n) * 3_000_000_000n);
    expect(one('Bitcoin.BTC', 'Ethereum.ETH', 5_000_000n, ccm).ccmParams).toEqual({
      gasBudget: '300000',
      messageLengthBytes: 100,
    });
  });
});

describe('refusals, verbatim', () => {
  const refused = (...request: Parameters<typeof ask>) => {
    const { status, body } = ask(...request);
    return `${status} ${body.message}`;
  };
  const changed = (change: (market: MarketState) => void) => {
    const market = seedMarket();
    change(market);
    return market;
  };
  it.each([
    ['no number', 'Bitcoin.BTC', '1.5', {}],
    ['nothing', 'Bitcoin.BTC', '0', {}],
    ['more than 2^128', 'Bitcoin.BTC', (2n ** 128n).toString(), {}],
    ['an unknown asset', 'Bitcoin.ETH', '1000000', {}],
    ['half a contract call', 'Bitcoin.BTC', '1000000', { ccmGasBudget: '1' }],
    ['a vault swap from Asset Hub', 'Assethub.DOT', '1000000000000', { isVaultSwap: 'true' }],
    ['a wrong switch', 'Bitcoin.BTC', '1000000', { isVaultSwap: 'yes' }],
    ['a foreign broker', 'Bitcoin.BTC', '1000000', { brokerIdSs58: 'cFnobody' }],
  ])('invalid request: %s', (_name, from, amount, more: Query) => {
    expect(refused(from, 'Ethereum.USDC', amount, more)).toBe('400 invalid request');
  });
  it('takes a broker that is one, and the flags of old clients', () => {
    const more = { brokerIdSs58: BROKER_ACCOUNT, ccmGasBudget: 'undefined', dcaEnabled: 'true' };
    expect(ask('Bitcoin.BTC', 'Ethereum.ETH', 1_000_000n, more).status).toBe(200);
  });
  it('says the least and the most', () => {
    expect(refused('Bitcoin.BTC', 'Ethereum.ETH', 29_999n)).toBe(
      '400 expected amount is below minimum swap amount (30000)',
    );
    const market = changed(({ assets }) => {
      assets.Btc.maximumSwap = 1_000_000n;
    });
    expect(refused('Bitcoin.BTC', 'Ethereum.ETH', 1_000_001n, {}, market)).toBe(
      '400 expected amount is above maximum swap amount (1000000)',
    );
  });
  it('says when fees eat the deposit or the payout', () => {
    const dear = changed(({ assets, chains }) => {
      assets.Btc.minimumDeposit = 0n;
      chains.Ethereum.gasPrice = 300_000_000_000n;
    });
    expect(refused('Bitcoin.BTC', 'Ethereum.ETH', 170n, {}, dear)).toBe(
      '400 amount is lower than estimated ingress fee (171)',
    );
    expect(refused('Bitcoin.BTC', 'Ethereum.ETH', 171n, {}, dear)).toBe('400 swap amount is lower than ingress fee');
    expect(refused('Bitcoin.BTC', 'Ethereum.ETH', 50_000n, {}, dear)).toBe(
      '400 swap output amount is lower than the egress fee (21000000000000000)',
    );
    const dusty = changed(({ assets }) => {
      assets.Btc.egressDust = 10n ** 8n;
    });
    expect(refused('Ethereum.ETH', 'Bitcoin.BTC', ETHER, {}, dusty)).toMatch(
      /^400 egress amount \(\d+\) is lower than minimum egress amount \(100000000\)$/,
    );
  });
  it('says in both spellings that there is too little liquidity', () => {
    const shallow = changed(({ pools }) => {
      if (pools.Eth !== undefined) Object.assign(pools.Eth, { depthUsd: 2000, jitUsd: 0 });
    });
    expect(refused('Ethereum.ETH', 'Ethereum.USDC', ETHER, {}, shallow)).toBe(
      '400 insufficient liquidity for requested amount',
    );
    expect(refused('Bitcoin.BTC', 'Ethereum.FLIP', 3_000_000_000n)).toBe(
      '400 insufficient liquidity for the requested amount',
    );
  });
  it('says that there is no pool', () => {
    expect(refused('Ethereum.USDC', 'Ethereum.USDC', 100_000_000n)).toBe('400 Requested assets cannot be swapped');
    const market = changed(({ pools }) => {
      delete pools.Bnb;
    });
    expect(refused('Bsc.BNB', 'Ethereum.USDC', ETHER, {}, market)).toBe('400 Requested assets cannot be swapped');
  });
  it('says what is switched off', () => {
    const quotes = changed(({ maintenance }) => {
      maintenance.quotes = true;
    });
    expect(refused('Bitcoin.BTC', 'Ethereum.ETH', 1n, {}, quotes)).toBe(
      '503 Quoting is currently unavailable due to maintenance',
    );
    const asset = changed(({ assets }) => {
      assets.ArbUsdc.disabled.payouts = true;
    });
    expect(refused('Bitcoin.BTC', 'Arbitrum.USDC', 1_000_000n, {}, asset)).toBe('503 Asset ArbUsdc is disabled');
    expect(ask('Arbitrum.USDC', 'Bitcoin.BTC', 100_000_000n, {}, asset).status).toBe(200);
  });
});

describe('network info', () => {
  it('lists every traded asset by its internal name with its switches', () => {
    const market = seedMarket();
    delete market.pools.Bnb;
    market.assets.Eth.disabled.deposits = true;
    const { body } = answerNetworkInfo(market) as {
      body: { assets: { asset: string }[]; cfBrokerCommissionBps: number };
    };
    expect(body.cfBrokerCommissionBps).toBe(0);
    expect(body.assets.map((one) => one.asset)).not.toContain('Bnb');
    expect(body.assets.find((one) => one.asset === 'Eth')).toEqual({
      asset: 'Eth',
      boostDepositsEnabled: false,
      egressEnabled: true,
      vaultSwapDepositsEnabled: false,
      depositChannelDepositsEnabled: false,
      depositChannelCreationEnabled: false,
      livePriceProtectionEnabled: true,
    });
  });
});

it('changes nothing by quoting', () => {
  const market = seedMarket();
  for (let i = 0; i < 20; i += 1) ask('Bitcoin.BTC', 'Ethereum.ETH', 500_000_000n, {}, market);
  expect(market).toEqual(seedMarket());
});
