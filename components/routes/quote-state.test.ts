import { describe, expect, it } from 'vitest';
import type { WireRoute } from '../../lib/api/schemas/route.ts';
import type { ProviderId } from '../../lib/domain/provider-id.ts';
import { chosenRoute, minimumIn, NO_QUOTE, type QuoteAction, quoteReducer } from './quote-state.ts';

const route = (provider: ProviderId, amount = '1'): WireRoute => ({
  providers: [provider],
  sellAsset: 'BTC.BTC',
  sellAmount: '1',
  buyAsset: 'ETH.ETH',
  expectedBuyAmount: amount,
  expectedBuyAmountMaxSlippage: amount,
  sourceAddress: '',
  destinationAddress: '',
  fees: [],
  totalSlippageBps: 0,
  legs: [],
  warnings: [],
  meta: { tags: [] },
});
const whole = (...routes: WireRoute[]): QuoteAction => ({
  type: 'event',
  now: 5,
  event: { type: 'quote', quote: { quoteId: 'q', routes } },
});
const one = (item: WireRoute): QuoteAction => ({ type: 'event', now: 1, event: { type: 'route', route: item } });
const run = (...actions: QuoteAction[]) => actions.reduce(quoteReducer, NO_QUOTE);
const names = (state: ReturnType<typeof run>) => state.routes.map((item) => item.providers[0]);

describe('quotes as they come in', () => {
  it('shows each provider as it answers, in the order of arrival, and then the ranked whole', () => {
    const coming = [{ type: 'asked', again: false } as const, one(route('THORCHAIN')), one(route('MAYACHAIN', '2'))];
    expect(names(run(...coming))).toEqual(['THORCHAIN', 'MAYACHAIN']);
    expect(run(...coming).answered).toBe(2);
    expect(names(run(...coming, whole(route('MAYACHAIN', '2'), route('THORCHAIN'))))).toEqual([
      'MAYACHAIN',
      'THORCHAIN',
    ]);
  });
  it('changes nothing under the pointer while the same question is refreshed', () => {
    const state = run(
      { type: 'asked', again: false },
      whole(route('THORCHAIN')),
      { type: 'asked', again: true },
      one(route('MAYACHAIN')),
    );
    expect(names(state)).toEqual(['THORCHAIN']);
    expect(state.dimmed).toBe(false);
  });
  it('marks the routes of the question before as old until the first new one', () => {
    const asked = run({ type: 'asked', again: false }, whole(route('THORCHAIN')), { type: 'asked', again: false });
    expect(asked.dimmed).toBe(true);
    expect(names(quoteReducer(asked, one(route('MAYACHAIN'))))).toEqual(['MAYACHAIN']);
  });
  it('keeps the route that was chosen across refreshes', () => {
    const state = run(
      { type: 'asked', again: false },
      whole(route('THORCHAIN'), route('MAYACHAIN')),
      { type: 'chose', key: 'MAYACHAIN' },
      { type: 'asked', again: true },
      whole(route('THORCHAIN', '3'), route('MAYACHAIN', '2')),
    );
    expect(chosenRoute(state)?.providers).toEqual(['MAYACHAIN']);
  });
  it('keeps it when only an address was added, and takes the best again for another swap', () => {
    const asked = (sameSwap: boolean) =>
      run(
        { type: 'asked', again: false },
        whole(route('THORCHAIN'), route('MAYACHAIN')),
        { type: 'chose', key: 'MAYACHAIN' },
        { type: 'asked', again: false, sameSwap },
        whole(route('THORCHAIN', '3'), route('MAYACHAIN', '2')),
      );
    expect(chosenRoute(asked(true))?.providers).toEqual(['MAYACHAIN']);
    expect(chosenRoute(asked(false))?.providers).toEqual(['THORCHAIN']);
  });
  it('says so when the chosen route is gone, and takes the best', () => {
    const state = run(
      { type: 'asked', again: false },
      whole(route('THORCHAIN'), route('MAYACHAIN')),
      { type: 'chose', key: 'MAYACHAIN' },
      { type: 'asked', again: true },
      whole(route('THORCHAIN')),
    );
    expect(state.lostKey).toBe('MAYACHAIN');
    expect(chosenRoute(state)?.providers).toEqual(['THORCHAIN']);
  });
  it('keeps the last answer when a refresh fails, and has none when the first does', () => {
    const kept = run(
      { type: 'asked', again: false },
      whole(route('THORCHAIN')),
      { type: 'asked', again: true },
      { type: 'failed', problem: 'no' },
    );
    expect(kept.phase).toBe('done');
    expect(names(kept)).toEqual(['THORCHAIN']);
    expect(kept.problem).toBe('no');
    expect(run({ type: 'asked', again: false }, { type: 'failed', problem: 'no' }).phase).toBe('failed');
  });
});

describe('the least amount', () => {
  const small = (message: string) => ({
    provider: 'THORCHAIN' as const,
    errorCode: 'swapAmountTooSmall' as const,
    message,
  });
  it('is the lowest that anybody names, where all say too small', () => {
    expect(minimumIn([small('The least is 0.002 BTC.'), small('Sell at least 0.0005 BTC')], 'BTC')).toBe('0.0005');
  });
  it('is the amount with its margin, where one is told', () => {
    expect(minimumIn([small('It keeps deposits below 4 DOT. Sell 4.4 DOT or more.')], 'DOT')).toBe('4.4');
  });
  it('is offered also where a streaming id leaves the amount to its plain one, or somebody does not trade the pair', () => {
    const streaming = {
      provider: 'THORCHAIN_STREAMING' as const,
      errorCode: 'quoteNotFound' as const,
      message: 'plain',
    };
    const unlisted = { provider: 'MAYACHAIN' as const, errorCode: 'tokenNotFound' as const, message: 'not listed' };
    expect(minimumIn([small('Sell 0.00006174 BTC or more.'), streaming, unlisted], 'BTC')).toBe('0.00006174');
    expect(minimumIn([streaming, unlisted], 'BTC')).toBeUndefined();
  });
  it('is not offered while somebody failed for another reason', () => {
    const halted = { provider: 'MAYACHAIN' as const, errorCode: 'tradingHalted' as const, message: 'paused' };
    expect(minimumIn([small('The least is 0.002 BTC.'), halted], 'BTC')).toBeUndefined();
    expect(minimumIn([], 'BTC')).toBeUndefined();
  });
});
