/** No broadcast transaction ever creates coins. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CHAINS } from '../../chains/chains.ts';
import { cases } from '../../domain/test-effort.ts';
import { heldWorld } from './held-world.ts';
import { txidOf } from './raw-transaction.ts';
import { scriptOfAddress } from './scripts.ts';
import { COIN, codeAndText, coinsOf, get, hexOf, kindOf, spend, TO } from './test-spend.ts';
import { createUtxoLedger } from './utxo-ledger.ts';

type Step = {
  from: number;
  to: number;
  share: number;
  fee: number;
  mine: boolean;
  replaceable: boolean;
  kill: boolean;
};
const stepArbitrary: fc.Arbitrary<Step> = fc.record({
  from: fc.nat(2),
  to: fc.nat(2),
  share: fc.integer({ min: -5, max: 110 }),
  fee: fc.integer({ min: -2000, max: 20_000 }),
  mine: fc.boolean(),
  replaceable: fc.boolean(),
  kill: fc.integer({ min: 0, max: 9 }).map((dice) => dice === 0),
});

describe('for any broadcast', () => {
  test.each(['BTC', 'BCH', 'ZEC'] as const)(
    '%s: the coins there are and the fees paid are the coins given',
    async (chain) => {
      await fc.assert(
        fc.asyncProperty(fc.array(stepArbitrary, { maxLength: 14 }), async (steps) => {
          const world = heldWorld();
          try {
            let ledger = createUtxoLedger(world.world, CHAINS[chain]);
            const keys = [1, 2, 3].map((byte) => new Uint8Array(32).fill(byte));
            const addresses = keys.map((key) => ledger.addressOfKey(key, kindOf(chain)));
            for (const address of addresses) await ledger.fund(address, COIN);
            const accepted = new Set<string>();
            for (const step of steps) {
              const [key, from, to] = [keys[step.from], addresses[step.from], addresses[step.to]];
              if (!key || !from || !to) continue;
              const coins = (await coinsOf(ledger, from)).slice(0, 2);
              const total = coins.reduce((sum, coin) => sum + coin.value, 0n);
              const first = (total * BigInt(step.share)) / 100n;
              const rest = total - first - BigInt(step.fee);
              const outputs = [
                { value: first, script: scriptOfAddress(to, CHAINS[chain]) ?? TO },
                { value: rest, script: scriptOfAddress(from, CHAINS[chain]) ?? TO },
              ].filter((output) => output.value > 0n);
              const sequence = step.replaceable ? 0xfffffffd : 0xffffffff;
              if (coins.length > 0) {
                const tx = spend(chain, { coins, outputs, sequence, key });
                if (codeAndText(() => ledger.broadcast(hexOf(tx)))[0] === 0) accepted.add(txidOf(tx));
              }
              if (step.mine) await world.world.clock.step(CHAINS[chain].blockSeconds);
              if (step.kill) ledger = createUtxoLedger(world.kill(), CHAINS[chain]);
            }
            let fees = 0n;
            for (const txid of accepted) {
              const answer = await get(ledger, `/tx/${txid}`);
              if (answer.status === 200) fees += BigInt(JSON.parse(answer.body).fee);
            }
            const balances = addresses.reduce((sum, address) => sum + ledger.balance(address), 0n);
            expect(balances + fees).toBe(3n * COIN);
            expect(fees).toBeGreaterThanOrEqual(0n);
          } finally {
            world.remove();
          }
        }),
        { numRuns: cases(10) },
      );
    },
  );
});
