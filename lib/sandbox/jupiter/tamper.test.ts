/** Every tampering changes what its name says, so that a refusal downstream proves something. */
import { base58, base64 } from '@scure/base';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { tokenAccountOf } from '../solana/addresses.ts';
import { USDC_MINT } from '../solana/chainflip-accounts.ts';
import { ATTACKER, FALSE_TABLE, ROUTER_PROGRAM, TABLES } from '../solana/jupiter-accounts.ts';
import { WRAPPED_SOL_MINT } from '../solana/mints.ts';
import { readTransaction } from '../solana/read-transaction.ts';
import { SOL } from '../solana/test-solana.ts';
import { allKeys } from '../solana/tx-record.ts';
import { TAMPERINGS } from './tamper.ts';
import { type Answer, TestJupiter } from './test-jupiter.ts';

let jupiter: TestJupiter;
beforeEach(async () => {
  jupiter = await new TestJupiter().fund();
});
afterEach(() => jupiter.solana.held.remove());

const FROM = { inputMint: USDC_MINT, outputMint: WRAPPED_SOL_MINT, amount: 10_000_000n, slippageBps: 50 };
const TO = { inputMint: WRAPPED_SOL_MINT, outputMint: USDC_MINT, amount: SOL, slippageBps: 50 };
const taker = () => jupiter.alice.address;
const build = (query: Record<string, unknown> = TO): Promise<Answer> =>
  jupiter.get('/swap/v2/build', { ...query, taker: taker() });
const swap = async (version: 'v1' | 'v2' = 'v2', query: Record<string, unknown> = TO): Promise<Answer> => {
  const quoteResponse = await jupiter.get(`/swap/${version}/quote`, query);
  return jupiter.post(`/swap/${version}/swap`, { quoteResponse, taker: taker(), userPublicKey: taker() });
};
const txOf = (answer: Answer) => readTransaction(base64.decode(answer.swapTransaction));
const routerData = (answer: Answer): Uint8Array => {
  const tx = txOf(answer);
  const found = tx.instructions.find(({ programIndex }) => tx.staticKeys[programIndex] === ROUTER_PROGRAM);
  return found?.data ?? new Uint8Array();
};
const u64 = (data: Uint8Array, at: number) => new DataView(data.buffer, data.byteOffset).getBigUint64(at, true);
const u16 = (data: Uint8Array, at: number) => new DataView(data.buffer, data.byteOffset).getUint16(at, true);
const tamper = (what: string) => jupiter.fault('tamper', { what });

test('each of them changes the transaction or the quote of every endpoint that has it', async () => {
  const plain = { v1: await swap('v1'), v2: await swap('v2'), build: await build() };
  const quote = await jupiter.get('/swap/v2/quote', TO);
  const comparable = (answer: Answer): string => {
    const { contextSlot, timeTaken, blockhashWithMetadata, ...rest } = answer;
    return JSON.stringify(rest);
  };
  for (const what of TAMPERINGS.filter((each) => each !== 'feeAccount')) {
    tamper(what);
    const isOfQuote = ['promise', 'threshold', 'otherMint', 'otherAmount'].includes(what);
    if (isOfQuote) {
      expect(comparable(await jupiter.get('/swap/v2/quote', TO)), what).not.toBe(comparable(quote));
      continue;
    }
    const answers = { v1: await swap('v1'), v2: await swap('v2'), build: await build() };
    expect(answers.v2.swapTransaction, what).not.toBe(plain.v2.swapTransaction);
    expect(comparable(answers.build), what).not.toBe(comparable(plain.build));
    // Version 1 has no field for it.
    if (what !== 'positiveSlippage') expect(answers.v1.swapTransaction, what).not.toBe(plain.v1.swapTransaction);
  }
});

test('where a fee is asked for, it goes to another account', async () => {
  const fee = { ...TO, platformFeeBps: 50, feeAccount: tokenAccountOf(taker(), USDC_MINT) };
  const plain = await build(fee);
  tamper('feeAccount');
  const keys = (answer: Answer) => answer.swapInstruction.accounts.map(({ pubkey }: Answer) => pubkey);
  expect(keys(plain)[10]).toBe(fee.feeAccount);
  expect(keys(await build(fee))[10]).toBe(tokenAccountOf(ATTACKER, USDC_MINT));
});

describe('a transaction', () => {
  test('says other amounts, slippage and fees than the quote', async () => {
    const plain = routerData(await swap());
    const tampered = async (what: string) => {
      tamper(what);
      return routerData(await swap());
    };
    expect(u64(await tampered('amount'), 8)).toBe(SOL + SOL / 10n + 1n);
    expect(u64(await tampered('quotedOut'), 16)).toBe(u64(plain, 16) / 2n);
    expect(u16(await tampered('slippage'), 24)).toBe(10_000);
    expect(u16(await tampered('platformFee'), 26)).toBe(200);
    expect(u16(await tampered('positiveSlippage'), 28)).toBe(100);
  });

  test('is paid for, or signed, by another account', async () => {
    tamper('feePayer');
    expect(txOf(await swap()).staticKeys[0]).toBe(ATTACKER);
    expect(JSON.stringify((await build()).setupInstructions)).toContain(ATTACKER);
    tamper('extraSigner');
    expect(txOf(await swap()).header.signers).toBe(2);
  });

  test('bids a fortune for being taken', async () => {
    tamper('priorityFee');
    expect((await swap()).prioritizationFeeLamports).toBe(2_800_000_000);
  });

  test('does something beside the swap, which the chain would carry out if it were signed', async () => {
    for (const [what, query] of [
      ['extraTransfer', TO],
      ['tokenTransfer', FROM],
      ['approve', FROM],
      ['setAuthority', FROM],
      ['program', TO],
      ['wrapMore', TO],
      ['noSwap', TO],
      ['destination', TO],
    ] as const) {
      jupiter.clear();
      const count = txOf(await swap('v2', query)).instructions.length;
      tamper(what);
      const answer = await swap('v2', query);
      const changes = what === 'noSwap' || what === 'destination' ? 0 : 1;
      expect(txOf(answer).instructions.length - count, what).toBe(changes);
    }
    tamper('extraTransfer');
    jupiter.send((await swap()).swapTransaction);
    expect(jupiter.ledger.balance(ATTACKER)).toBe(100_000_000n);
    tamper('closeAccount');
    const before = jupiter.ledger.balance(ATTACKER);
    jupiter.send((await swap()).swapTransaction);
    expect(jupiter.ledger.balance(ATTACKER) - before).toBe(2_039_280n);
  });

  test('pays the attacker, whose account is there', async () => {
    await jupiter.ledger.fund(ATTACKER, 1n, USDC_MINT);
    tamper('destination');
    const own = jupiter.ledger.balance(taker(), USDC_MINT);
    jupiter.send((await swap()).swapTransaction);
    expect(jupiter.ledger.balance(taker(), USDC_MINT)).toBe(own);
    expect(jupiter.ledger.balance(ATTACKER, USDC_MINT)).toBeGreaterThan(149_000_000n);
    expect(tokenAccountOf(ATTACKER, USDC_MINT)).not.toBe(tokenAccountOf(taker(), USDC_MINT));
  });

  test('names a table that has the attacker’s account on the chain where the answer says it has the taker’s', async () => {
    await jupiter.ledger.fund(ATTACKER, 1n, USDC_MINT);
    const [own, theirs] = [taker(), ATTACKER].map((owner) => tokenAccountOf(owner, USDC_MINT));
    tamper('lookupTable');
    const answer = await build();
    const said = answer.addressesByLookupTableAddress[FALSE_TABLE.address];
    expect(Object.keys(answer.addressesByLookupTableAddress)).toEqual(
      [...TABLES, FALSE_TABLE].map(({ address }) => address),
    );
    expect([said.includes(own), said.includes(theirs)]).toEqual([true, false]);
    const { node } = jupiter.ledger;
    const there = node.account(FALSE_TABLE.address)?.data ?? new Uint8Array();
    const offset = 56 + 32 * said.indexOf(own);
    expect(base58.encode(there.subarray(offset, offset + 32))).toBe(theirs);
    // A client that trusts the answer pays the attacker.
    const whole = async () => base64.decode((await swap()).swapTransaction);
    for (const made of [async () => jupiter.fromBuild(answer), whole]) {
      const wire = await made();
      expect(allKeys(readTransaction(wire), node.account).keys).not.toContain(own);
      const before = jupiter.ledger.balance(taker(), USDC_MINT);
      jupiter.send(wire);
      expect(jupiter.ledger.balance(taker(), USDC_MINT)).toBe(before);
    }
    expect(jupiter.ledger.balance(ATTACKER, USDC_MINT)).toBeGreaterThan(298_000_000n);
  });
});

test('a quote promises more than its transaction', async () => {
  const plain = await build();
  tamper('promise');
  const answer = await build();
  expect(BigInt(answer.outAmount)).toBe((BigInt(plain.outAmount) * 105n) / 100n);
  expect(answer.swapInstruction.data).toBe(plain.swapInstruction.data);
});
