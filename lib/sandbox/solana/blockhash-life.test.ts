/** In a world that runs faster than the wall's clock a person still has a minute to read what they sign, as on Solana. */
import { base64 } from '@scure/base';
import { afterEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { createWorld } from '../world/world.ts';
import { newFolder, removeFolder } from '../world/world-for-tests.ts';
import { composeTransaction, signerOf, signTransaction, transferSol } from './compose.ts';
import { createSolanaLedger, type SolanaLedger } from './solana-ledger.ts';

afterEach(() => void vi.useRealTimers());

const answer = z.object({ result: z.object({ value: z.unknown() }) });
async function ask(ledger: SolanaLedger, method: string, params: unknown[]): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const { body: text } = await ledger.service.handle({ method: 'POST', path: '/', query: new URLSearchParams(), body });
  return answer.parse(JSON.parse(text)).result.value;
}

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
  world.parts.abandon();
  await world.clock.stop();
  removeFolder(folder);
});
