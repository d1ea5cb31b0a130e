/** If these fail, coins appear from nowhere or vanish, or a restart loses money or pays it twice. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cases } from '../../domain/test-effort.ts';
import { fakeWorld } from '../chainflip/fake-chains.ts';
import { ASSETS } from './assets.ts';
import { newOrder } from './create-order.ts';
import { FakeHtlcChain } from './fake-htlc-chain.ts';
import { createGarden } from './garden.ts';
import { outputFor, tradedPair } from './quote.ts';
import { type Order, SOLVER_ID } from './state.ts';

const FAULTS = ['', 'solverAbsent', 'secretKept', 'instantRefund', 'solverSlow', 'noLiquidity'] as const;
const PAIRS = [
  ['bitcoin:btc', 'ethereum:wbtc'],
  ['ethereum:wbtc', 'bitcoin:btc'],
  ['ethereum:eth', 'ethereum:wbtc'],
  ['base:cbbtc', 'bitcoin:btc'],
] as const;

const order = fc.record({
  pair: fc.integer({ min: 0, max: PAIRS.length - 1 }),
  units: fc.bigInt({ min: 1n, max: 400n }),
  paid: fc.constantFrom('exact', 'less', 'more', 'twice', 'late', 'never'),
  fault: fc.constantFrom(...FAULTS),
  ticks: fc.integer({ min: 0, max: 6 }),
  dies: fc.boolean(),
});

/** The unit of the limits: a ten-thousandth of a bitcoin, or a hundredth of an ether. */
const unitOf = (id: string): bigint => (id === 'ethereum:eth' ? 10n ** 16n : 10_000n);

class Story {
  readonly chains = [...new Set(ASSETS.map(({ chain }) => chain))].map((chain) => new FakeHtlcChain(chain));
  world = fakeWorld();
  made = createGarden(this.world, this.chains);
  /** Keeps only what was saved, and the chains. */
  restart(): void {
    for (const chain of this.chains) chain.failsAfterSending = false;
    this.world = fakeWorld(this.world);
    this.made = createGarden(this.world, this.chains);
  }
  byId = () => new Map(this.chains.map((chain) => [String(chain.chain), chain]));
  async tick(blocks = 1): Promise<void> {
    for (const chain of this.chains) chain.mine(blocks);
    await this.world.ticks(1);
  }
  open(from: string, to: string, amount: bigint, number: number): Order {
    const { garden } = this.made;
    const terms = { ...tradedPair(garden, from, to), affiliateBps: 0, slippageBps: 0 };
    const destination = outputFor(garden.state, terms, amount);
    const json = {
      source: { asset: from, owner: `payer ${number}`, amount: String(amount) },
      destination: { asset: to, owner: `payee ${number}`, amount: String(destination) },
      solver_id: SOLVER_ID,
    };
    const made = newOrder(garden, this.byId(), json, () => false);
    garden.state.nextOrder += 1;
    garden.state.orders.push(made);
    garden.save();
    return made;
  }
  /** Long enough for every lock to expire. */
  async finish(): Promise<void> {
    for (const kind of FAULTS) this.world.clearFault('garden', kind);
    for (let at = 0; at < 8; at += 1) await this.tick();
    this.world.wait(13 * 3_600_000);
    for (let at = 0; at < 4; at += 1) {
      await this.tick(100_000);
      for (let more = 0; more < 4; more += 1) await this.tick();
    }
  }
}

describe('the books', () => {
  it('balance after any mixture of payments, faults and kills, and every user has one side of the swap', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(order, { minLength: 1, maxLength: 6 }), async (orders) => {
        const story = new Story();
        await story.tick();
        const paid: { number: number; from: string; to: string; amount: bigint; wanted: bigint }[] = [];
        for (const [number, one] of orders.entries()) {
          const [from, to] = PAIRS[one.pair] ?? PAIRS[0];
          for (const kind of FAULTS) story.world.clearFault('garden', kind);
          const made = story.open(from, to, one.units * unitOf(from), number);
          const { amount } = made.source;
          if (one.fault !== '') story.world.setFault('garden', one.fault);
          if (one.paid === 'late') story.world.wait(3_700_000);
          const values = {
            exact: [amount],
            less: [amount - 1n],
            more: [amount + 1n],
            twice: [amount, amount],
            late: [amount],
            never: [],
          };
          const chain = story.byId().get(ASSETS.find(({ id }) => id === from)?.chain ?? '');
          for (const value of values[one.paid]) chain?.pay(made.source, value);
          const total = values[one.paid].reduce((sum, value) => sum + value, 0n);
          paid.push({ number, from, to, amount: total, wanted: made.destination.amount });
          for (const each of story.chains) each.failsAfterSending = one.dies;
          for (let at = 0; at < one.ticks; at += 1) await story.tick();
          if (one.dies) story.restart();
        }
        await story.finish();
        const { state } = story.made.garden;
        for (const asset of ASSETS) {
          const chain = story.byId().get(asset.chain);
          expect(state.stock[asset.id], asset.id).toBe(await chain?.balance(asset));
        }
        const got = (owner: string, id: string) =>
          story.chains.reduce((sum, chain) => sum + chain.received(owner, id), 0n);
        for (const { number, from, to, amount, wanted } of paid) {
          const [bought, back] = [got(`payee ${number}`, to), got(`payer ${number}`, from)];
          const { source } = state.orders[number] ?? { source: undefined };
          if (bought === 0n) expect(back).toBe(amount);
          else expect([bought, back]).toEqual([wanted, amount - (source?.amount ?? 0n)]);
        }
        expect(state.orders.filter(({ closed, source }) => !closed && source.locks.length > 0)).toEqual([]);
      }),
      { numRuns: cases(60) },
    );
  }, 60_000);

  it('pay an order once, whichever step a kill comes after', async () => {
    for (const from of ['bitcoin:btc', 'ethereum:wbtc'] as const)
      for (let at = 0; at < 8; at += 1) {
        const story = new Story();
        await story.tick();
        const made = story.open(from, from === 'bitcoin:btc' ? 'ethereum:wbtc' : 'bitcoin:btc', 1_000_000n, 0);
        story
          .byId()
          .get(from === 'bitcoin:btc' ? 'BTC' : 'ETH')
          ?.pay(made.source, 1_000_000n);
        for (let tick = 0; tick < at; tick += 1) await story.tick();
        for (const chain of story.chains) chain.failsAfterSending = true;
        await story.tick();
        story.restart();
        await story.finish();
        const keys = story.chains.flatMap((chain) => chain.sentKeys()).map((key) => key.split(':')[1]);
        expect(keys.sort(), `${from}, killed after tick ${at}`).toEqual(['claim', 'lock', 'redeem']);
      }
  });
});
