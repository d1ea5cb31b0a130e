/** If these fail, a Jupiter swap into a deposit channel of Chainflip is not observed there, or not completely. */
import { ed25519 } from '@noble/curves/ed25519.js';
import { base58 } from '@scure/base';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ChainflipOnChain, chainflipOnChain } from '../chainflip/chainflip-on-chain.ts';
import { tokenAccountOf } from '../solana/addresses.ts';
import { USDC_MINT, USDT_MINT } from '../solana/chainflip-accounts.ts';
import { BONK_MINT, WRAPPED_SOL_MINT } from '../solana/mints.ts';
import { SOL } from '../solana/test-solana.ts';
import { instructionJson } from './build.ts';
import { openAccount } from './instructions.ts';
import { TestJupiter } from './test-jupiter.ts';

const ref = (asset: string) => ({ chain: 'Solana', asset });
/** Worth 200 dollars. */
const BONK = 10_000_000n * 100_000n;

let jupiter: TestJupiter;
let chainflip: ChainflipOnChain;
const block = () => jupiter.solana.held.world.clock.step(6);
beforeEach(async () => {
  jupiter = await new TestJupiter().fund();
  const { world } = jupiter.solana.held;
  world.ledgers.SOL = jupiter.ledger;
  chainflip = chainflipOnChain(world, block);
  await jupiter.ledger.fund(jupiter.alice.address, BONK, BONK_MINT);
  await block();
});
afterEach(() => jupiter.solana.held.remove());

const open = (from: string, to: string) =>
  chainflip.open({
    from: ref(from),
    to: ref(to),
    destination: jupiter.solana.bob.address,
    refundAddress: jupiter.alice.address,
  });
const query = (outputMint: string) => ({ inputMint: BONK_MINT, outputMint, amount: BONK, slippageBps: 50 });

describe('a swap of BONK into a channel', () => {
  it.each([
    ['USDC', USDC_MINT],
    ['USDT', USDT_MINT],
  ])(
    'of %s: into the token account of an address off the curve, opened in the same transaction',
    async (name, mint) => {
      const { alice } = jupiter;
      const { address, id } = await open(name, 'SOL');
      expect(() => ed25519.Point.fromBytes(base58.decode(address))).toThrow();
      const account = tokenAccountOf(address, mint);
      const build = await jupiter.get('/swap/v2/build', {
        ...{ taker: alice.address, ...query(mint) },
        destinationTokenAccount: account,
      });
      // Jupiter opens no account for others, so the sender of the swap does.
      build.setupInstructions.unshift(instructionJson(openAccount(alice.address, address, mint)));
      jupiter.send(jupiter.fromBuild(build));
      await block();
      expect(jupiter.ledger.balance(alice.address, BONK_MINT)).toBe(0n);
      const done = await chainflip.settle(id);
      expect(done).toMatchObject({ state: 'COMPLETED', deposit: { amount: build.outAmount } });
      expect(jupiter.ledger.balance(jupiter.solana.bob.address)).toBe(BigInt(done.swapEgress?.amount ?? 0));
    },
  );

  it.each(['transaction', 'build'])('of SOL: to the address itself, as coins (%s)', async (how) => {
    const { alice } = jupiter;
    const { address, id } = await open('SOL', 'USDC');
    const asked = { taker: alice.address, nativeDestinationAccount: address };
    let promised: string;
    if (how === 'build') {
      const build = await jupiter.get('/swap/v2/build', { ...asked, ...query(WRAPPED_SOL_MINT) });
      promised = build.outAmount;
      jupiter.send(jupiter.fromBuild(build));
    } else {
      const quoteResponse = await jupiter.get('/swap/v2/quote', query(WRAPPED_SOL_MINT));
      promised = quoteResponse.outAmount;
      const { swapTransaction } = await jupiter.post('/swap/v2/swap', { ...asked, quoteResponse });
      jupiter.send(swapTransaction);
    }
    await block();
    const done = await chainflip.settle(id);
    expect(done).toMatchObject({ state: 'COMPLETED', deposit: { amount: promised } });
    expect(BigInt(promised)).toBeGreaterThan(SOL);
    expect(jupiter.ledger.balance(jupiter.solana.bob.address, USDC_MINT)).toBe(BigInt(done.swapEgress?.amount ?? 0));
  });
});
