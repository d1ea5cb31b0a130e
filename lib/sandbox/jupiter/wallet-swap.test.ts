/** The sandbox's wallet swaps SOL for USDC and back as a page would, with only Jupiter's answers and the node's RPC. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { USDC_MINT } from '../solana/chainflip-accounts.ts';
import { type Signer, signBase64 } from '../solana/compose.ts';
import { MINTS, WRAPPED_SOL_MINT } from '../solana/mints.ts';
import { SOL } from '../solana/test-solana.ts';
import { fundWallets } from '../wallets/fund-wallets.ts';
import { solanaAccount } from '../wallets/wallet-accounts.ts';
import { type Answer, TestJupiter } from './test-jupiter.ts';

let jupiter: TestJupiter;
let wallet: Signer;
beforeEach(async () => {
  jupiter = new TestJupiter();
  const { world } = jupiter.solana.held;
  world.ledgers.SOL = jupiter.ledger;
  const seed = world.secret('wallet');
  wallet = solanaAccount(seed);
  await fundWallets(world, seed);
});
afterEach(() => jupiter.solana.held.remove());

const rpc = async (method: string, ...params: unknown[]): Promise<Answer> => {
  const { result, error } = await jupiter.solana.rpc(method, ...params);
  if (error) throw new Error(JSON.stringify(error));
  return result;
};

/** Quotes, simulates, signs and sends a swap, and waits until it is final. Returns the finished transaction. */
async function swap(inputMint: string, outputMint: string, amount: bigint): Promise<{ quote: Answer; shown: Answer }> {
  const quote = await jupiter.get('/swap/v2/quote', { inputMint, outputMint, amount, slippageBps: 50 });
  const { swapTransaction } = await jupiter.post('/swap/v2/swap', { quoteResponse: quote, taker: wallet.address });
  const trial = { encoding: 'base64', sigVerify: false, commitment: 'confirmed' };
  expect((await rpc('simulateTransaction', swapTransaction, trial)).value.err).toBeNull();
  const signed = signBase64(swapTransaction, [wallet]);
  const signature = await rpc('sendTransaction', signed, { encoding: 'base64', preflightCommitment: 'confirmed' });
  await jupiter.solana.slots(40);
  const [status] = (await rpc('getSignatureStatuses', [signature])).value;
  expect(status).toMatchObject({ err: null, confirmationStatus: 'finalized' });
  const shown = await rpc('getTransaction', signature, { encoding: 'jsonParsed', maxSupportedTransactionVersion: 0 });
  return { quote, shown };
}

const units = (balances: Answer[], mint: string): bigint =>
  BigInt(balances.find((one) => one.mint === mint && one.owner === wallet.address)?.uiTokenAmount.amount ?? 0);

test('a whole swap and the way back, each to the unit by the balances that the node reports', async () => {
  expect(await rpc('getBalance', wallet.address)).toMatchObject({ value: Number(100n * SOL) });
  const { quote, shown } = await swap(WRAPPED_SOL_MINT, USDC_MINT, 2n * SOL);
  const { meta } = shown;
  expect(units(meta.postTokenBalances, USDC_MINT) - units(meta.preTokenBalances, USDC_MINT)).toBe(
    BigInt(quote.outAmount),
  );
  expect(BigInt(meta.preBalances[0]) - BigInt(meta.postBalances[0])).toBe(2n * SOL + BigInt(meta.fee));
  const back = await swap(USDC_MINT, WRAPPED_SOL_MINT, BigInt(quote.outAmount));
  const gained = BigInt(back.shown.meta.postBalances[0]) - BigInt(back.shown.meta.preBalances[0]);
  expect(gained + BigInt(back.shown.meta.fee)).toBe(BigInt(back.quote.outAmount));
  expect(back.shown.transaction.message.accountKeys.some((key: Answer) => key.source === 'lookupTable')).toBe(true);
  // Only two fees and the pools' share are lost.
  expect(2n * SOL - BigInt(back.quote.outAmount)).toBeLessThan(5_000_000n);
  await expect(swap(USDC_MINT, WRAPPED_SOL_MINT, 60_000_000_000n)).rejects.toThrow();
});

test('the wallet begins with coins of every kind that it needs, token-2022 among them', async () => {
  const programs = [...new Set(MINTS.map(({ program }) => program))];
  const accounts = await Promise.all(
    programs.map((programId) =>
      rpc('getTokenAccountsByOwner', wallet.address, { programId }, { encoding: 'jsonParsed' }),
    ),
  );
  const held = accounts.flatMap(({ value }) => value.map((one: Answer) => one.account.data.parsed.info.mint));
  expect(held.toSorted()).toEqual(
    MINTS.filter(({ gift }) => gift !== undefined)
      .map(({ mint }) => mint)
      .toSorted(),
  );
});
