/**
 * A swap whose quote is unknown here is followed by its signed route, and by nothing that no trusted key has signed.
 */
import { describe, expect, it } from 'vitest';
import { decodeTrackRequest } from '../api/decode-track-request.ts';
import { encodeRoute } from '../api/encode.ts';
import { isProblem } from '../api/problem.ts';
import type { DepositChannel } from '../api/schemas/deposit-channel.ts';
import type { WireRoute } from '../api/schemas/route.ts';
import { withTestStore } from '../db/test-store.ts';
import type { RouteDraft } from '../domain/route.ts';
import { signChannel, signRoute } from '../signing/sign-answers.ts';
import { testSigning } from '../signing/test-signing.ts';
import { alone, outboundSent, swapping } from './test-paid-swap.ts';
import { bitcoin, draftOf, HASH, paymentTx, seenBy, signing, trackingWorld, VAULT } from './test-world.ts';

const db = withTestStore();
let quotes = 0;

/** A route as the quote of another deployment answered it. */
function signedRoute(draft: RouteDraft = draftOf(), routeIndex = 2, signer = signing) {
  quotes += 1;
  const quoteId = `lost-${quotes}`;
  const context = { slippagePercent: 3, pricesUsd: new Map<string, number>(), publicUrl: 'http://127.0.0.1:3000' };
  const wire = encodeRoute({ draft, tags: [] }, context);
  return { quoteId, routeIndex, route: signRoute(signer, quoteId, routeIndex, wire, draft) };
}

const world = () => trackingWorld(db.store, alone(db.store));
type World = ReturnType<typeof world>;
/** As the endpoint decodes it. */
const track = async ({ tracking }: World, body: Record<string, unknown>) =>
  (await tracking.track(decodeTrackRequest(JSON.parse(JSON.stringify(body))))).body;
const refusal = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!isProblem(error)) throw new Error('it was not refused');
  return { status: error.status, fields: (error.errors ?? []).map(({ field, code }) => [field, code]) };
};

describe('a signed route', () => {
  it('is followed to its end when its quote is unknown here, and by its quoteId alone from then on', async () => {
    const here = world();
    const { quoteId, routeIndex, route } = signedRoute();
    here.chains.utxo.set(HASH, paymentTx({ blockHeight: 99 }));
    here.provider.say = () => seenBy([swapping]);
    const first = await track(here, { quoteId, routeIndex, route, hash: HASH });
    expect(first).toMatchObject({
      success: true,
      trackingStatus: 'swapping',
      data: { quoteInfo: { quoteId, routeIndex } },
    });
    expect(first.data.route).toEqual(route);
    here.provider.say = () => seenBy([outboundSent]);
    here.clock.now += 60_000;
    expect(await track(here, { quoteId, routeIndex, hash: HASH })).toMatchObject({ trackingStatus: 'completed' });
    expect(await track(here, { quoteId, routeIndex })).toMatchObject({ trackingStatus: 'completed' });
  });

  it('may carry its signature beside it, and a quote may be resumed with several routes', async () => {
    const here = world();
    const { quoteId, route } = signedRoute(draftOf(), 1);
    const { signature, ...meta } = route.meta;
    const bare = { ...route, meta };
    expect(await track(here, { quoteId, routeIndex: 1, route: bare, signature })).toMatchObject({ success: true });
    const context = { slippagePercent: 3, pricesUsd: new Map<string, number>(), publicUrl: '' };
    const draft = draftOf({ sell: bitcoin('0.25') });
    const other = signRoute(signing, quoteId, 0, encodeRoute({ draft, tags: [] }, context), draft);
    const answer = await track(here, { quoteId, routeIndex: 0, route: other });
    expect(answer.data.route?.sellAmount).toBe('0.25');
    expect((await track(here, { quoteId, routeIndex: 1 })).data.route?.sellAmount).toBe('0.5');
  });

  it('is refused with any field changed, with another quote or index, and without a signature', async () => {
    const here = world();
    const { quoteId, routeIndex, route } = signedRoute();
    const changes: Partial<WireRoute>[] = [
      { destinationAddress: '0x0000000000000000000000000000000000000001' },
      { inboundAddress: 'bcrt1qother' },
      { memo: '=:e:0x00' },
      { meta: { ...route.meta, resume: signedRoute(draftOf({ tracking: { kind: 'other' } })).route.meta.resume } },
    ];
    for (const change of changes)
      expect(await refusal(track(here, { quoteId, routeIndex, route: { ...route, ...change }, hash: HASH }))).toEqual({
        ...{ status: 400, fields: [['signature', 'wrong_signature']] },
      });
    const wrong = { status: 400, fields: [['signature', 'wrong_signature']] };
    expect(await refusal(track(here, { quoteId: 'lost-x', routeIndex, route }))).toEqual(wrong);
    expect(await refusal(track(here, { quoteId, routeIndex: 0, route }))).toEqual(wrong);
    const { signature: _signature, ...meta } = route.meta;
    const unsigned = { quoteId, routeIndex, route: { ...route, meta } };
    expect((await refusal(track(here, unsigned))).fields).toEqual([['signature', 'required']]);
    const ofChannel = (
      await signChannel(signing, { depositAddress: 'a', channelId: 'b', issuedBlock: 1, sourceChainExpiryBlock: 1 })
    ).signature;
    expect(await refusal(track(here, { ...unsigned, signature: ofChannel }))).toEqual(wrong);
    expect((await refusal(track(here, { route }))).fields).toContainEqual(['quoteId', 'required']);
    expect(await db.store.loadQuote(quoteId)).toBeUndefined();
  });

  it('of another deployment is followed where its key is trusted, and refused elsewhere', async () => {
    const theirs = await testSigning();
    const { quoteId, routeIndex, route } = signedRoute(draftOf(), 0, theirs);
    const request = { quoteId, routeIndex, route };
    expect((await refusal(track(world(), request))).fields).toEqual([['signature', 'unknown_key']]);
    const [key] = (await theirs.published()).keys;
    const ours = await testSigning({ trusted: [key?.x ?? ''] });
    const trusting = trackingWorld(db.store, { ...alone(db.store), verify: ours.verify });
    expect(await track(trusting, request)).toMatchObject({ success: true, trackingStatus: 'not_started' });
  });

  it('changes nothing of a quote that is known here', async () => {
    const here = world();
    const { quoteId, route } = signedRoute(draftOf(), 0);
    await db.store.saveQuote({
      id: quoteId,
      createdAt: 1,
      request: {},
      response: { quoteId, routes: [route] },
      drafts: [draftOf()],
    });
    const lie = { ...route, sellAmount: '99' };
    const answer = await track(here, { quoteId, routeIndex: 0, route: lie });
    expect(answer.data.route?.sellAmount).toBe('0.5');
  });
});

describe('a deposit channel beside a signed route', () => {
  const { memo: _m, inboundAddress: _i, targetAddress: _t, ...unpaid } = draftOf();
  const draft: RouteDraft = {
    ...unpaid,
    providers: ['CHAINFLIP'],
    legs: unpaid.legs.map((leg) => ({ ...leg, provider: 'CHAINFLIP' })),
    channel: { minimumDeposit: bitcoin('0.001'), retrySeconds: 300 },
  };
  const record = (quoteId: string, routeIndex: number): DepositChannel => ({
    ...{ depositAddress: VAULT, channelId: `7-Bitcoin-${quotes}`, issuedBlock: 7, sourceChainExpiryBlock: 500 },
    ...{ quoteId, routeIndex, expiration: '1800086400', refundAddress: 'bcrt1qrefund' },
  });

  it('identifies a payment without a memo', async () => {
    const here = world();
    const { quoteId, routeIndex, route } = signedRoute(draft, 0);
    const depositChannel = await signChannel(signing, record(quoteId, routeIndex));
    here.chains.utxo.set(HASH, {
      ...paymentTx({ blockHeight: 99 }),
      vout: [{ address: VAULT, value: 50_000_000n, scriptHex: '0014' }],
    });
    here.provider.say = () => seenBy([swapping]);
    const answer = await track(here, { quoteId, routeIndex, route, depositChannel, hash: HASH });
    expect(answer).toMatchObject({ success: true, trackingStatus: 'swapping' });
    expect(answer.data.depositChannel).toMatchObject({ depositAddress: VAULT, refundAddress: 'bcrt1qrefund' });
    await track(here, { quoteId, routeIndex, route, depositChannel, hash: HASH });
    expect(await db.store.channelsOfRoute({ quoteId, routeIndex })).toHaveLength(1);
  });

  it('is refused when it was not signed so, or belongs to another route', async () => {
    const here = world();
    const { quoteId, routeIndex, route } = signedRoute(draft, 0);
    const signed = await signChannel(signing, record(quoteId, routeIndex));
    const lie = { ...signed, depositAddress: 'bcrt1qliar' };
    const request = { quoteId, routeIndex, route, hash: HASH };
    expect((await refusal(track(here, { ...request, depositChannel: lie }))).fields).toEqual([
      ['depositChannel.signature', 'wrong_signature'],
    ]);
    const others = await signChannel(signing, record('lost-other', 0));
    expect((await refusal(track(here, { ...request, depositChannel: others }))).fields).toEqual([
      ['depositChannel', 'other_route'],
    ]);
    expect((await refusal(track(here, { hash: HASH, quoteId, depositChannel: signed }))).fields).toEqual([
      ['route', 'required'],
    ]);
  });
});
