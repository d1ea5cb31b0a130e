import { base58, base64 } from '@scure/base';
import { getTransactionDecoder } from '@solana/kit';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { COMPUTE_BUDGET_PROGRAM, SYSTEM_PROGRAM, TOKEN_PROGRAM, tokenAccountOf, u64Bytes } from './addresses.ts';
import { SWAP_ENDPOINT_PROGRAM, USDC_MINT } from './chainflip-accounts.ts';
import { createTokenAccount, instruction, memoInstruction, transferToken } from './compose.ts';
import { SOL, TestSolana } from './test-solana.ts';

let solana: TestSolana;

beforeEach(async () => {
  solana = await new TestSolana().fund();
});

afterEach(() => solana.held.remove());

/** Alice's thousand and what lies in Jupiter's pools at the start. */
const USDC_SUPPLY = '15801000000000';

describe('the envelope', () => {
  test('answers one call, many in their order, and anything else with an error', async () => {
    const one = JSON.parse((await solana.post('{"jsonrpc":"2.0","id":"a","method":"getHealth"}')).body);
    expect(one).toEqual({ jsonrpc: '2.0', id: 'a', result: 'ok' });
    const calls = ['getHealth', 'getNothing'].map((method, id) => ({ jsonrpc: '2.0', id, method }));
    expect(JSON.parse((await solana.post(JSON.stringify(calls))).body)).toEqual([
      { jsonrpc: '2.0', id: 0, result: 'ok' },
      { jsonrpc: '2.0', id: 1, error: { code: -32601, message: 'Method not found' } },
    ]);
    const wrong = async (body: string) => JSON.parse((await solana.post(body)).body).error;
    expect(await wrong('{')).toEqual({ code: -32700, message: 'Parse error' });
    expect(await wrong('[]')).toEqual({ code: -32600, message: 'Invalid request' });
    expect(await wrong('{"id":1}')).toEqual({ code: -32600, message: 'Invalid request' });
    expect(await wrong('{"jsonrpc":"2.0","id":1,"method":"constructor"}')).toMatchObject({ code: -32601 });
    const get = await solana.ledger.service.handle({
      method: 'GET',
      path: '/',
      query: new URLSearchParams(),
      body: '',
    });
    expect(get.status).toBe(405);
  });

  test('names wrong parameters as a node does', async () => {
    const error = async (method: string, ...params: unknown[]) => (await solana.rpc(method, ...params)).error;
    const { address } = solana.alice;
    expect(await error('getBalance', 'abc')).toEqual({ code: -32602, message: 'Invalid param: WrongSize' });
    expect(await error('getBalance')).toMatchObject({ code: -32602 });
    expect(await error('getBalance', address, { commitment: 'soon' })).toMatchObject({ code: -32602 });
    expect(await error('getSlot', { minContextSlot: 1 })).toBeUndefined();
    expect(await error('getBalance', address, { minContextSlot: 10 ** 9 })).toMatchObject({ code: -32016 });
    expect(await error('getTransaction', 'abc')).toMatchObject({ code: -32602 });
    expect(await error('getTokenAccountsByOwner', address, { mint: address })).toEqual({
      code: -32602,
      message: 'Invalid param: could not find mint',
    });
    expect(await error('getTokenAccountsByOwner', address, { programId: SYSTEM_PROGRAM })).toEqual({
      code: -32602,
      message: 'Invalid param: unrecognized Token program id',
    });
    expect(await error('getTokenAccountBalance', solana.bob.address)).toEqual({
      code: -32602,
      message: 'Invalid param: could not find account',
    });
    expect(await error('getTokenAccountBalance', address)).toEqual({
      code: -32602,
      message: 'Invalid param: not a Token account',
    });
    expect(await error('getAccountInfo', SWAP_ENDPOINT_PROGRAM, { encoding: 'base58' })).toBeUndefined();
    expect(await error('getAccountInfo', tokenAccountOf(address, USDC_MINT), { encoding: 'base58' })).toMatchObject({
      code: -32600,
    });
  });
});

describe('slots and blockhashes', () => {
  test('are older the more settled they have to be; the height is less than the slot', async () => {
    const ask = async (method: string, commitment?: string): Promise<number> =>
      (await solana.rpc(method, ...(commitment ? [{ commitment }] : []))).result;
    const now = solana.ledger.height();
    expect(await ask('getSlot', 'processed')).toBe(now);
    expect(await ask('getSlot', 'confirmed')).toBe(now - 1);
    expect(await ask('getSlot')).toBe(now - 32);
    expect(await ask('getBlockHeight', 'processed')).toBeLessThan(now);
    const { absoluteSlot, blockHeight } = (await solana.rpc('getEpochInfo', { commitment: 'confirmed' })).result;
    expect([absoluteSlot, blockHeight]).toEqual([now - 1, await ask('getBlockHeight', 'confirmed')]);
  });

  test('have the time at which they came, also while none comes', async () => {
    const head = async () => (await solana.rpc('getSlot', { commitment: 'confirmed' })).result;
    const timeOf = async (slot: number) => (await solana.rpc('getBlockTime', slot)).result;
    const now = () => solana.held.world.clock.now() / 1000;
    expect(now() - (await timeOf(await head()))).toBeLessThan(2);
    expect((await timeOf(await head())) - (await timeOf((await head()) - 25))).toBe(10);
    solana.held.world.faults.set({ target: 'SOL', kind: 'no-blocks', params: {} });
    await solana.slots(250);
    expect(now() - (await timeOf(await head()))).toBeGreaterThanOrEqual(100);
    solana.held.world.faults.clear('SOL', 'no-blocks');
    await solana.slots(2);
    expect(now() - (await timeOf(await head()))).toBeLessThan(2);
  });

  test('a blockhash is valid up to the height that it was given with', async () => {
    const { blockhash, lastValidBlockHeight } = await solana.value('getLatestBlockhash', { commitment: 'confirmed' });
    const height = async () => (await solana.rpc('getBlockHeight', { commitment: 'processed' })).result;
    expect(lastValidBlockHeight - (await height())).toBe(149);
    expect(await solana.value('isBlockhashValid', blockhash)).toBe(true);
    await solana.slots(140);
    expect(await solana.value('isBlockhashValid', blockhash)).toBe(true);
    await solana.slots(20);
    expect(await height()).toBeGreaterThan(lastValidBlockHeight);
    expect(await solana.value('isBlockhashValid', blockhash)).toBe(false);
    expect(await solana.value('isBlockhashValid', solana.bob.address)).toBe(false);
  });

  test('the rest of what wallets ask at their start is there', async () => {
    expect((await solana.rpc('getVersion')).result).toMatchObject({ 'solana-core': expect.any(String) });
    expect(base58.decode((await solana.rpc('getGenesisHash')).result)).toHaveLength(32);
    expect((await solana.rpc('getMinimumBalanceForRentExemption', 165)).result).toBe(2_039_280);
    expect((await solana.rpc('getMinimumBalanceForRentExemption', 0)).result).toBe(890_880);
    const fees = (await solana.rpc('getRecentPrioritizationFees', [])).result;
    expect(fees).toHaveLength(150);
    expect(fees[0]).toEqual({ slot: expect.any(Number), prioritizationFee: 0 });
  });
});

describe('accounts', () => {
  test('are shown with lamports, owner and data; numbers of 64 bits to the unit', async () => {
    const account = tokenAccountOf(solana.alice.address, USDC_MINT);
    const common = { executable: false, lamports: 2_039_280, owner: TOKEN_PROGRAM, space: 165 };
    const raw = await solana.value('getAccountInfo', account, { encoding: 'base64' });
    expect(raw).toMatchObject({ ...common, data: [expect.any(String), 'base64'] });
    expect(base64.decode(raw.data[0])).toHaveLength(165);
    const body = { jsonrpc: '2.0', id: 1, method: 'getAccountInfo', params: [account, { encoding: 'base64' }] };
    expect((await solana.post(JSON.stringify(body))).body).toContain('"rentEpoch":18446744073709551615');
    const parsed = await solana.value('getAccountInfo', account, { encoding: 'jsonParsed' });
    expect(parsed.data).toEqual({
      program: 'spl-token',
      space: 165,
      parsed: {
        type: 'account',
        info: {
          isNative: false,
          mint: USDC_MINT,
          owner: solana.alice.address,
          state: 'initialized',
          tokenAmount: { amount: '1000000000', decimals: 6, uiAmount: 1000, uiAmountString: '1000' },
        },
      },
    });
    const slice = { encoding: 'base64', dataSlice: { offset: 64, length: 8 } };
    expect(base64.decode((await solana.value('getAccountInfo', account, slice)).data[0])).toEqual(
      u64Bytes(1_000_000_000n),
    );
    expect(await solana.value('getAccountInfo', solana.bob.address)).toBeNull();
    const mint = await solana.value('getAccountInfo', USDC_MINT, { encoding: 'jsonParsed' });
    expect(mint.data.parsed).toMatchObject({ type: 'mint', info: { decimals: 6, supply: USDC_SUPPLY } });
  });

  test('of one owner are found by mint and by program, with what lies in them', async () => {
    solana.send([
      createTokenAccount(solana.alice.address, solana.bob.address, USDC_MINT),
      transferToken(solana.alice.address, solana.bob.address, USDC_MINT, 1_500_000n, 6),
    ]);
    const owned = async (filter: object, encoding = 'jsonParsed') =>
      solana.value('getTokenAccountsByOwner', solana.bob.address, filter, { encoding, commitment: 'confirmed' });
    const [found] = await owned({ mint: USDC_MINT });
    expect(found.pubkey).toBe(tokenAccountOf(solana.bob.address, USDC_MINT));
    expect(found.account.data.parsed.info.tokenAmount).toEqual({
      amount: '1500000',
      decimals: 6,
      uiAmount: 1.5,
      uiAmountString: '1.5',
    });
    expect(await owned({ programId: TOKEN_PROGRAM })).toEqual([found]);
    expect((await owned({ mint: USDC_MINT }, 'base64'))[0].account.data[1]).toBe('base64');
    expect((await solana.value('getTokenAccountBalance', found.pubkey)).amount).toBe('1500000');
    expect((await solana.value('getTokenSupply', USDC_MINT)).amount).toBe(USDC_SUPPLY);
    const several = await solana.value('getMultipleAccounts', [found.pubkey, SWAP_ENDPOINT_PROGRAM]);
    expect(several).toHaveLength(2);
    expect(await solana.value('getBalance', solana.alice.address)).toBe(
      Number(solana.ledger.balance(solana.alice.address)),
    );
  });
});

describe('sending', () => {
  test('takes base58 and base64, and answers the signature', async () => {
    const [first, second] = [solana.sign([solana.payBob()]), solana.sign([solana.payBob(2n * SOL)])];
    const signature = Object.values(getTransactionDecoder().decode(first).signatures)[0];
    await solana.slots(40);
    expect((await solana.rpc('sendTransaction', base58.encode(first))).result).toBe(
      base58.encode(Uint8Array.from(signature ?? [])),
    );
    const sent = await solana.rpc('sendTransaction', base64.encode(second), { encoding: 'base64' });
    expect(sent.result).toBeTypeOf('string');
    expect(solana.ledger.balance(solana.bob.address)).toBe(3n * SOL);
  });

  test('refuses what would fail, what is not signed and what is no transaction, each with its own code', async () => {
    const send = async (wire: Uint8Array, config = {}) =>
      (
        await solana.rpc('sendTransaction', base64.encode(wire), {
          encoding: 'base64',
          preflightCommitment: 'processed',
          ...config,
        })
      ).error;
    expect(await send(solana.sign([solana.payBob(99n * SOL)]))).toMatchObject({
      code: -32002,
      message: 'Transaction simulation failed: Error processing Instruction 0: custom program error: 0x1',
      data: {
        accounts: null,
        err: { InstructionError: [0, { Custom: 1 }] },
        logs: expect.arrayContaining([`Program ${SYSTEM_PROGRAM} invoke [1]`]),
        unitsConsumed: expect.any(Number),
      },
    });
    expect(await send(solana.compose([solana.payBob()]))).toEqual({
      code: -32003,
      message: 'Transaction signature verification failure',
    });
    expect(await send(Uint8Array.of(1, 2, 3))).toMatchObject({
      code: -32602,
      message: expect.stringContaining('failed to deserialize'),
    });
    expect(await send(new Uint8Array(1300))).toMatchObject({
      code: -32602,
      message: expect.stringContaining('too large: 1300 bytes'),
    });
    const text = (await solana.rpc('sendTransaction', '***', { encoding: 'base64' })).error;
    expect(text).toMatchObject({ code: -32602, message: expect.stringContaining('invalid base64 encoding') });
  });

  test('holds a blockhash against the state that the caller names, which by default is half a minute old', async () => {
    const wire = base64.encode(solana.sign([solana.payBob()]));
    const send = (config: object) => solana.rpc('sendTransaction', wire, { encoding: 'base64', ...config });
    expect((await send({})).error.message).toBe('Transaction simulation failed: Blockhash not found');
    expect((await send({ preflightCommitment: 'processed' })).error).toBeUndefined();
  });
});

describe('simulating', () => {
  test('reports logs, units and balances afterwards, of unsigned ones too, and changes nothing', async () => {
    const wire = base64.encode(solana.compose([solana.payBob()]));
    const result = await solana.value('simulateTransaction', wire, {
      encoding: 'base64',
      commitment: 'processed',
      accounts: { addresses: [solana.bob.address], encoding: 'base64' },
    });
    expect(result).toMatchObject({ err: null, unitsConsumed: 150, replacementBlockhash: null, returnData: null });
    expect(result.logs).toEqual([`Program ${SYSTEM_PROGRAM} invoke [1]`, `Program ${SYSTEM_PROGRAM} success`]);
    expect(result.accounts[0].lamports).toBe(Number(SOL));
    expect(solana.ledger.balance(solana.bob.address)).toBe(0n);
  });

  test('verifies signatures and replaces blockhashes when asked, never both', async () => {
    const wire = base64.encode(solana.compose([solana.payBob()]));
    const ask = (config: object) => solana.rpc('simulateTransaction', wire, { encoding: 'base64', ...config });
    expect((await ask({ sigVerify: true })).error.code).toBe(-32003);
    expect((await ask({ sigVerify: true, replaceRecentBlockhash: true })).error.message).toBe(
      'sigVerify may not be used with replaceRecentBlockhash',
    );
    await solana.slots(200);
    expect((await ask({})).result.value.err).toBe('BlockhashNotFound');
    const replaced = (await ask({ replaceRecentBlockhash: true, commitment: 'confirmed' })).result.value;
    expect(replaced.err).toBeNull();
    expect(replaced.replacementBlockhash).toEqual(
      await solana.value('getLatestBlockhash', { commitment: 'confirmed' }),
    );
  });
});

test('the predicted fee is the charged fee, with a priority bid as well', async () => {
  const budget = (kind: number, bytes: Uint8Array) =>
    instruction(COMPUTE_BUDGET_PROGRAM, [], Uint8Array.of(kind, ...bytes));
  const limit = budget(2, u64Bytes(1001n).slice(0, 4));
  const price = budget(3, u64Bytes(1_234_567n));
  for (const instructions of [
    [solana.payBob()],
    [limit, price, solana.payBob()],
    [price, solana.payBob(), memoInstruction('x')],
  ]) {
    const wire = solana.sign(instructions);
    const message = base64.encode(Uint8Array.from(getTransactionDecoder().decode(wire).messageBytes));
    const foretold = await solana.value('getFeeForMessage', message);
    const hash = solana.ledger.broadcast(wire);
    expect(foretold).toBe(Number(solana.ledger.node.history.get(hash)?.feeLamports));
  }
  const stale = base64.encode(
    Uint8Array.from(getTransactionDecoder().decode(solana.compose([solana.payBob()])).messageBytes),
  );
  await solana.slots(200);
  expect(await solana.value('getFeeForMessage', stale)).toBeNull();
});
