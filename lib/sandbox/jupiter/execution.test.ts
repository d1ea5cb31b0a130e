/** What Jupiter's sandbox quotes is what the chain then does, to the unit, whatever is swapped and however it is asked for. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { tokenAccountOf } from '../solana/addresses.ts';
import { USDC_MINT, USDT_MINT } from '../solana/chainflip-accounts.ts';
import { BONK_MINT, CBBTC_MINT, JUP_MINT, PYUSD_MINT, programOfMint, WRAPPED_SOL_MINT } from '../solana/mints.ts';
import { SOL } from '../solana/test-solana.ts';
import { type Answer, TestJupiter } from './test-jupiter.ts';

let jupiter: TestJupiter;
beforeEach(async () => {
  jupiter = await new TestJupiter().fund();
});
afterEach(() => jupiter.solana.held.remove());

const build = (query: Record<string, unknown>): Promise<Answer> =>
  jupiter.get('/swap/v2/build', { taker: jupiter.alice.address, slippageBps: 50, ...query });
const swapOf = (inputMint: string, outputMint: string, amount: bigint) => ({ inputMint, outputMint, amount });
const held = (mint: string, owner = jupiter.alice.address) => jupiter.ledger.balance(owner, mint);
const lamports = (owner = jupiter.alice.address) => jupiter.ledger.balance(owner);

describe('a build', () => {
  test('of SOL to USDC and back pays what it said', async () => {
    const out = await build(swapOf(WRAPPED_SOL_MINT, USDC_MINT, SOL));
    const [usdc, sol] = [held(USDC_MINT), lamports()];
    jupiter.send(jupiter.fromBuild(out));
    expect(held(USDC_MINT) - usdc).toBe(BigInt(out.outAmount));
    expect(BigInt(out.outAmount)).toBeGreaterThan(149_000_000n);
    // One SOL, the signature and the bid; the wrapped account is opened and closed again.
    expect(sol - lamports()).toBeGreaterThan(SOL + 5000n);
    expect(sol - lamports()).toBeLessThan(SOL + 100_000n);
    const back = await build(swapOf(USDC_MINT, WRAPPED_SOL_MINT, BigInt(out.outAmount)));
    const before = lamports();
    const signature = jupiter.send(jupiter.fromBuild(back));
    const fee = jupiter.ledger.node.history.get(signature)?.feeLamports ?? 0n;
    expect(lamports() - before + fee).toBe(BigInt(back.outAmount));
  });
});
