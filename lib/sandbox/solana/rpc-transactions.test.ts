/** The outcome of a transaction is reported as a public node reports it. */
import { base58, base64 } from '@scure/base';
import {
  address,
  appendTransactionMessageInstructions,
  blockhash,
  compileTransactionMessage,
  compressTransactionMessageUsingAddressLookupTables,
  createTransactionMessage,
  getCompiledTransactionMessageEncoder,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { keyBytes, LOOKUP_TABLE_PROGRAM, SYSTEM_PROGRAM, TOKEN_PROGRAM } from './addresses.ts';
import { SWAP_ENDPOINT_PROGRAM, USDC_MINT } from './chainflip-accounts.ts';
import { memoInstruction, signTransaction } from './compose.ts';
import { SOL, signerNamed, TestSolana } from './test-solana.ts';
import { vaultSwap } from './test-vault-swap.ts';

let solana: TestSolana;

beforeEach(async () => {
  solana = await new TestSolana().fund();
});

afterEach(() => solana.held.remove());

/** A table that was last added to in slot 0. Source: solana-address-lookup-table-interface `state.rs`. */
const lookupTable = (entries: readonly Uint8Array[]): Uint8Array => {
  const header = new Uint8Array(56);
  header[0] = 1;
  header.fill(0xff, 4, 12);
  return Uint8Array.of(...header, ...entries.flatMap((entry) => [...entry]));
};

describe('what became of a transaction', () => {
  test('settles with the slots: processed, confirmed, finalized', async () => {
    const hash = solana.send([solana.payBob()]);
    const status = async () => (await solana.value('getSignatureStatuses', [hash]))[0];
    const slot = solana.ledger.height();
    expect(await status()).toEqual({
      slot,
      confirmations: 0,
      err: null,
      status: { Ok: null },
      confirmationStatus: 'processed',
    });
    const seen = async (commitment: string) =>
      (await solana.rpc('getTransaction', hash, { commitment, maxSupportedTransactionVersion: 0 })).result !== null;
    expect(await seen('confirmed')).toBe(false);
    await solana.slots(5);
    expect(await status()).toMatchObject({ confirmationStatus: 'confirmed', err: null });
    expect((await status()).confirmations).toBeGreaterThan(0);
    expect([await seen('confirmed'), await seen('finalized')]).toEqual([true, false]);
    await solana.slots(40);
    expect(await status()).toMatchObject({ confirmationStatus: 'finalized', confirmations: null });
    expect(await seen('finalized')).toBe(true);
    await solana.slots(400);
    expect(await status()).toBeNull();
    expect((await solana.value('getSignatureStatuses', [hash], { searchTransactionHistory: true }))[0]).toMatchObject({
      slot,
    });
    expect((await solana.rpc('getTransaction', hash, { commitment: 'processed' })).error.code).toBe(-32602);
  });

  test('is shown with accounts, balances before and after, inner calls and logs', async () => {
    const swap = { from: solana.alice.address, amount: 5_000_000n, seed: Uint8Array.of(1), mint: USDC_MINT };
    const hash = solana.send([vaultSwap(swap)]);
    await solana.slots(40);
    const config = { encoding: 'json', maxSupportedTransactionVersion: 0 };
    const { result } = await solana.rpc('getTransaction', hash, config);
    const { message, signatures } = result.transaction;
    const { meta } = result;
    expect(signatures).toEqual([hash]);
    expect(result.version).toBe(0);
    expect(result.blockTime).toBeGreaterThan(1_700_000_000);
    expect(message.header.numRequiredSignatures).toBe(1);
    expect(message.accountKeys[0]).toBe(solana.alice.address);
    expect(message.addressTableLookups).toEqual([]);
    expect(message.accountKeys[message.instructions[0].programIdIndex]).toBe(SWAP_ENDPOINT_PROGRAM);
    expect(meta).toMatchObject({ err: null, status: { Ok: null }, fee: 5000, rewards: [] });
    expect(meta.loadedAddresses).toEqual({ writable: [], readonly: [] });
    expect(meta.preBalances).toHaveLength(message.accountKeys.length);
    const sum = (list: number[]) => list.reduce((total, each) => total + each, 0);
    expect(sum(meta.preBalances) - sum(meta.postBalances)).toBe(5000);
    const [inner] = meta.innerInstructions;
    const called = inner.instructions.map(
      (each: { programIdIndex: number }) => message.accountKeys[each.programIdIndex],
    );
    expect(called).toEqual([TOKEN_PROGRAM, SYSTEM_PROGRAM]);
    expect(inner.instructions[0].stackHeight).toBe(2);
    const mine = (list: { owner: string }[]) => list.find(({ owner }) => owner === solana.alice.address);
    expect(mine(meta.preTokenBalances)).toEqual({
      accountIndex: expect.any(Number),
      mint: USDC_MINT,
      owner: solana.alice.address,
      programId: TOKEN_PROGRAM,
      uiTokenAmount: { amount: '1000000000', decimals: 6, uiAmount: 1000, uiAmountString: '1000' },
    });
    expect(mine(meta.postTokenBalances)).toMatchObject({ uiTokenAmount: { uiAmountString: '995' } });
    expect(meta.logMessages.join('\n')).toContain('Instruction: XSwapToken');
  });

  test('is refused to callers that cannot read its version, and comes in other encodings', async () => {
    const hash = solana.send([solana.payBob()]);
    await solana.slots(40);
    expect((await solana.rpc('getTransaction', hash)).error).toMatchObject({ code: -32015 });
    expect((await solana.rpc('getTransaction', hash, 'json')).error).toMatchObject({ code: -32015 });
    const config = { maxSupportedTransactionVersion: 0 };
    const parsed = (await solana.rpc('getTransaction', hash, { ...config, encoding: 'jsonParsed' })).result.transaction;
    expect(parsed.message.accountKeys[0]).toEqual({
      pubkey: solana.alice.address,
      signer: true,
      source: 'transaction',
      writable: true,
    });
    expect(parsed.message.instructions[0]).toMatchObject({
      programId: SYSTEM_PROGRAM,
      accounts: [solana.alice.address, solana.bob.address],
    });
    const [wire, encoding] = (await solana.rpc('getTransaction', hash, { ...config, encoding: 'base64' })).result
      .transaction;
    expect(encoding).toBe('base64');
    expect(base58.encode(base64.decode(wire).slice(1, 65))).toBe(hash);
    const unknown = base58.encode(new Uint8Array(64).fill(1));
    expect((await solana.rpc('getTransaction', unknown, config)).result).toBeNull();
  });

  test('shows accounts that it took from a lookup table', async () => {
    const table = signerNamed('table').address;
    const entries = [solana.bob.address, USDC_MINT].map(keyBytes);
    solana.ledger.node.machine.put(table, {
      lamports: SOL,
      owner: LOOKUP_TABLE_PROGRAM,
      executable: false,
      data: lookupTable(entries),
    });
    const plain = compileTransactionMessage(
      compressTransactionMessageUsingAddressLookupTables(
        pipe(
          createTransactionMessage({ version: 0 }),
          (empty) => setTransactionMessageFeePayer(address(solana.alice.address), empty),
          (paid) =>
            setTransactionMessageLifetimeUsingBlockhash(
              { blockhash: blockhash(solana.ledger.latestBlockhash()), lastValidBlockHeight: 0n },
              paid,
            ),
          (timed) => appendTransactionMessageInstructions([solana.payBob()], timed),
        ),
        { [address(table)]: [solana.bob.address, USDC_MINT].map((key) => address(key)) },
      ),
    );
    const messageBytes = Uint8Array.from(getCompiledTransactionMessageEncoder().encode(plain));
    const unsigned = Uint8Array.of(1, ...new Uint8Array(64), ...messageBytes);
    const hash = solana.ledger.broadcast(signTransaction(unsigned, [solana.alice]));
    await solana.slots(40);
    const config = { maxSupportedTransactionVersion: 0 };
    const { result } = await solana.rpc('getTransaction', hash, config);
    expect(result.meta.loadedAddresses).toEqual({ writable: [solana.bob.address], readonly: [] });
    const { accountKeys, addressTableLookups } = result.transaction.message;
    expect(accountKeys).not.toContain(solana.bob.address);
    expect(addressTableLookups).toEqual([{ accountKey: table, readonlyIndexes: [], writableIndexes: [0] }]);
    expect(result.meta.postBalances[accountKeys.length]).toBe(Number(SOL));
    const history = (await solana.rpc('getSignaturesForAddress', solana.bob.address)).result;
    expect(history).toMatchObject([{ signature: hash }]);
  });

  test('is found by address, newest first, in pages, with its memo', async () => {
    const hashes = [1n, 2n, 3n].map((extra) =>
      solana.send([solana.payBob(SOL + extra), memoInstruction(`no ${extra}`)]),
    );
    await solana.slots(40);
    const ask = async (config: object) =>
      (await solana.rpc('getSignaturesForAddress', solana.bob.address, config)).result;
    const list = (entries: { signature: string }[]) => entries.map(({ signature }) => signature);
    expect(list(await ask({}))).toEqual(hashes.toReversed());
    expect(list(await ask({ limit: 1 }))).toEqual([hashes[2]]);
    expect(list(await ask({ before: hashes[2] }))).toEqual([hashes[1], hashes[0]]);
    expect(list(await ask({ until: hashes[0] }))).toEqual([hashes[2], hashes[1]]);
    expect((await ask({ limit: 1 }))[0]).toEqual({
      blockTime: expect.any(Number),
      confirmationStatus: 'finalized',
      err: null,
      memo: '[4] no 3',
      signature: hashes[2],
      slot: expect.any(Number),
    });
  });
});
