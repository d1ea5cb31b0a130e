/** The sandbox's wallet describes a transaction by its bytes before it is confirmed. */
import { base58 } from '@scure/base';
import { expect, test } from 'vitest';
import { encodeCfParameters } from '../../chainflip/scale.ts';
import { BROKER_ACCOUNT } from '../../chainflip/seed-state.ts';
import { MEMO_PROGRAM, tokenAccountOf } from '../../solana/addresses.ts';
import { SWAP_ENDPOINT_PROGRAM, USDC_MINT } from '../../solana/chainflip-accounts.ts';
import {
  composeTransaction,
  createTokenAccount,
  memoInstruction,
  transferSol,
  transferToken,
} from '../../solana/compose.ts';
import { readTransaction } from '../../solana/read-transaction.ts';
import { signerNamed } from '../../solana/test-solana.ts';
import { vaultSwap } from '../../solana/test-vault-swap.ts';
import { transactionFacts } from './solana-describe.ts';

const [ALICE, BOB] = [signerNamed('alice').address, signerNamed('bob').address];
const BLOCKHASH = base58.encode(new Uint8Array(32).fill(5));
const factsOf = (...instructions: Parameters<typeof composeTransaction>[2]) =>
  transactionFacts(readTransaction(composeTransaction(ALICE, BLOCKHASH, instructions)));

test('a transfer says how much and to whom', () => {
  expect(factsOf(transferSol(ALICE, BOB, 2_500_000_000n))).toContainEqual(['Sends', `2.5 SOL to ${BOB}`]);
  const facts = factsOf(
    createTokenAccount(ALICE, BOB, USDC_MINT),
    transferToken(ALICE, BOB, USDC_MINT, 25_000_000n, 6),
  );
  expect(facts).toContainEqual(['Opens', `a USDC account of ${BOB}`]);
  expect(facts).toContainEqual(['Sends', `25 USDC to token account ${tokenAccountOf(BOB, USDC_MINT)}`]);
});

test('a vault swap says what goes in, whom it pays and whom it refunds', () => {
  const cfParameters = encodeCfParameters({
    retryDuration: 100,
    refundAddress: base58.decode(BOB),
    minPriceX128: 1n << 100n,
    boostFeeBps: 0,
    broker: { account: BROKER_ACCOUNT, bps: 0 },
    affiliates: [],
  });
  const facts = factsOf(vaultSwap({ from: ALICE, amount: 1_500_000_000n, seed: new Uint8Array(8), cfParameters }));
  expect(facts).toContainEqual(['Swap', `1.5 SOL through program ${SWAP_ENDPOINT_PROGRAM}`]);
  expect(facts).toContainEqual(['Pays', 'USDC on Ethereum to 0xABaBaBaBABabABabAbAbABAbABabababaBaBABaB']);
  expect(facts).toContainEqual(['Refunds to', BOB]);
});

test('any unknown instruction is shown as a call', () => {
  expect(factsOf(memoInstruction('hello'))).toContainEqual(['Calls', `program ${MEMO_PROGRAM}`]);
  const unreadable = vaultSwap({ from: ALICE, amount: 1n, seed: new Uint8Array(8) });
  expect(factsOf(unreadable)).toContainEqual(['Calls', `program ${SWAP_ENDPOINT_PROGRAM}`]);
});
