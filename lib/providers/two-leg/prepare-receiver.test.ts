/** A channel that pays the receiver contract guarantees what its message does, and any wallet can pay it. */
import { describe, expect, it } from 'vitest';
import { decodeReceiverMessage } from '../../payments/chainflip/ccm-receiver.ts';
import { draftFault } from '../draft-fault.ts';
import { withBudget } from '../helper-time.ts';
import { orderIdOf } from './receiver-call.ts';
import { ETH_CHANNEL, ETH_USER, LIVE, RECEIVER, SOL, SOL_USER, UNI } from './testing/legs-double.ts';
import { failureOf, throughReceiver, waits } from './testing/prepared-legs.ts';

describe('a channel whose payout is swapped on', () => {
  it('takes a plain transfer from any payer, and pays the receiver', async () => {
    const { create, completed, opened, chain, request, called } = await throughReceiver();
    chain.balance = 10n ** 19n;
    const prepared = await create();
    expect(opened[0]).toMatchObject({ destinationAddress: RECEIVER, refundAddress: ETH_USER });
    expect(called).toHaveLength(1);
    const route = await completed(prepared, 5);
    expect(called).toHaveLength(1);
    expect(route).toMatchObject({
      orderId: '100-ETH-1',
      inboundAddress: ETH_CHANNEL,
      targetAddress: ETH_CHANNEL,
      tx: { type: 'EVM', tx: { to: ETH_CHANNEL, from: ETH_USER, value: (2n * 10n ** 18n).toString(), data: '0x' } },
    });
    expect(route.txUnavailable).toBeUndefined();
    expect(draftFault(route, request)).toBeUndefined();
  });

  it('offers no other channel beside the one that was opened', async () => {
    const { create, completed, draft } = await throughReceiver();
    expect(draft.channel).toBeDefined();
    const prepared = await create();
    expect(prepared.draft.channel).toBeUndefined();
    expect((await completed(prepared)).channel).toBeUndefined();
  });

  it('guarantees what its message does, whatever is expected now, and is recognised by its number', async () => {
    const { create, completed, rates, draft, opened } = await throughReceiver();
    const prepared = await create();
    [rates[0].rate, rates[1].rate] = [3005, 0.1001];
    const route = await completed(prepared);
    const message = decodeReceiverMessage(opened[0]?.payoutCall?.message ?? '0x');
    const sure = draft.twoLeg?.legs[0].guaranteedBuy.baseUnits ?? 0n;
    const { leastOutput = 0n, quotedInput = 1n } = message ?? {};
    expect((leastOutput * sure) / quotedInput).toBeGreaterThanOrEqual(route.guaranteedBuy.baseUnits);
    expect(route.guaranteedBuy).toEqual(draft.guaranteedBuy);
    expect(route.legs[0]?.buyAtMaxSlippage).toEqual(draft.legs[0]?.buyAtMaxSlippage);
    expect(route.expectedBuy.baseUnits).toBeGreaterThan(draft.expectedBuy.baseUnits);
    if (!route.twoLeg) throw new Error('no legs');
    expect(orderIdOf(route, route.twoLeg)).toBe(message?.orderId);
  });

  it('expires with the blockhash of its transaction, while its channel stays payable by hand', async () => {
    const asked = { sellAsset: SOL, buyAsset: UNI, sellAmount: '2', sourceAddress: SOL_USER };
    const { create, completed, chain, clock, request } = await throughReceiver(asked);
    const prepared = await create();
    const poor = await completed(prepared, 5);
    expect([poor.tx, poor.expirationSeconds]).toEqual([undefined, Math.floor(prepared.livesUntil / 1000)]);
    chain.balance = 10n ** 12n;
    const route = await completed(prepared, 5);
    expect(route.tx?.type).toBe('SOLANA');
    expect(route.expirationSeconds).toBe(Math.floor(clock.now / 1000) + 60);
    expect(route.twoLeg?.channel?.payableUntil).toBe(prepared.livesUntil);
    expect(draftFault(route, request)).toBeUndefined();
    const late = await completed(prepared, 3560);
    expect(late.expirationSeconds).toBe(Math.floor(prepared.livesUntil / 1000));
  });

  it('can be paid from any wallet when no transaction can be made, and says why', async () => {
    const { create, completed, chain } = await throughReceiver();
    const prepared = await create();
    const poor = await completed(prepared);
    expect(poor.tx).toBeUndefined();
    expect(poor).toMatchObject({ inboundAddress: ETH_CHANNEL, txUnavailable: expect.stringContaining('holds 0 ETH') });
    const later = await throughReceiver({ allowUnfunded: true });
    expect((await later.completed(await later.create())).tx?.type).toBe('EVM');
    chain.down = true;
    expect(await completed(prepared)).toMatchObject({ txUnavailable: expect.stringContaining('could not be asked') });
  });

  it('keeps its route when the chain’s node hangs, and says that there is no transaction', async () => {
    const { create, chain, preparer, request } = await throughReceiver();
    const prepared = await create();
    chain.hangs = true;
    const route = await preparer.complete(prepared.draft, request, withBudget(LIVE.signal, 100));
    expect(route).toMatchObject({
      inboundAddress: ETH_CHANNEL,
      txUnavailable: 'Ethereum could not be asked for what a transaction needs.',
    });
  });

  it.each<[string, [number, number]]>([
    ['the first leg would refund right now', [2960, 0.1]],
    ['the second leg would fall back right now', [3000, 0.098]],
    ['one opened now would guarantee more than the tolerance again', [3000, 0.104]],
  ])('is not handed out again when %s', async (_what, now) => {
    const { create, complete, rates } = await throughReceiver();
    const prepared = await create();
    [rates[0].rate, rates[1].rate] = now;
    expect(await complete(prepared)).toBeUndefined();
  });

  it('is asked for as one that pays the receiver', async () => {
    const { create, complete, upstream, tracked } = await throughReceiver();
    const prepared = await create();
    upstream.first = async () => ({ observations: [{ ...waits, leg: 0 }], stale: false });
    expect(await complete(prepared)).toBeUndefined();
    expect(tracked[0]).toMatchObject({ by: 'first', leg: { leg: 0, channel: { destinationAddress: RECEIVER } } });
  });

  it('is not opened when 1inch refuses, and names the leg', async () => {
    const { create, upstream, opened } = await throughReceiver();
    upstream.swapCall = () => Promise.reject(new Error('broken'));
    expect((await failureOf(create())).message).toContain('1inch, the second leg');
    expect(opened).toEqual([]);
  });
});
