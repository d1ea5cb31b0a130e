/**
 * A switched-off provider or chain is off for every new swap within seconds, with the reason, and comes back
 * unchanged.
 */
import { describe, expect, it } from 'vitest';
import { idsThrough, NOTHING_OFF, offReason, parseSwitchName, type Switch, switchedOff } from '../domain/switches.ts';
import { decodeQuoteRequest } from '../quote/decode-request.ts';
import { planProviders } from '../quote/plan-providers.ts';
import { draftFor, providerOf } from '../quote/test-quotes.ts';
import { createTokenList } from '../tokens/token-list.ts';
import { createKillSwitches, SWITCH_MEMORY_MS } from './kill-switches.ts';
import { offProviders, providerStatus } from './provider-status.ts';

const halted: Switch = { kind: 'provider', id: 'THORCHAIN', why: 'The network has halted.', at: 1 };
const noBitcoin: Switch = { kind: 'chain', id: 'BTC', why: '', at: 2 };

function board() {
  const state = { all: [] as Switch[], asked: 0, isDown: false, now: 0 };
  const killSwitches = createKillSwitches({
    now: () => state.now,
    log: () => undefined,
    store: {
      switches: async () => {
        state.asked += 1;
        if (state.isDown) throw new Error('away');
        return state.all;
      },
    },
  });
  return { state, killSwitches };
}

describe('the kill switches', () => {
  it('ask the database once in a while, know a switch within two seconds, and at once in the instance that made it', async () => {
    const { state, killSwitches } = board();
    const before = await killSwitches.current();
    state.all = [halted];
    await Promise.all(Array.from({ length: 20 }, () => killSwitches.current()));
    expect([await killSwitches.current(), state.asked]).toEqual([before, 1]);
    state.now += SWITCH_MEMORY_MS;
    expect((await killSwitches.current()).providers.get('THORCHAIN')).toEqual(halted);
    // However far the clock was set back meanwhile.
    state.now -= 3_600_000;
    state.all = [noBitcoin];
    expect((await killSwitches.current()).chains.get('BTC')).toEqual(noBitcoin);
    state.all = [];
    killSwitches.forget();
    expect((await killSwitches.current()).providers.size).toBe(0);
    expect(SWITCH_MEMORY_MS).toBeLessThanOrEqual(2000);
  });

  it('are the same object as long as nothing changed, and keep the last state while the database is unavailable', async () => {
    const { state, killSwitches } = board();
    state.all = [halted];
    const first = await killSwitches.current();
    state.now += SWITCH_MEMORY_MS;
    expect(await killSwitches.current()).toBe(first);
    state.isDown = true;
    state.now += SWITCH_MEMORY_MS;
    expect(await killSwitches.current()).toBe(first);
  });
});

describe('a switched-off provider or chain', () => {
  it('is explained with the operator’s own sentence', () => {
    const off = switchedOff([halted, noBitcoin]);
    expect(offReason(off, 'THORCHAIN', ['ETH'])).toBe(
      'This deployment has switched THORChain off for now: The network has halted.',
    );
    expect(offReason(off, 'MAYACHAIN', ['ETH', 'BTC'])).toBe(
      'This deployment has switched swaps from and to BTC off for now.',
    );
    expect(offReason(off, 'MAYACHAIN', ['ETH'])).toBeUndefined();
    expect(offReason(NOTHING_OFF, 'THORCHAIN', ['BTC'])).toBeUndefined();
  });

  it('includes all routes through a plain provider, and otherwise only itself', () => {
    expect(idsThrough('CHAINFLIP')).toEqual([
      'CHAINFLIP',
      'CHAINFLIP_STREAMING',
      'JUPITER->CHAINFLIP',
      'ONEINCH->CHAINFLIP',
      'CHAINFLIP->ONEINCH',
    ]);
    expect(idsThrough('CHAINFLIP_STREAMING')).toEqual(['CHAINFLIP_STREAMING']);
    expect(idsThrough('JUPITER->CHAINFLIP')).toEqual(['JUPITER->CHAINFLIP']);
  });

  it('is named in any letter case', () => {
    expect(parseSwitchName('thorchain')).toEqual({ kind: 'provider', id: 'THORCHAIN' });
    expect(parseSwitchName('btc')).toEqual({ kind: 'chain', id: 'BTC' });
    expect(parseSwitchName('nobody')).toBeUndefined();
  });

  const thor = providerOf('THORCHAIN', async (request) => [draftFor(request)]);
  const maya = providerOf('MAYACHAIN', async (request) => [draftFor(request)]);
  const request = decodeQuoteRequest(
    { sellAsset: 'BTC.BTC', buyAsset: 'ETH.ETH', sellAmount: '1', slippage: 1 },
    { network: 'mainnet', canonicalAsset: (asset) => asset },
  );

  it('is not asked: the quote has its error beside the others’ routes', () => {
    const context = { providers: [thor, maya], affiliates: {}, off: {} };
    const plan = planProviders(request, { ...context, switchedOff: switchedOff([halted]) });
    expect(plan.asks.map((ask) => ask.request.providerId)).toEqual(['MAYACHAIN']);
    expect(plan.failures).toEqual([
      { provider: 'THORCHAIN', errorCode: 'tradingHalted', message: expect.stringContaining('has halted') },
    ]);
    const none = planProviders(request, { ...context, switchedOff: switchedOff([noBitcoin]) });
    expect([none.asks, none.failures.length]).toEqual([[], 2]);
  });

  it('is among the providers that are not asked, with the reason', () => {
    const chosen = { providers: undefined, off: {} };
    const status = providerStatus([thor, maya], chosen, switchedOff([halted]));
    expect(status.find(({ provider }) => provider === 'THORCHAIN')).toMatchObject({
      asked: false,
      reason: expect.stringContaining('switched THORChain off'),
    });
    expect(status.find(({ provider }) => provider === 'MAYACHAIN')).toEqual({ provider: 'MAYACHAIN', asked: true });
    const named = offProviders(chosen, switchedOff([halted]));
    expect(named.map(({ provider }) => provider)).toEqual(['THORCHAIN']);
    expect(offProviders({ ...chosen, providers: ['MAYACHAIN'] }, switchedOff([halted]))).toEqual([]);
  });

  it('is not in the token list until it is on again', async () => {
    let off = NOTHING_OFF;
    const listing = (id: 'THORCHAIN' | 'MAYACHAIN', chains: ('BTC' | 'ETH' | 'DOGE')[]) =>
      providerOf(id, async () => [], {
        tokens: async () =>
          chains.map((chain) => ({
            asset: { kind: 'native', chain, symbol: chain },
            name: chain,
            decimals: 8,
            providers: [id],
          })),
      });
    const list = createTokenList({
      providers: [listing('THORCHAIN', ['BTC', 'DOGE']), listing('MAYACHAIN', ['BTC', 'ETH'])],
      now: () => 0,
      log: () => undefined,
      timeoutMs: 1000,
      switchedOff: async () => off,
    });
    const ids = async () => (await list.tokens()).map(({ id, providers }) => `${id} ${providers.join()}`);
    const all = await ids();
    expect(all).toEqual(['BTC.BTC THORCHAIN,MAYACHAIN', 'DOGE.DOGE THORCHAIN', 'ETH.ETH MAYACHAIN']);
    off = switchedOff([halted]);
    expect(await ids()).toEqual(['BTC.BTC MAYACHAIN', 'ETH.ETH MAYACHAIN']);
    expect(await list.tokens()).toBe(await list.tokens());
    off = switchedOff([noBitcoin]);
    expect(await ids()).toEqual(['DOGE.DOGE THORCHAIN', 'ETH.ETH MAYACHAIN']);
    off = NOTHING_OFF;
    expect(await ids()).toEqual(all);
  });
});
