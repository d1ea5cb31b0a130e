/** Even in a world that runs faster than wall time, a user has a minute to read what they sign, as on Solana. */
import { base64 } from '@scure/base';
import { afterEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { createWorld } from '../world/world.ts';
import { newFolder, removeFolder } from '../world/world-for-tests.ts';
import { composeTransaction, signerOf, signTransaction, transferSol } from './compose.ts';
import { createSolanaLedger, type SolanaLedger } from './solana-ledger.ts';

afterEach(() => void vi.useRealTimers());

const heightAnswer = z.object({ result: z.number() });
const givenAnswer = z.object({ blockhash: z.string(), lastValidBlockHeight: z.number() });
const answer = z.object({ result: z.object({ value: z.unknown() }) });
async function call(ledger: SolanaLedger, method: string, params: unknown[]): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const { body: text } = await ledger.service.handle({ method: 'POST', path: '/', query: new URLSearchParams(), body });
  return JSON.parse(text);
}

const ask = async (ledger: SolanaLedger, method: string, params: unknown[]): Promise<unknown> =>
  answer.parse(await call(ledger, method, params)).result.value;

test('a blockhash that was handed out counts for a minute of the wall’s clock, and not longer', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  const folder = newFolder();
  const world = createWorld({ folder, seed: 'test seed', speed: 60, log: () => {} });
  const ledger = createSolanaLedger(world);
  const payer = signerOf(new Uint8Array(32).fill(1));
  await ledger.fund(payer.address, 10_000_000_000n);
  const given = await ask(ledger, 'getLatestBlockhash', [{ commitment: 'confirmed' }]);
  const { blockhash } = z.object({ blockhash: z.string() }).parse(given);
  const wire = composeTransaction(payer.address, blockhash, [transferSol(payer.address, payer.address, 1n)]);
  const slot = ledger.height();
  vi.advanceTimersByTime(50_000);
  expect(ledger.height() - slot).toBeGreaterThan(5_000);
  expect(await ask(ledger, 'isBlockhashValid', [blockhash])).toBe(true);
  const trial = { encoding: 'base64', sigVerify: false, commitment: 'confirmed' };
  expect(await ask(ledger, 'simulateTransaction', [base64.encode(wire), trial])).toMatchObject({ err: null });
  ledger.broadcast(signTransaction(wire, [payer]));
  vi.advanceTimersByTime(11_000);
  expect(await ask(ledger, 'isBlockhashValid', [blockhash])).toBe(false);
  expect(await ask(ledger, 'simulateTransaction', [base64.encode(wire), trial])).toMatchObject({
    err: 'BlockhashNotFound',
  });
  world.states.abandon();
  await world.clock.stop();
  removeFolder(folder);
});

test('once the height that came with a blockhash has passed, no transaction can use it, at any pace', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  for (const speed of [1, 60, 600]) {
    const folder = newFolder();
    const world = createWorld({ folder, seed: 'test seed', speed, log: () => {} });
    const ledger = createSolanaLedger(world);
    const height = async () => heightAnswer.parse(await call(ledger, 'getBlockHeight', [{ commitment: 'processed' }]));
    const given = await ask(ledger, 'getLatestBlockhash', [{ commitment: 'confirmed' }]);
    const { blockhash, lastValidBlockHeight } = givenAnswer.parse(given);
    let passed = 0;
    for (; (await height()).result <= lastValidBlockHeight; passed += 1) {
      vi.advanceTimersByTime(500);
      if (passed > 200) throw new Error('it never passes');
    }
    expect(await ask(ledger, 'isBlockhashValid', [blockhash])).toBe(false);
    // A minute, at any speed.
    expect(passed).toBeGreaterThan(110);
    world.states.abandon();
    await world.clock.stop();
    removeFolder(folder);
  }
});

test('the world’s own payments are made however slow the machine is, and however fast the world', async () => {
  const folder = newFolder();
  const world = createWorld({ folder, seed: 'test seed', speed: 60, log: () => {} });
  const ledger = createSolanaLedger(world);
  // At every look at the clock, more slots than a blockhash's life have passed.
  let late = 0;
  const now = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => {
    late += 1100;
    return now() + late;
  });
  try {
    const { address } = signerOf(new Uint8Array(32).fill(1));
    await ledger.fund(address, 10_000_000_000n);
    expect(await ask(ledger, 'getBalance', [address])).toBe(10_000_000_000);
  } finally {
    vi.restoreAllMocks();
  }
  world.states.abandon();
  await world.clock.stop();
  removeFolder(folder);
});
