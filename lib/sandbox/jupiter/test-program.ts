/** For tests: calls of the swap program, and what becomes of them. */
import { tokenAccountOf } from '../solana/addresses.ts';
import { USDC_MINT, USDT_MINT } from '../solana/chainflip-accounts.ts';
import { instruction } from '../solana/compose.ts';
import { POOLS, type PoolAccount, passageOf } from '../solana/jupiter-accounts.ts';
import { MINTS, programOfMint } from '../solana/mints.ts';
import { readTransaction } from '../solana/read-transaction.ts';
import { tokenAccountIn } from '../solana/tx-record.ts';
import type { SwapCall, SwapInstruction } from './instructions.ts';
import { outputOf, readPools } from './market.ts';
import type { TestJupiter } from './test-jupiter.ts';

export const AMOUNT = 10_000_000n;
export const account = (owner: string, mint: string) => tokenAccountOf(owner, mint, programOfMint(mint));

export const poolOf = (a: string, b: string): PoolAccount => {
  const found = POOLS.find((pool) => pool.a.mint === a && pool.b.mint === b);
  if (!found) throw new Error('no such pool');
  return found;
};

export const custom = (Custom: number) => ({ InstructionError: [0, { Custom }] });

/** USDC to USDT over their pool, as Alice, with what is due as quote. */
export function swap(jupiter: TestJupiter, changes: Partial<SwapCall> = {}): SwapCall {
  const pool = poolOf(USDC_MINT, USDT_MINT);
  const now = readPools(jupiter.ledger).find((one) => one.account === pool);
  const { alice } = jupiter.solana;
  return {
    version: 2,
    shared: false,
    taker: alice.address,
    source: account(alice.address, USDC_MINT),
    ownDestination: account(alice.address, USDT_MINT),
    inputMint: USDC_MINT,
    outputMint: USDT_MINT,
    inAmount: AMOUNT,
    quotedOut: now ? outputOf(now, true, AMOUNT) : 0n,
    slippageBps: 0,
    platformFeeBps: 0,
    positiveSlippageBps: 0,
    steps: [{ pool, forth: true, bps: 10_000, inputIndex: 0, outputIndex: 1 }],
    ...changes,
  };
}

const role = ({ isSigner, isWritable }: { isSigner: boolean; isWritable: boolean }) =>
  `${isWritable ? 'w' : ''}${isSigner ? 's' : ''}` as '' | 'w' | 's' | 'ws';

export const asInstruction = ({ programId, accounts, data }: SwapInstruction) =>
  instruction(
    programId,
    accounts.map((one) => [one.pubkey, role(one)] as const),
    data,
  );

export const send = (jupiter: TestJupiter, call: SwapInstruction) => jupiter.solana.send([asInstruction(call)]);

/** Why it would fail; undefined when it would not. Nothing is signed: every required signer counts as having signed. */
export const failure = (jupiter: TestJupiter, call: SwapInstruction): unknown => {
  const tx = readTransaction(jupiter.solana.compose([asInstruction(call)]));
  return jupiter.ledger.node.simulate(tx, { verify: false }).outcome.err;
};

type Change = { at: number; by: string; writable?: boolean; signer?: boolean };

export const changed = (made: SwapInstruction, { at, by, writable, signer }: Change): SwapInstruction => ({
  ...made,
  accounts: made.accounts.map((one, index) =>
    index === at ? { pubkey: by, isWritable: writable ?? one.isWritable, isSigner: signer ?? one.isSigner } : one,
  ),
});

/** Every token account's amount, of people and pools. */
export const everything = (jupiter: TestJupiter) => {
  const { node } = jupiter.ledger;
  const accounts = [
    ...POOLS.flatMap(({ a, b }) => [a.vault, b.vault]),
    ...MINTS.flatMap(({ mint }) =>
      [jupiter.solana.alice, jupiter.solana.bob].map(({ address }) => account(address, mint)),
    ),
    ...MINTS.map(passageOf),
  ];
  return accounts.map((address) => tokenAccountIn(node.account(address))?.amount);
};

export function attempt(jupiter: TestJupiter, call: SwapInstruction): 'done' | unknown {
  try {
    send(jupiter, call);
    return 'done';
  } catch (error) {
    return error;
  }
}
