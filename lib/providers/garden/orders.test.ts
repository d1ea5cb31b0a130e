/** An order is created as it was quoted, and is paid by its own terms. */
import { readFileSync } from 'node:fs';
import { base64 } from '@scure/base';
import { describe, expect, it } from 'vitest';
import { assetOf } from '../../domain/asset.ts';
import type { RouteDraft } from '../../domain/route.ts';
import { termsOf } from './order-terms.ts';
import { errorOf, options, startBench } from './testing/bench.ts';
import {
  ALICE_BTC,
  ALICE_ETH,
  createdFor,
  gardenDouble,
  HTLC,
  initiateData,
  type Json,
  NOW_MS,
  ORDER_ID,
  ok,
  orderFor,
  quoteOf,
  refusal,
  request,
  typedDataFor,
  WBTC,
  wbtcToBtc,
} from './testing/garden-double.ts';
import { type Body, destination, placed, source } from './testing/orders.ts';

const bench = startBench();

const posts = () => bench.upstream().calls.filter(({ method }) => method === 'POST');
const sent = (): Body => JSON.parse(posts().at(-1)?.body ?? '{}') as Body;

describe('an order', () => {
  it('repeats the quote to the unit, names both people and the solver, and lives for less than its hour', async () => {
    const { draft, livesUntil } = await placed(bench);
    expect(sent()).toEqual({
      source: { asset: 'bitcoin:btc', owner: ALICE_BTC, amount: '1000000' },
      destination: { asset: 'ethereum:wbtc', owner: ALICE_ETH, amount: '997000' },
      solver_id: 'solver-1',
      nonce: String(NOW_MS),
    });
    expect(draft.orderId).toBe(ORDER_ID);
    expect(livesUntil).toBe(NOW_MS + 3_600_000 - 600_000);
    expect(draft.expirationSeconds).toBe(Math.floor(livesUntil / 1000));
    expect(JSON.parse(JSON.stringify(draft.tracking))).toEqual(draft.tracking);
    expect(termsOf(draft)?.order).toMatchObject({ id: ORDER_ID, timelock: '144' });
  });

  it('of Bitcoin belongs to the refund address regardless of the payer, and no other is accepted', async () => {
    const refundAddress = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
    const { draft } = await placed(bench, request({ refundAddress }));
    expect(sent().source).toMatchObject({ owner: refundAddress });
    expect(draft).toMatchObject({ refundAddress, sourceAddress: ALICE_BTC });
    expect(draft.refund?.note).toContain('sent to your refund address');
    bench.answer(
      gardenDouble({
        order: (body) => {
          const order = orderFor(body as Body);
          return ok({ ...order, source_swap: { ...(order.source_swap as Json), initiator: ALICE_BTC } });
        },
      }),
    );
    expect((await errorOf(placed(bench, request({ refundAddress })))).message).toContain('sender is another');
  });

  it('into a contract cannot be refunded to another than its owner', async () => {
    const other = '0x4444444444444444444444444444444444444444';
    expect((await errorOf(placed(bench, wbtcToBtc({ refundAddress: other })))).message).toMatch(
      /Garden.*no other.*refundAddress/,
    );
    expect((await placed(bench, wbtcToBtc({ refundAddress: ALICE_ETH }))).draft.orderId).toBe(ORDER_ID);
  });

  it('is not needed while nothing is signed or an address is missing', () => {
    const { prepare } = bench.provider();
    const draft = {} as RouteDraft;
    const { sourceAddress: _from, ...nobody } = request({ includeTx: true });
    expect(prepare?.needs(draft, request())).toBe(false);
    expect(prepare?.needs(draft, nobody)).toBe(false);
  });

  it('of Bitcoin is paid by a transfer to the address that its own terms give, without a memo', async () => {
    const { draft } = await placed(bench);
    expect(draft.inboundAddress).toMatch(/^bc1p/);
    expect(draft.targetAddress).toBe(draft.inboundAddress);
    expect(draft.memo).toBeUndefined();
    expect(draft.approvalAddress).toBeUndefined();
    expect(draft.refund).toMatchObject({ by: 'provider', note: expect.stringContaining('144 blocks') });
    expect(draft.refund?.note).toContain('about a day');
  });

  it('of a token is paid into the contract, by transaction or by signature', async () => {
    const { draft, livesUntil } = await placed(bench, wbtcToBtc());
    expect(draft).toMatchObject({ targetAddress: HTLC, approvalAddress: HTLC });
    expect(draft.inboundAddress).toBeUndefined();
    expect(draft.typedData).toEqual(typedDataFor({ timelock: 7200, amount: '1000000' }));
    expect(termsOf(draft)?.order?.evm).toEqual({ to: HTLC, data: initiateData('1000000'), value: '0', gas: '300000' });
    expect(livesUntil).toBe(NOW_MS + 3_600_000 - 180_000);
  });

  it('of a native coin has a value, and neither an approval nor a message', async () => {
    const { draft } = await placed(bench, wbtcToBtc({ sellAsset: assetOf('ETH.ETH'), sellAmount: '1.5' }));
    expect(draft.approvalAddress).toBeUndefined();
    expect(draft.typedData).toBeUndefined();
    expect(termsOf(draft)?.order?.evm?.value).toBe('1500000000000000000');
  });

  it('pays the affiliate, or is not given out', async () => {
    const payout = { gardenAsset: 'ethereum:cbbtc', gardenAddress: '0x3333333333333333333333333333333333333333' };
    const asked = request({ affiliate: { name: 'ptg', feeBps: 50, payout } });
    await placed(bench, asked);
    expect(sent().affiliate_fees).toEqual([{ asset: 'ethereum:cbbtc', address: payout.gardenAddress, fee: 50 }]);
    bench.answer(gardenDouble({ order: (body) => ok({ ...orderFor(body as Body), affiliate_fees: [] }) }));
    expect((await errorOf(placed(bench, asked))).message).toContain('affiliate');
  });

  it('is tried again once, by a new quote, when the solver has withdrawn its offer', async () => {
    let refusals = 1;
    let output = '997000';
    const answers = {
      quote: (query: URLSearchParams) => {
        const one = quoteOf(query, { solver_id: refusals > 0 ? 'gone' : 'new' });
        return ok([{ ...one, destination: { ...(one.destination as object), amount: output } }]);
      },
      create: (body: Body) => {
        if (refusals <= 0) return ok(createdFor(body));
        refusals -= 1;
        output = '996000';
        return refusal('Invalid strategy id');
      },
    };
    bench.answer(gardenDouble(answers));
    const { draft } = await placed(bench);
    expect(posts()).toHaveLength(2);
    expect(sent()).toMatchObject({ solver_id: 'new', destination: { amount: '996000' } });
    expect(draft.expectedBuy.baseUnits).toBe(996_000n);
    refusals = 2;
    expect((await errorOf(placed(bench))).code).toBe('quoteNotFound');
  });

  it('is not tried again when the new price is beyond the tolerance', async () => {
    let output = '997000';
    bench.answer(
      gardenDouble({
        quote: (query) => {
          const one = quoteOf(query);
          return ok([{ ...one, destination: { ...(one.destination as object), amount: output } }]);
        },
        create: () => {
          output = '900000';
          return refusal('Invalid strategy id');
        },
      }),
    );
    const error = await errorOf(placed(bench));
    expect(error).toMatchObject({ code: 'quoteNotFound', message: expect.stringContaining('tolerance') });
    expect(posts()).toHaveLength(1);
  });

  it('is accepted when the contract was redeployed since the list was read', async () => {
    const other = '0x227A436e93aAEFae856ED406713F2bc3D110A7B7';
    let listed = HTLC;
    const answers = {
      assets: () => ok([{ ...ASSET_WBTC, htlc: { address: listed } }, BITCOIN]),
      create: (body: Body) => {
        const answer = createdFor(body);
        const tx = answer.initiate_transaction as Json;
        return ok({
          ...answer,
          approval_transaction: null,
          typed_data: null,
          initiate_transaction: { ...tx, to: other },
        });
      },
    };
    bench.answer(gardenDouble(answers));
    const provider = bench.provider();
    const asked = wbtcToBtc({ includeTx: true });
    const [draft] = await provider.quote(asked, options());
    if (!draft || !provider.prepare) throw new Error('no route');
    expect((await errorOf(provider.prepare.create(draft, asked, options()))).message).toContain('contract');
    listed = other;
    expect((await provider.prepare.create(draft, asked, options())).draft.targetAddress).toBe(other);
  });

  it('keeps Garden’s message for what it refuses', async () => {
    bench.answer(gardenDouble({ create: () => refusal('insufficient liquidity') }));
    expect((await errorOf(placed(bench))).code).toBe('insufficientLiquidity');
    bench.answer(gardenDouble({ create: () => ({ status: 401, json: { status: 'Error', error: 'bad app id' } }) }));
    expect((await errorOf(placed(bench))).code).toBe('httpError');
  });
});

const BITCOIN = { id: 'bitcoin:btc', chain: 'bitcoin', decimals: 8, price: 95_000, is_active: true };

const ASSET_WBTC = {
  id: 'ethereum:wbtc',
  chain: 'evm:1',
  token: { address: WBTC },
  decimals: 8,
  price: 95_000,
  is_active: true,
};

describe('a payment on Solana', () => {
  const fixture = (name: string) =>
    JSON.parse(readFileSync(new URL(`./__fixtures__/${name}.json`, import.meta.url), 'utf8')).result;
  const HEX: string = fixture('v2_solana_create_order').versioned_tx;
  const lock = fixture('v2_solana_order_status').source_swap as Json;
  const asked = request({
    sellAsset: assetOf('SOL.SOL'),
    buyAsset: assetOf('BTC.BTC'),
    sellAmount: '0.354608265',
    sourceAddress: String(lock.initiator),
    destinationAddress: ALICE_BTC,
  });
  const solana = (versioned_tx: string, change: Json = {}) =>
    gardenDouble({
      create: () => ok({ order_id: ORDER_ID, versioned_tx }),
      order: (body) => {
        const hashes = { secret_hash: lock.secret_hash };
        const order = destination(hashes)(orderFor(body as Body));
        return ok(source({ ...hashes, redeemer: lock.redeemer, timelock: lock.timelock, ...change })(order));
      },
    });

  it.each(['hex', 'base64'])('is read as %s and stored as it is', async (form) => {
    const bytes = Uint8Array.from(Buffer.from(HEX, 'hex'));
    bench.answer(solana(form === 'hex' ? HEX : base64.encode(bytes)));
    const { draft } = await placed(bench, asked);
    expect(termsOf(draft)?.order?.solana).toBe(base64.encode(bytes));
    expect(draft.targetAddress).toBe('2bag6xpshpvPe7SJ9nSDLHpxqhEAoHPGpEkjNSv7gxoF');
    expect(draft.refund?.by).toBe('sender');
  });

  it.each<[string, Json]>([
    ['redeemer', { redeemer: '61ZpniPHgSH865figCtQtdDQEa1CCPnhArH8BGoqq99A' }],
    ['time lock', { timelock: 200_000 }],
  ])('is refused where its %s is not the order’s', async (_name, change) => {
    bench.answer(solana(HEX, change));
    expect((await errorOf(placed(bench, asked))).message).toContain('transaction');
  });

  it('is refused where it sells another amount, or cannot be read', async () => {
    bench.answer(solana(HEX));
    expect((await errorOf(placed(bench, { ...asked, sellAmount: '0.354608266' }))).message).toContain('amount');
    bench.answer(solana('nonsense'));
    expect((await errorOf(placed(bench, asked))).message).toContain('cannot be read');
  });
});
