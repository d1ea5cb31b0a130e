/** If these fail, coins appear from nowhere or vanish between a payment, the pools and what was paid out. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cases } from '../../domain/test-effort.ts';
import { fakeAddress, fakeWorld } from './fake-world.ts';
import type { Network } from './network.ts';
import { createThorFamily } from './thor-family.ts';

const USER_BTC = fakeAddress('BTC', 'user');
const USER_ETH = fakeAddress('ETH', 'user');
const USDC = 'ETH.USDC-0XA0B86991C6218B36C1D19D4A2E9EB0CE3606EB48';

async function begin() {
  const world = fakeWorld();
  const family = createThorFamily(world);
  for (const network of family.networks) network.state.marketOn = false;
  await world.blocks(1);
  return { world, thor: family.networks[0]!, maya: family.networks[1]! };
}

/**
 * All coins of an asset: in the pool, waiting to be paid, or paid out. For the native coin, those of all pools and the
 * reserve.
 */
function coinsOf(network: Network, asset: string): bigint {
  const { state, config } = network;
  const paid = state.inbounds.flatMap((one) => one.outbounds).filter((one) => one.coin.asset === asset);
  // A native payout is planned net of its transaction fee, which the network keeps.
  const fees = asset === config.native ? BigInt(paid.filter((one) => one.affiliate).length) * config.nativeTxFee : 0n;
  const out = paid.reduce((sum, one) => sum + one.coin.amount, 0n) + fees;
  const held = state.inbounds
    .filter((one) => one.progress && one.coin.asset === asset)
    .reduce((sum, one) => sum + (one.queued ? one.progress!.deposit - one.progress!.in : 0n), 0n);
  const pending = state.inbounds
    .filter((one) => one.progress?.asset === asset && one.queued)
    .reduce((sum, one) => sum + one.progress!.out, 0n);
  if (asset === config.native) {
    // Fees that left a pool are in the reserve until they return to it.
    return state.pools.reduce((sum, pool) => sum + pool.native, 0n) + state.reserve + out + held + pending;
  }
  return (state.pools.find((pool) => pool.name === asset)?.asset ?? 0n) + out + held + pending;
}

const order = fc.record({
  network: fc.constantFrom('thor' as const, 'maya' as const),
  sats: fc.bigInt({ min: 20_000n, max: 500_000_000n }),
  target: fc.constantFrom('e', 'ETH.USDC', 'own'),
  limit: fc.constantFrom('', '1', '99999999999999'),
  stream: fc.constantFrom('', '/1/0', '/2/5'),
  affiliate: fc.constantFrom('', '::ptg:50', '::xx:100', '::nobody:10'),
});

describe('the books', () => {
  it('balance after any mixture of swaps, refunds and affiliates', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(order, { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 0, max: 8 }),
        async (orders, failFrom) => {
          const s = await begin();
          const assets = ['BTC.BTC', 'ETH.ETH', USDC];
          const before = [s.thor, s.maya].map((network) =>
            [...assets, network.config.native].map((asset) => coinsOf(network, asset)),
          );
          const paid = { thor: 0n, maya: 0n };
          for (const one of orders) {
            const own =
              one.network === 'thor' ? `r:${fakeAddress('THOR', 'user')}` : `c:${fakeAddress('MAYA', 'user')}`;
            const target = one.target === 'own' ? own : `${one.target}:${USER_ETH}`;
            const limit = one.stream ? `${one.limit || '0'}${one.stream}` : one.limit;
            const memo = `=:${target}${one.affiliate ? `:${limit}${one.affiliate.slice(1)}` : limit ? `:${limit}` : ''}`;
            s.world.ledgers.BTC!.pay({
              from: USER_BTC,
              to: s.world.ledgers.BTC!.vaultAddress(`${one.network}-0`),
              amountBaseUnits: one.sats,
              memo,
            });
            paid[one.network] += one.sats;
          }
          s.world.ledgers.BTC!.mine(5);
          await s.world.blocks(failFrom);
          s.world.setFault('thornode', 'failSubSwaps');
          const busy = () =>
            [s.thor, s.maya].some(({ state }) => state.inbounds.some((one) => one.queued || !one.handled));
          for (let rounds = 0; rounds < 40 && (rounds === 0 || busy()); rounds += 1) await s.world.blocks(25);
          for (const [at, network] of [s.thor, s.maya].entries()) {
            const after = [...assets, network.config.native].map((asset) => coinsOf(network, asset));
            const expected = before[at]!.map((amount, index) => amount + (index === 0 ? paid[network.config.id] : 0n));
            expect(after).toEqual(expected);
            expect(network.state.inbounds.every((one) => one.handled && !one.queued)).toBe(true);
            expect(network.state.inbounds.every((one) => one.outbounds.length > 0 || one.failedReason)).toBe(true);
          }
        },
      ),
      { numRuns: cases(12) },
    );
  });
});

describe('the market', () => {
  it('keeps prices near their start over days, with depth, and the same for the same seed', async () => {
    const run = async () => {
      const s = await begin();
      s.thor.state.marketOn = true;
      s.maya.state.marketOn = true;
      const start = [...s.thor.state.pools, ...s.maya.state.pools].map((pool) => ({
        name: pool.name,
        price: Number(pool.native) / Number(pool.asset),
        native: Number(pool.native),
      }));
      await s.world.blocks(3000);
      return {
        start,
        end: [...s.thor.state.pools, ...s.maya.state.pools].map((pool) => ({
          name: pool.name,
          price: Number(pool.native) / Number(pool.asset),
          native: Number(pool.native),
        })),
      };
    };
    const [one, other] = [await run(), await run()];
    expect(one.end).toEqual(other.end);
    expect(one.end).not.toEqual(one.start);
    for (const [at, pool] of one.end.entries()) {
      expect(Math.abs(pool.price / one.start[at]!.price - 1), pool.name).toBeLessThan(0.006);
      expect(Math.abs(pool.native / one.start[at]!.native - 1), pool.name).toBeLessThan(0.01);
    }
  });
  it('brings a pool back after a large swap', async () => {
    const s = await begin();
    s.thor.state.marketOn = true;
    const btc = s.thor.state.pools.find((pool) => pool.name === 'BTC.BTC')!;
    const price = Number(btc.native) / Number(btc.asset);
    btc.asset = (btc.asset * 11n) / 10n;
    await s.world.blocks(5);
    expect(Math.abs(Number(btc.native) / Number(btc.asset) / price - 1)).toBeLessThan(0.005);
  });
});

describe('control actions', () => {
  it('move a price so that a limit is missed, switch mimirs, register names; nonsense is refused', async () => {
    const s = await begin();
    const act = (name: string, body: unknown) => s.world.controls.get(name)!(body) as Record<string, unknown>;
    const btc = s.thor.state.pools.find((pool) => pool.name === 'BTC.BTC')!;
    const before = btc.asset;
    act('move-price', { asset: 'BTC.BTC', percent: -10 });
    expect(Number(btc.asset) / Number(before)).toBeCloseTo(1 / 0.9, 6);
    act('mimir', { key: 'HALTTRADING', value: 1 });
    expect(s.thor.state.mimir.HALTTRADING).toBe(1);
    act('market', { network: 'maya', on: true });
    expect(s.maya.state.marketOn).toBe(true);
    act('register-name', { name: 'me', owner: fakeAddress('THOR', 'me') });
    expect(s.thor.state.names.at(-1)?.name).toBe('me');
    expect(() => act('register-name', { name: 'me', owner: 'x' })).toThrow('taken');
    expect(() => act('move-price', { asset: 'NO.PE', percent: 1 })).toThrow('no pool');
    expect(() => act('move-price', { percent: 'x' })).toThrow(/asset|percent/);
  });
});
