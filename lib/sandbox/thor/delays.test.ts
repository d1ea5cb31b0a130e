/** If these fail, the waiting times in a quote differ from those of the payment. */
import { describe, expect, it } from 'vitest';
import { fakeWorld } from './fake-world.ts';
import { THOR_CONFIG } from './network-config.ts';
import { nodeAsset } from './node-asset.ts';
import { outboundDelayBlocks } from './outbound-delay.ts';
import { inboundConfirmations, recommendedMinimum } from './quote-math.ts';
import type { Inbound, Outbound } from './state.ts';
import { createThorFamily } from './thor-family.ts';

const ONE = 100_000_000n;
const networks = () => createThorFamily(fakeWorld()).networks;

describe('outbound delay', () => {
  it('is a block for each thousand RUNE, as live quotes imply, and nothing for little', () => {
    const [thor] = networks();
    const delay = (rune: bigint) => outboundDelayBlocks(THOR_CONFIG, thor!.state, rune * ONE);
    expect([delay(0n), delay(500n), delay(113_000n)]).toEqual([0, 0, 113]);
    expect(delay(10_000_000n)).toBe(720);
  });
  it('moves past blocks that are full, and grows with what is scheduled', () => {
    const [thor] = networks();
    const { state } = thor!;
    const outbound = { state: 'scheduled', scheduledHeight: state.height + 50, value: 90_000n * ONE } as Outbound;
    state.inbounds.push({ outbounds: [outbound] } as unknown as Inbound);
    expect(outboundDelayBlocks(THOR_CONFIG, state, 50_000n * ONE)).toBe(51);
    expect(outboundDelayBlocks(THOR_CONFIG, state, 5_000n * ONE)).toBe(5);
    expect(outboundDelayBlocks(THOR_CONFIG, state, 5_000n * ONE, 100)).toBe(105);
  });
});

describe('confirmations', () => {
  it.each([
    ['BTC.BTC', 50_000_000n, 1],
    ['BTC.BTC', 300_000_000n, 1],
    ['BTC.BTC', 300_000_001n, 2],
    ['BTC.BTC', 100n * ONE, 3],
    ['LTC.LTC', 13n * ONE, 3],
    ['DOGE.DOGE', ONE, 2],
    ['ETH.ETH', ONE, 2],
    ['ETH.ETH', 9n * ONE, 6],
    ['ETH.ETH', 900n * ONE, 14],
    ['BASE.ETH', ONE, 12],
    ['AVAX.AVAX', ONE, 0],
    ['GAIA.ATOM', ONE, 0],
    ['THOR.RUNE', ONE, 0],
  ])('%s %d waits for %d', (asset, amount, count) => {
    expect(inboundConfirmations(networks()[0]!, nodeAsset(asset), amount)).toBe(count);
  });
});

describe('the recommended least amount', () => {
  it('covers three outbound fees of the dearer side on THORChain, and the affiliate', () => {
    const [thor] = networks();
    const least = recommendedMinimum(thor!, nodeAsset('LTC.LTC'), nodeAsset('ETH.ETH'), 0n);
    // Here fee and dust of a refund cost more than those of the payout.
    expect(least).toBe((250_000n + 100_000n) * 3n);
    expect(recommendedMinimum(thor!, nodeAsset('LTC.LTC'), nodeAsset('ETH.ETH'), 100n)).toBe(1_060_500n);
    // And here the payout's cost more: 2058 sat at 950 LTC per BTC.
    expect(recommendedMinimum(thor!, nodeAsset('LTC.LTC'), nodeAsset('BTC.BTC'), 0n)).toBe(5_865_300n);
    expect(recommendedMinimum(thor!, nodeAsset('LTC.LTC'), nodeAsset('BTC.NOPE'), 0n)).toBeUndefined();
  });
  it('covers four on Maya, or what an affiliate swap costs', () => {
    const [, maya] = networks();
    const plain = recommendedMinimum(maya!, nodeAsset('DASH.DASH'), nodeAsset('MAYA.CACAO'), 0n);
    // 0.2 CACAO at $0.25 are 83333 duffs at $60.
    expect(plain).toBe(4n * 83_333n);
    const affiliate = recommendedMinimum(maya!, nodeAsset('DASH.DASH'), nodeAsset('MAYA.CACAO'), 10n);
    expect(affiliate).toBeGreaterThan(plain ?? 0n);
  });
});
