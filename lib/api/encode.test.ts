/**
 * Routes are encoded as a client written from the interface reads them: decimals, both transaction forms, both layouts.
 */

import { describe, expect, it } from 'vitest';
import { type Amount, DECIMAL_AMOUNT, toBaseUnits } from '../domain/amount.ts';
import { assetKey, assetOf } from '../domain/asset.ts';
import { deriveSwap } from '../domain/derive-swap.ts';
import type { RankedRoute, RouteDraft } from '../domain/route.ts';
import type { Observation } from '../domain/swap-status.ts';
import { fc, property } from '../domain/test-property.ts';
import { assetImagePath } from './asset-image.ts';
import { encodeRoute } from './encode.ts';
import { encodeTracking } from './encode-tracking.ts';
import { genericAssetImage } from './generic-asset-image.ts';

const amount = (baseUnits: bigint, asset: string, decimals: number): Amount => ({
  asset: assetOf(asset),
  decimals,
  baseUnits,
});
const USDC = 'ETH.USDC-0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const ROUTER = '0xD37BbE5744D730a1d98d8DC97c42F0Ca46aD7146';
const SENDER = '0x742d35Cc6634C0532925a3b844Bc454e4438f44e';
const BTC_ADDRESS = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';

const sell = amount(1_000_500_000n, USDC, 6);
const buy = amount(1_041_000n, 'BTC.BTC', 8);
const draft: RouteDraft = {
  providers: ['THORCHAIN_STREAMING'],
  sell,
  expectedBuy: buy,
  guaranteedBuy: { ...buy, baseUnits: 1_030_000n },
  sourceAddress: SENDER,
  destinationAddress: BTC_ADDRESS,
  targetAddress: ROUTER,
  vaultAddress: SENDER,
  expirationSeconds: 1_790_000_000,
  memo: `=:b:${BTC_ADDRESS}:1030000`,
  fees: [{ type: 'outbound', amount: amount(1500n, 'BTC.BTC', 8), chain: 'BTC', protocol: 'THORCHAIN_STREAMING' }],
  estimatedTime: { total: 700 },
  totalSlippageBps: 31,
  legs: [{ provider: 'THORCHAIN_STREAMING', sell, buy, buyAtMaxSlippage: { ...buy, baseUnits: 1_030_000n } }],
  warnings: [],
  tx: { type: 'EVM', tx: { to: ROUTER, from: SENDER, value: '0', data: '0x44bc937b', chain_id: 1 } },
  approvals: [{ to: ROUTER, from: SENDER, value: '0', data: '0x095ea7b3' }],
  approvalAddress: ROUTER,
  streamingInterval: 1,
  maxStreamingQuantity: 4,
  affiliate: { name: 'ptg', feeBps: 30 },
  recommendedMinimum: amount(12_000_000n, USDC, 6),
  pricesUsd: [],
  tracking: { secret: true },
};
const context = {
  slippagePercent: 1,
  pricesUsd: new Map([[assetKey(assetOf('BTC.BTC')), 96_000.123456789]]),
  publicUrl: 'https://portage.example',
};
const ranked: RankedRoute = { draft, tags: [{ tag: 'FASTEST', reason: 'the only known time' }] };

describe('a route on the wire', () => {
  it('carries decimals for people, and base units only in transactions', () => {
    const route = encodeRoute(ranked, context);
    expect(route).toMatchObject({
      sellAsset: USDC,
      sellAmount: '1000.5',
      expectedBuyAmount: '0.01041',
      expectedBuyAmountMaxSlippage: '0.0103',
      expiration: '1790000000',
      fees: [
        {
          type: 'outbound',
          amount: '0.000015',
          asset: 'BTC.BTC',
          chain: 'BTC',
          protocol: 'THORCHAIN_STREAMING',
          usd: 1.4400019,
        },
      ],
      legs: [{ buyAmount: '0.01041', buyAmountMaxSlippage: '0.0103' }],
      meta: {
        tags: ['FASTEST'],
        tagReasons: { FASTEST: 'the only known time' },
        slippagePercent: 1,
        txType: 'EVM',
        vaultAddress: SENDER,
        approvalAddress: ROUTER,
        affiliate: 'ptg',
        affiliateFee: 30,
        streamingInterval: 1,
        maxStreamingQuantity: 4,
        recommendedMinimum: '12',
        feesUsd: 1.4400019,
      },
    });
    expect(route.meta.approvals).toEqual(draft.approvals);
    expect(route.meta.assets).toEqual([
      { asset: 'BTC.BTC', price: 96_000.123, image: 'https://portage.example/tokens/btc.svg' },
    ]);
  });

  it('has all fees in USD only when each has a price, and a label for each of one type', () => {
    const [fee] = draft.fees;
    const onTop = { type: 'inbound', amount: amount(1000n, USDC, 6), chain: 'ETH', protocol: 'CHAINFLIP' } as const;
    const taken = { ...onTop, included: true, label: 'Deposit fee' } as const;
    const route = encodeRoute({ draft: { ...draft, fees: [...(fee ? [fee] : []), onTop, taken] }, tags: [] }, context);
    expect(route.fees.map(({ usd }) => usd)).toEqual([1.4400019, undefined, undefined]);
    expect(route.meta).not.toHaveProperty('feesUsd');
    expect(route.fees[1]).not.toHaveProperty('label');
    expect(route.fees[2]).toMatchObject({ type: 'inbound', included: true, label: 'Deposit fee' });
  });

  it('has the EVM transaction twice, the second time with its chain', () => {
    const route = encodeRoute(ranked, context);
    expect(route.tx).toEqual({ to: ROUTER, from: SENDER, value: '0', data: '0x44bc937b', chain_id: 1 });
    expect(route.transaction).toEqual({ to: ROUTER, from: SENDER, value: '0', data: '0x44bc937b', chain: 'ETH' });
  });

  it('keeps the fields of amino messages that the interface does not name', () => {
    const msgs = [
      {
        type: 'thorchain/MsgDeposit',
        value: { coins: [{ asset: 'THOR.RUNE', amount: '1' }], memo: '=:e', signer: 'thor1x' },
      },
    ];
    const tx = { msgs, fee: { amount: [{ denom: 'rune', amount: '0' }], gas: '50000000' }, memo: '' };
    const route = encodeRoute({ ...ranked, draft: { ...draft, tx: { type: 'COSMOS', tx } } }, context);
    expect(route.tx).toEqual(tx);
    expect(route).not.toHaveProperty('transaction');
    expect(route.meta.txType).toBe('COSMOS');
  });

  it('has a PSBT as plain text', () => {
    const route = encodeRoute({ ...ranked, draft: { ...draft, tx: { type: 'PSBT', tx: 'cHNidP8=' } } }, context);
    expect([route.tx, route.meta.txType]).toEqual(['cHNidP8=', 'PSBT']);
  });

  it('has nothing that is only for tracking, and no key without a value', () => {
    const { tx: _tx, memo: _memo, approvals: _approvals, ...indicative } = draft;
    const text = JSON.stringify(encodeRoute({ draft: { ...indicative, sourceAddress: '' }, tags: [] }, context));
    expect(text).not.toMatch(/secret|"tracking"|null|undefined|"memo"|"tx"|"transaction"|"txType"|"tagReasons"/);
    expect(JSON.parse(text)).toMatchObject({ sourceAddress: '', meta: { tags: [] } });
  });

  it('spells every EVM address with its checksum, and changes no memo and no call', () => {
    const memo = `=:e:${SENDER.toLowerCase()}:1`;
    const call = { to: ROUTER.toLowerCase(), from: SENDER.toLowerCase(), value: '0', data: '0xd37bbe57' };
    const typedData = {
      domain: { name: 'HTLC', version: '3', chainId: '1', verifyingContract: ROUTER.toLowerCase() },
      message: { amount: '1', redeemer: SENDER.toLowerCase(), secretHash: `0x${'ab'.repeat(32)}`, timelock: '9' },
      primaryType: 'Initiate',
      types: { EIP712Domain: [], Initiate: [] },
    };
    const channel = { depositAddress: ROUTER.toLowerCase(), channelId: '1-Ethereum-1', issuedBlock: 1 };
    const terms = { sourceChainExpiryBlock: 2, expiresAt: 0, destinationAddress: '', refundAddress: '' };
    const lower: RouteDraft = {
      ...draft,
      memo,
      sourceAddress: SENDER.toLowerCase(),
      destinationAddress: SENDER.toLowerCase(),
      refundAddress: SENDER.toLowerCase(),
      targetAddress: ROUTER.toLowerCase(),
      inboundAddress: ROUTER.toLowerCase(),
      vaultAddress: ROUTER.toLowerCase(),
      approvalAddress: ROUTER.toLowerCase(),
      approvals: [call],
      tx: { type: 'EVM', tx: call },
      typedData,
      twoLeg: {
        bridge: sell.asset,
        legs: [draft, draft],
        channel: { ...channel, ...terms },
        otherwise: { kind: 'refund', note: '' },
      },
    };
    const route = encodeRoute({ draft: lower, tags: [] }, context);
    const spelled = { ...call, to: ROUTER, from: SENDER };
    expect(route).toMatchObject({
      memo,
      sourceAddress: SENDER,
      destinationAddress: SENDER,
      targetAddress: ROUTER,
      inboundAddress: ROUTER,
      tx: spelled,
      transaction: { ...spelled, chain: 'ETH' },
      meta: {
        approvalAddress: ROUTER,
        approvals: [spelled],
        vaultAddress: ROUTER,
        refundAddress: SENDER,
        bridge: { depositAddress: ROUTER },
        typedData: {
          ...typedData,
          domain: { ...typedData.domain, verifyingContract: ROUTER },
          message: { ...typedData.message, redeemer: SENDER },
        },
      },
    });
    const text = JSON.stringify(route).replace(memo, '').replace(typedData.message.secretHash, '');
    for (const [address] of text.matchAll(/0x[0-9a-f]{40}/gi))
      expect([ROUTER, SENDER, sell.asset.kind === 'token' ? sell.asset.address : '']).toContain(address);
  });

  it('is refused when the interface does not know its contents', () => {
    const bad = { ...draft, totalSlippageBps: Number.POSITIVE_INFINITY };
    expect(() => encodeRoute({ draft: bad, tags: [] }, context)).toThrow();
  });

  property([fc.bigInt({ min: 0n, max: 10n ** 60n }), fc.integer({ min: 0, max: 24 })])(
    'never rounds an amount, writes no exponent and no trailing zero',
    (baseUnits, decimals) => {
      const exact: Amount = { asset: assetOf('BTC.BTC'), decimals, baseUnits };
      const { expectedBuyAmount: text } = encodeRoute({ draft: { ...draft, expectedBuy: exact }, tags: [] }, context);
      expect(text).toMatch(DECIMAL_AMOUNT);
      expect(text).not.toMatch(/\..*0$|\.$/);
      expect(toBaseUnits(text, decimals, 'exact')).toBe(baseUnits);
    },
  );
});

describe('a swap on the wire', () => {
  const route = encodeRoute(ranked, context);
  const about = { quoteId: 'q', routeIndex: 0, route, chain: 'ETH', hash: '0xaa', now: 1_790_000_000_000 } as const;
  const at = 1_789_999_000_000;
  const paid: Observation = {
    kind: 'inboundSeen',
    at,
    final: true,
    tx: { hash: '0xaa', chain: 'ETH', amount: sell, confirmations: 12, blockNumber: 7 },
  };
  const arrived: Observation = {
    kind: 'outboundSent',
    at,
    leg: 0,
    tx: { hash: 'bb', chain: 'BTC', amount: { ...buy, baseUnits: 1_040_000n } },
  };

  it('has both layouts at once when it is completed', () => {
    const done: Observation = { kind: 'swapDone', at, leg: 0, swapId: 's', swapSeconds: 6 };
    const body = encodeTracking({ ...about, swap: deriveSwap([paid, done, arrived], { now: about.now }) });
    expect(body).toMatchObject({
      success: true,
      trackingStatus: 'completed',
      stage: 'outbound',
      data: {
        quoteInfo: {
          quoteId: 'q',
          routeIndex: 0,
          senderAddress: SENDER,
          recipientAddress: BTC_ADDRESS,
          provider: 'THORCHAIN_STREAMING',
          trackParams: { hash: '0xaa', chainId: 'ETH' },
        },
        inbound: { hash: '0xaa', amount: '1000.5', asset: USDC, confirmations: 12, blockNumber: 7 },
        swap: { swapId: 's', status: 'success', swapTime: 6 },
        outbound: { hash: 'bb', amount: '0.0104', asset: 'BTC.BTC' },
        route: { actualBuyAmount: '0.0104', legs: [{ actualBuyAmount: '0.0104' }] },
        trackingStatus: 'completed',
        trackMeta: { outputTxHash: 'bb' },
        isStreaming: true,
        streamingProgress: { percentage: 100 },
      },
    });
    expect(body).not.toHaveProperty('error');
  });

  it('leaves out unknown values, and never writes null or an empty text', () => {
    const body = encodeTracking({ ...about, swap: deriveSwap([], { now: about.now }) });
    expect(body).toMatchObject({ success: true, trackingStatus: 'not_started', stage: 'inbound' });
    for (const key of ['inbound', 'swap', 'outbound', 'refund', 'trackMeta', 'mismatch', 'stale', 'timeline'])
      expect(body.data).not.toHaveProperty(key);
    expect(JSON.stringify(body)).not.toMatch(/null|:""/);
  });

  it('shows a refund with its reason, and the payout hash only when there is one', () => {
    const refund: Observation = {
      kind: 'refundSent',
      at,
      leg: 0,
      reason: 'emit asset less than price limit',
      tx: { hash: 'cc', chain: 'ETH', amount: sell },
    };
    const body = encodeTracking({ ...about, swap: deriveSwap([paid, refund], { now: about.now }) });
    expect(body).toMatchObject({
      success: true,
      trackingStatus: 'refunded',
      stage: 'refund',
      error: expect.stringContaining('price limit'),
    });
    expect(body.data).toMatchObject({ refund: { hash: 'cc', amount: '1000.5' }, swap: { status: 'refunded' } });
    expect(body.data).not.toHaveProperty('trackMeta');
    expect(body.data.route).not.toHaveProperty('actualBuyAmount');
  });

  it('spells EVM addresses with their checksum, and names a swap without a number by its payment', () => {
    const address = '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed';
    const payment: Observation = { kind: 'inboundSeen', at, final: true, tx: { hash: '0xaa', chain: 'ETH', address } };
    const { data } = encodeTracking({ ...about, swap: deriveSwap([payment], { now: about.now }) });
    expect(data.inbound?.address).toBe('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed');
    expect(data.swap?.swapId).toBe('0xaa');
    const channel = {
      ...{ depositAddress: address, refundAddress: address, destinationAddress: address },
      ...{ channelId: '1-Ethereum-1', issuedBlock: 1, sourceChainExpiryBlock: 2, expiresAt: 0, livesUntil: null },
    };
    const mismatch = [{ field: 'inboundAddress', expected: address, actual: ROUTER.toLowerCase() }];
    const other = encodeTracking({ ...about, mismatch, channel, swap: deriveSwap([], { now: about.now }) });
    expect(other.error).toContain(ROUTER);
    expect(JSON.stringify(other)).not.toContain(address);
  });

  it('shows how a payment differs without calling it a success', () => {
    const mismatch = [{ field: 'memo', expected: 'a', actual: 'b' }];
    const body = encodeTracking({ ...about, mismatch, stale: true, swap: deriveSwap([], { now: about.now }) });
    expect(body).toMatchObject({ success: false, data: { mismatch, stale: true } });
    expect(body.error).toContain('memo');
  });

  it('says what happens to another asset than the one that a deposit address takes', () => {
    const mismatch = [
      { field: 'sellAsset', expected: 'ETH.ETH', actual: '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48' },
    ];
    const channel = {
      depositAddress: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
      channelId: '8000001-Ethereum-7',
      issuedBlock: 8_000_001,
      sourceChainExpiryBlock: 9,
      expiresAt: about.now,
      destinationAddress: 'd',
      refundAddress: 'r',
      livesUntil: null,
    };
    const swap = deriveSwap([], { now: about.now });
    const { error } = encodeTracking({ ...about, mismatch, channel, swap });
    expect(error).toMatch(/neither swaps nor sends back.*8000001-Ethereum-7/);
    expect(encodeTracking({ ...about, mismatch, swap }).error).not.toContain('sends back');
  });
});

describe('pictures', () => {
  it.each([
    ['BTC.BTC', '/tokens/btc.svg'],
    [USDC, '/tokens/usdc.svg'],
    ['THOR.BTC/BTC', '/tokens/btc.svg'],
    ['MAYA.ETH/USDC-0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', '/tokens/usdc.svg'],
    ['AVAX.USDC.E-0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', '/tokens/usdc-e.svg'],
  ])('%s has one at %s, drawn or generic', (asset, path) => {
    expect(assetImagePath(assetOf(asset))).toBe(path);
    expect(genericAssetImage(path.slice('/tokens/'.length))).toContain('<svg');
  });

  it.each(['../secret.svg', 'a b.svg', '<x>.svg', 'x.png', '.svg', `${'x'.repeat(41)}.svg`])('%s has none', (file) => {
    expect(genericAssetImage(file)).toBeUndefined();
  });
});
