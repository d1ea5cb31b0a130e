import { describe, expect, it } from 'vitest';
import type { WireRoute } from '../../lib/api/schemas/route.ts';
import type { ProviderId } from '../../lib/domain/provider-id.ts';
import { chosenRoute, NO_QUOTE, nearestRoute, type QuoteAction, quoteReducer, usable } from './quote-state.ts';
import { testRoute } from './test-routes.ts';

const route = (provider: ProviderId, amount = '1'): WireRoute => testRoute(provider, { buy: amount });
const DOWN = { kind: 'unreachable' } as const;
const whole = (...routes: WireRoute[]): QuoteAction => ({
  type: 'event',
  now: 5,
  event: { type: 'quote', quote: { quoteId: 'q', routes } },
});
const one = (item: WireRoute): QuoteAction => ({ type: 'event', now: 1, event: { type: 'route', route: item } });
const run = (...actions: QuoteAction[]) => actions.reduce(quoteReducer, NO_QUOTE);
const names = (state: ReturnType<typeof run>) => state.routes.map((item) => item.providers[0]);

describe('a streamed quote', () => {
  it('shows each provider as it answers, best first, and then the complete ranking', () => {
    const coming = [{ type: 'asked', again: false } as const, one(route('THORCHAIN')), one(route('MAYACHAIN', '2'))];
    expect(names(run(...coming))).toEqual(['MAYACHAIN', 'THORCHAIN']);
    expect(run(...coming).answeredIds).toEqual(['THORCHAIN', 'MAYACHAIN']);
    expect(names(run(...coming, whole(route('MAYACHAIN', '2'), route('THORCHAIN'))))).toEqual([
      'MAYACHAIN',
      'THORCHAIN',
    ]);
  });
  it('changes nothing under the pointer while the same request is refreshed', () => {
    const state = run(
      { type: 'asked', again: false },
      whole(route('THORCHAIN')),
      { type: 'asked', again: true },
      one(route('MAYACHAIN')),
    );
    expect(names(state)).toEqual(['THORCHAIN']);
    expect(state.dimmed).toBe(false);
  });
  it('marks the routes of the previous request as old until the first new one', () => {
    const asked = run({ type: 'asked', again: false }, whole(route('THORCHAIN')), { type: 'asked', again: false });
    expect(asked.dimmed).toBe(true);
    expect(names(quoteReducer(asked, one(route('MAYACHAIN'))))).toEqual(['MAYACHAIN']);
  });
  it('changes nothing at another key of an amount that is being typed', () => {
    const typed = { type: 'asked', again: false, sameSwap: false } as const;
    for (const before of [run(typed), run(typed, whole(route('THORCHAIN')), typed)])
      expect(quoteReducer(before, typed)).toBe(before);
    const answered = run(typed, one(route('THORCHAIN')));
    expect(quoteReducer(answered, typed)).toMatchObject({ answeredIds: [], dimmed: true });
  });
  it('keeps the chosen route across refreshes', () => {
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
    expect(state.lost?.providers).toEqual(['MAYACHAIN']);
    expect(state.chosenKey).toBeUndefined();
    expect(chosenRoute(state)?.providers).toEqual(['THORCHAIN']);
  });
  it('keeps the last answer when a refresh fails, and has none when the first request does', () => {
    const kept = run(
      { type: 'asked', again: false },
      whole(route('THORCHAIN')),
      { type: 'asked', again: true },
      { type: 'failed', problem: DOWN, now: 9 },
    );
    expect(kept.phase).toBe('done');
    expect(names(kept)).toEqual(['THORCHAIN']);
    expect(kept.problem).toEqual(DOWN);
    expect([kept.receivedAt, kept.triedAt]).toEqual([5, 9]);
    expect(run({ type: 'asked', again: false }, { type: 'failed', problem: DOWN, now: 9 }).phase).toBe('failed');
  });
  it('counts a provider once, however many routes it offers', () => {
    const state = run(
      { type: 'asked', again: false },
      one(testRoute('CHAINFLIP')),
      one(testRoute('CHAINFLIP', { boosted: true })),
    );
    expect(state.answeredIds).toEqual(['CHAINFLIP']);
    expect(state.routes).toHaveLength(2);
  });
  it('allows no review of another request’s routes, and of received ones while a provider is slow', () => {
    const partly = run({ type: 'asked', again: false }, one(route('THORCHAIN')));
    expect(usable(partly)).toBe(false);
    expect(usable(quoteReducer(partly, { type: 'slow' }))).toBe(true);
    expect(usable(quoteReducer(partly, { type: 'chose', key: 'THORCHAIN' }))).toBe(true);
    const whole1 = quoteReducer(partly, whole(route('THORCHAIN')));
    expect(usable(whole1)).toBe(true);
    expect(usable(quoteReducer(whole1, { type: 'asked', again: true }))).toBe(true);
    expect(usable(quoteReducer(whole1, { type: 'asked', again: false }))).toBe(false);
  });
  it('keeps the route under review, even if a better one arrives', () => {
    const state = run(
      { type: 'asked', again: false },
      one(route('THORCHAIN')),
      { type: 'slow' },
      { type: 'held', held: true },
      whole(route('MAYACHAIN', '2'), route('THORCHAIN')),
    );
    expect(chosenRoute(state)?.providers).toEqual(['THORCHAIN']);
    expect(chosenRoute(quoteReducer(state, { type: 'held', held: false }))?.providers).toEqual(['MAYACHAIN']);
  });
  it('says by how much a refresh changed the chosen route, and nothing where it did not', () => {
    const refreshed = (amount: string) =>
      run(
        { type: 'asked', again: false },
        whole(route('THORCHAIN', '100')),
        { type: 'asked', again: true },
        whole(route('THORCHAIN', amount)),
      ).updatedPercent;
    expect(refreshed('99.8')).toBeCloseTo(-0.2);
    expect(refreshed('100')).toBeUndefined();
    expect(run({ type: 'asked', again: false }, whole(route('THORCHAIN'))).updatedPercent).toBeUndefined();
  });
  it('offers another way of the same provider for a route that is gone, else the one nearest in value', () => {
    const lost = testRoute('CHAINFLIP_STREAMING', { buy: '10' });
    const [thor, maya, plain] = [
      testRoute('THORCHAIN', { buy: '12' }),
      testRoute('MAYACHAIN', { buy: '9.5' }),
      testRoute('CHAINFLIP', { buy: '1' }),
    ];
    expect(nearestRoute(lost, [thor, maya, plain])).toBe(plain);
    expect(nearestRoute(lost, [thor, maya])).toBe(maya);
    expect(nearestRoute(lost, [])).toBeUndefined();
  });
});
