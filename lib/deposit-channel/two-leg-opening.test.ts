/**
 * The provider that made a route of two legs opens its channel, and no channel is opened for a route that is paid
 * otherwise.
 */
import { describe, expect, it } from 'vitest';
import { withTestStore } from '../db/test-store.ts';
import { assetOf } from '../domain/asset.ts';
import type { ProviderId } from '../domain/provider-id.ts';
import type { RouteDraft, TwoLeg } from '../domain/route.ts';
import { trackingOf } from '../providers/chainflip/terms.ts';
import { type ChannelRequest, NO_CHANNELS } from '../providers/provider.ts';
import { amountOf, draftFor, ETH_ADDRESS, providerOf } from '../quote/test-quotes.ts';
import { channelDraft, openingWorld, REFUND, refusalOf, SWAP_TERMS } from './test-opening.ts';

const db = withTestStore();

const LINK = 'ETH.LINK-0x514910771AF9Ca656af840dff83E8264EcF986CA';
const USDC = 'ETH.USDC-0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const common = { sellAmount: '0.5', slippageBps: 100, includeTx: false };

const LEGS = {
  'CHAINFLIP->ONEINCH': ['CHAINFLIP', 'ONEINCH'],
  'ONEINCH->CHAINFLIP': ['ONEINCH', 'CHAINFLIP'],
  'JUPITER->CHAINFLIP': ['JUPITER', 'CHAINFLIP'],
} as const satisfies Partial<Record<ProviderId, readonly ProviderId[]>>;

/** Quoted only: the terms of the deposit are those of the first leg. */
function composite(
  id: keyof typeof LEGS,
  over: Partial<RouteDraft> & { between?: TwoLeg['channel'] } = {},
  terms = SWAP_TERMS,
): RouteDraft {
  const { between, ...rest } = over;
  const pair = { sellAsset: assetOf('BTC.BTC'), buyAsset: assetOf(LINK) };
  const bridge = assetOf(USDC);
  const [firstId, secondId] = LEGS[id];
  const first = channelDraft(
    { ...common, providerId: firstId, ...pair, buyAsset: bridge },
    { tracking: trackingOf(terms) },
  );
  const second = draftFor({ ...common, providerId: secondId, ...pair, sellAsset: bridge });
  const legs: TwoLeg['legs'] = [first, second];
  const whole = draftFor({ ...common, providerId: id, ...pair, destinationAddress: ETH_ADDRESS });
  return {
    ...whole,
    legs: legs.flatMap((leg) => leg.legs),
    ...(first.channel ? { channel: first.channel } : {}),
    twoLeg: {
      bridge,
      legs,
      otherwise: { kind: 'fallback', note: 'USDC is paid instead.' },
      ...(between ? { channel: between } : {}),
    },
    ...rest,
  };
}

function world() {
  const asked: ChannelRequest[] = [];
  const here = openingWorld(db.store);
  const twoLeg = providerOf('CHAINFLIP->ONEINCH', async () => [], {
    channels: {
      policy: NO_CHANNELS,
      referenceAmount: async () => '1',
      open: async (request) => {
        asked.push(request);
        return here.opened(77);
      },
    },
  });
  // Before the plain provider, to show that it is not chosen only because it opens channels.
  here.deps.providers = [twoLeg, ...here.deps.providers];
  const by = here.instance();
  const quoted = async (draft: RouteDraft) => {
    const quoteId = here.deps.newQuoteId();
    await db.store.saveQuote({
      id: quoteId,
      createdAt: here.clock.now,
      request: { slippage: 1 },
      response: {},
      drafts: [draft],
    });
    return { quoteId, routeIndex: 0 };
  };
  return { ...here, plain: here.asked, asked, quoted, ask: (body: unknown) => here.ask(body, { by }) };
}

describe('a channel for a quoted route of two legs', () => {
  it('is opened by the provider that made the route, with the whole route, for the user’s own address', async () => {
    const { ask, quoted, asked, plain } = world();
    const draft = composite('CHAINFLIP->ONEINCH');
    const where = await quoted(draft);
    const record = await ask({ ...where, refundAddress: REFUND });
    expect(record).toMatchObject({
      ...where,
      channelId: '100-Bitcoin-77',
      refundAddress: REFUND,
      sellAsset: 'BTC.BTC',
      sellAmount: '0.5',
      minimumDeposit: '0.001',
      maximumDeposit: '2',
    });
    expect(plain).toEqual([]);
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatchObject({ destinationAddress: ETH_ADDRESS, refundAddress: REFUND });
    expect(asked[0]?.route.twoLeg?.legs[0].tracking).toEqual(draft.twoLeg?.legs[0].tracking);
    const stored = await db.store.channelOfRoute(where);
    expect(stored?.channel).toMatchObject({ destinationAddress: ETH_ADDRESS, refundAddress: REFUND });
    // The same request finds it; its swap is tracked by quote and route.
    expect(await ask({ ...where, refundAddress: REFUND })).toEqual(record);
    expect(asked).toHaveLength(1);
    expect(await db.store.findSwapOfRoute(where)).toMatchObject({ hash: '', channelId: stored?.id });
  });

  it('comes with the transfer that pays it where one is asked for', async () => {
    const { ask, quoted } = world();
    const body = { ...(await quoted(composite('CHAINFLIP->ONEINCH'))), sourceAddress: REFUND, includeTx: true };
    expect(await ask(body)).toMatchObject({ tx: expect.stringMatching(/>bcrt1.*:50000000$/), txType: 'PSBT' });
  });

  it.each<[string, RouteDraft, RegExp]>([
    ['that begins with 1inch', composite('ONEINCH->CHAINFLIP'), /paid by its own transaction/],
    ['that begins with Jupiter', composite('JUPITER->CHAINFLIP'), /paid by its own transaction/],
    [
      'that has its channel',
      composite('CHAINFLIP->ONEINCH', {
        between: {
          depositAddress: 'a',
          channelId: '1-Bitcoin-1',
          issuedBlock: 1,
          sourceChainExpiryBlock: 2,
          expiresAt: 3,
          destinationAddress: 'b',
          refundAddress: 'c',
        },
      }),
      /pay to its inboundAddress/,
    ],
  ])('is not opened for %s, and the field is named', async (_what, draft, sentence) => {
    const { ask, quoted, asked, plain } = world();
    const problem = await refusalOf(ask({ ...(await quoted(draft)), refundAddress: REFUND }));
    expect([problem.status, Object.keys(problem.faults)]).toEqual([400, ['routeIndex']]);
    expect(problem.messages[0]).toMatch(sentence);
    expect([...asked, ...plain]).toEqual([]);
  });

  it('is not opened when the first leg protects no price, nor below what its network keeps', async () => {
    const { ask, quoted } = world();
    const open = composite('CHAINFLIP->ONEINCH', {}, { ...SWAP_TERMS, minPriceX128: '0' });
    expect((await refusalOf(ask({ ...(await quoted(open)), refundAddress: REFUND }))).faults).toEqual({
      quoteId: 'no_price_protection',
    });
    const small = composite('CHAINFLIP->ONEINCH', { sell: amountOf('0.0009', 'BTC.BTC') });
    expect((await refusalOf(ask({ ...(await quoted(small)), refundAddress: REFUND }))).faults).toEqual({
      sellAmount: 'out_of_range',
    });
  });

  it('is refused where this deployment no longer makes such routes', async () => {
    const { ask, quoted, deps, plain, provider } = world();
    deps.providers = [provider];
    const problem = await refusalOf(ask({ ...(await quoted(composite('CHAINFLIP->ONEINCH'))), refundAddress: REFUND }));
    expect(problem.status).toBe(503);
    expect(plain).toEqual([]);
  });
});

it('a bare request, and a plain quoted route, are opened by plain Chainflip', async () => {
  const { ask, asked, plain, quoted } = world();
  await ask({ sellAsset: 'BTC.BTC', buyAsset: 'ETH.ETH', destinationAddress: ETH_ADDRESS });
  const pair = { sellAsset: assetOf('BTC.BTC'), buyAsset: assetOf('ETH.ETH') };
  const route = channelDraft({ ...common, ...pair, providerId: 'CHAINFLIP', destinationAddress: ETH_ADDRESS });
  await ask({ ...(await quoted(route)), refundAddress: REFUND });
  expect(plain).toHaveLength(2);
  expect(asked).toEqual([]);
});
