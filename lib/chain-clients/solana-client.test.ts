/** Balances are read to the base unit, a node's failure never counts as a failed payment, and refusals are readable. */
import { base58, base64 } from '@scure/base';
import { afterEach, describe, expect, it, test } from 'vitest';
import { type Network, sandboxNetwork } from '../config/networks.ts';
import { createChainClients } from './create-chain-clients.ts';
import { parseExactJson } from './exact-json.ts';
import { signatureOf } from './solana-client.ts';
import { solanaReason } from './solana-reason.ts';
import { type Asked, type Canned, closedUrl, loopbackFetch, startTestServer } from './test-server.ts';

const servers: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

const clientAt = (...urls: string[]) => {
  const network: Network = { ...sandboxNetwork('http://127.0.0.1:1'), solanaRpc: urls };
  const client = createChainClients({ network, fetch: loopbackFetch, log: () => {} }).solana('SOL');
  if (!client) throw new Error('no client');
  return client;
};
const json = (value: unknown, status = 200): Canned => ({ status, body: JSON.stringify(value) });
const ok = (result: unknown) => json({ jsonrpc: '2.0', id: 1, result });
const fails = (code: number, message: string, data?: unknown) =>
  json({ jsonrpc: '2.0', id: 1, error: { code, message, data } });
const context = { apiVersion: '2.2.7', slot: 370_000_000 };

async function node(answer: (asked: Asked & { method: string; params: unknown[] }) => Canned) {
  const server = await startTestServer((asked) => answer({ ...asked, ...JSON.parse(asked.body) }));
  servers.push(server);
  return { client: clientAt(server.url), asked: server.asked, url: server.url };
}

const OWNER = '4VxwCXxQQKyXrGNCDBD3x3dFFB7mmp9nWbuUDwr5nF2u';
const CHANNEL = 'DJPp5RkZZ8SJSqNZ6bAQCyxbPr8F4Q1yDh2Sd1ZVhiNN';
const ACCOUNT = '9mFTuLdRZqpmr1bVzMkYRvUyhpVvnDpDDj3X2LGHVrF3';
const MINT = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const SIGNATURE = base58.encode(new Uint8Array(64).fill(7));
const SIGNED = base64.encode(Uint8Array.from([1, ...new Uint8Array(64).fill(7), 0x80, 1, 0, 1]));

describe('reading', () => {
  it('balances and fees are exact beyond what a double holds', async () => {
    const { client } = await node(() => ({
      body: `{"jsonrpc":"2.0","id":1,"result":{"context":{"slot":1},"value":9007199254740993}}`,
    }));
    expect(await client.balance(OWNER)).toBe(9_007_199_254_740_993n);
    expect(parseExactJson('{"a":"x, 12345678901234567890, y","b":[12345678901234567890,1.5]}')).toEqual({
      a: 'x, 12345678901234567890, y',
      b: ['12345678901234567890', 1.5],
    });
  });

  it('tokens are the sum over the owner’s accounts, whether the node parsed them or not', async () => {
    const parsed = (amount: string) => ({
      pubkey: ACCOUNT,
      account: { lamports: 2_039_280, data: { program: 'spl-token', parsed: { info: { tokenAmount: { amount } } } } },
    });
    const bytes = new Uint8Array(165);
    bytes[64] = 5;
    const raw = { pubkey: ACCOUNT, account: { lamports: 1, data: [base64.encode(bytes), 'base64'] } };
    const { client, asked } = await node(() => ok({ context, value: [parsed('18446744073709551615'), raw] }));
    expect(await client.tokenBalance(OWNER, MINT)).toBe(18_446_744_073_709_551_620n);
    expect(JSON.parse(asked[0]?.body ?? '')).toMatchObject({
      method: 'getTokenAccountsByOwner',
      params: [OWNER, { mint: MINT }, { encoding: 'jsonParsed' }],
    });
  });

  it('the blockhash to sign with comes with the last height at which it is valid', async () => {
    const value = { blockhash: '11111111111111111111111111111111', lastValidBlockHeight: 301 };
    const { client } = await node(({ method }) => ok(method === 'getBlockHeight' ? 151 : { context, value }));
    expect(await client.latestBlockhash()).toEqual(value);
    expect(await client.blockHeight()).toBe(151);
  });

  it('a signature has a status, and none where it was never seen', async () => {
    const status = (value: unknown) => node(() => ok({ context, value: [value] }));
    const confirmed = { slot: 9, confirmations: 3, err: null, status: { Ok: null }, confirmationStatus: 'confirmed' };
    expect(await (await status(confirmed)).client.status(SIGNATURE)).toEqual({
      slot: 9,
      confirmations: 3,
      level: 'confirmed',
    });
    const failed = { slot: 9, confirmations: null, err: 'InsufficientFundsForFee', confirmationStatus: 'finalized' };
    expect(await (await status(failed)).client.status(SIGNATURE)).toMatchObject({
      confirmations: null,
      level: 'finalized',
      failed: expect.stringContaining('too little SOL'),
    });
    const unseen = await status(null);
    expect(await unseen.client.status(SIGNATURE)).toBeUndefined();
    expect(unseen.asked[0]?.body).toContain('"searchTransactionHistory":true');
  });
});

/** A version 0 transaction with a lookup table and an inner instruction. */
const TRANSACTION = {
  slot: 355_000_001,
  blockTime: 1_757_035_218,
  version: 0,
  transaction: {
    signatures: [SIGNATURE],
    message: {
      header: { numRequiredSignatures: 1, numReadonlySignedAccounts: 0, numReadonlyUnsignedAccounts: 1 },
      accountKeys: [OWNER, ACCOUNT, MINT],
      recentBlockhash: '11111111111111111111111111111111',
      instructions: [{ programIdIndex: 2, accounts: [0, 3, 4], data: '3Bxs4h24hBtQy9rw', stackHeight: null }],
      addressTableLookups: [],
    },
  },
  meta: {
    err: null,
    status: { Ok: null },
    fee: 5000,
    preBalances: [100, 5, 1, 0, 7],
    postBalances: [40, 5, 1, 55, 7],
    preTokenBalances: [
      { accountIndex: 1, mint: MINT, owner: OWNER, uiTokenAmount: { amount: '25', decimals: 6, uiAmount: 0.000025 } },
    ],
    postTokenBalances: [
      { accountIndex: 1, mint: MINT, owner: OWNER, uiTokenAmount: { amount: '0', decimals: 6, uiAmount: null } },
      { accountIndex: 3, mint: MINT, owner: CHANNEL, uiTokenAmount: { amount: '25', decimals: 6 } },
    ],
    innerInstructions: [{ index: 0, instructions: [{ programIdIndex: 4, accounts: [1], data: 'A', stackHeight: 2 }] }],
    logMessages: ['Program log: x'],
    loadedAddresses: { writable: [CHANNEL], readonly: ['11111111111111111111111111111111'] },
    rewards: [],
    computeUnitsConsumed: 150,
  },
};

describe('a transaction', () => {
  it('lists looked-up accounts after static ones, inner instructions after their outer one, and the changed tokens', async () => {
    const { client, asked } = await node(() => ok(TRANSACTION));
    expect(await client.transaction(SIGNATURE)).toEqual({
      signature: SIGNATURE,
      slot: 355_000_001,
      blockTime: 1_757_035_218,
      feeLamports: 5000n,
      accounts: [OWNER, ACCOUNT, MINT, CHANNEL, '11111111111111111111111111111111'],
      preBalances: [100n, 5n, 1n, 0n, 7n],
      postBalances: [40n, 5n, 1n, 55n, 7n],
      tokenChanges: [
        { account: ACCOUNT, mint: MINT, owner: OWNER, before: 25n, after: 0n },
        { account: CHANNEL, mint: MINT, owner: CHANNEL, before: 0n, after: 25n },
      ],
      instructions: [
        { programId: MINT, accounts: [OWNER, CHANNEL, '11111111111111111111111111111111'], data: '3Bxs4h24hBtQy9rw' },
        { programId: '11111111111111111111111111111111', accounts: [ACCOUNT], data: 'A' },
      ],
      logs: ['Program log: x'],
    });
    expect(asked[0]?.body).toContain('"maxSupportedTransactionVersion":0');
  });

  it('is undefined while unknown; missing or new fields break nothing', async () => {
    expect(await (await node(() => ok(null))).client.transaction(SIGNATURE)).toBeUndefined();
    const { meta, blockTime: _time, ...rest } = TRANSACTION;
    const { loadedAddresses: _l, innerInstructions: _i, preTokenBalances: _p, ...lean } = meta;
    const odd = { ...rest, meta: { ...lean, err: { InstructionError: [0, { Custom: 6001 }] }, costUnits: 1 } };
    const found = await (await node(() => ok(odd))).client.transaction(SIGNATURE);
    expect(found).toMatchObject({ failed: 'instruction 1 failed with error 6001', accounts: [OWNER, ACCOUNT, MINT] });
  });

  it('of another shape is the node’s fault', async () => {
    const { client } = await node(() => ok({ slot: 'soon' }));
    await expect(client.transaction(SIGNATURE)).rejects.toMatchObject({ name: 'ChainUnavailable' });
  });
});

describe('a node in trouble', () => {
  it('that is behind or silent is followed by the next', async () => {
    const behind = await node(() => fails(-32005, 'Node is behind by 150 slots', { numSlotsBehind: 150 }));
    const good = await node(() => ok({ context, value: 5 }));
    expect(await clientAt(behind.url, await closedUrl(), good.url).balance(OWNER)).toBe(5n);
    await expect(behind.client.balance(OWNER)).rejects.toMatchObject({ name: 'ChainUnavailable' });
  });

  it('that refuses a call is quoted unchanged', async () => {
    const { client } = await node(() => fails(-32602, 'Invalid param: could not find mint'));
    await expect(client.tokenBalance(OWNER, MINT)).rejects.toMatchObject({ name: 'RpcError', code: -32602 });
    await expect(client.rpc('getBalance', ['x'])).rejects.toMatchObject({ code: -32602 });
  });
});

const preflight = (err: unknown, logs: string[] = [], message = 'Transaction simulation failed: …') =>
  fails(-32002, message, { accounts: null, err, logs, unitsConsumed: 0 });

describe('sending a transaction', () => {
  it('identifies it by its first signature', () => {
    expect(signatureOf(SIGNED)).toBe(SIGNATURE);
    for (const nothing of ['', 'AA==', base64.encode(new Uint8Array(80))]) expect(signatureOf(nothing)).toBeUndefined();
  });

  it('sends it once, in base64, and returns the signature', async () => {
    const { client, asked } = await node(() => ok(SIGNATURE));
    expect(await client.broadcast(SIGNED)).toBe(SIGNATURE);
    expect(JSON.parse(asked[0]?.body ?? '')).toMatchObject({
      method: 'sendTransaction',
      params: [SIGNED, { encoding: 'base64', preflightCommitment: 'confirmed' }],
    });
    expect(asked).toHaveLength(1);
  });

  test.each([
    ['an old blockhash', preflight('BlockhashNotFound'), 'expired', /blockhash/],
    ['no money for the fee', preflight('InsufficientFundsForFee'), 'insufficientFunds', /network fee/],
    ['an account that holds nothing', preflight('AccountNotFound'), 'insufficientFunds', /holds nothing/],
    [
      'a transfer of more than there is',
      preflight({ InstructionError: [0, { Custom: 1 }] }, ['Transfer: insufficient lamports 5, need 10']),
      'insufficientFunds',
      /too little/,
    ],
    [
      'a program’s own word',
      preflight({ InstructionError: [2, { Custom: 6003 }] }, [
        'Program log: AnchorError occurred. Error Code: X. Error Number: 6003. Error Message: Amount too low.',
      ]),
      undefined,
      /the program says: Amount too low/,
    ],
    ['an error without a name', preflight({ Novelty: {} }), undefined, /novelty/],
    ['a wrong signature', fails(-32003, 'Transaction signature verification failure'), undefined, /verification/],
    ['what is no transaction', fails(-32602, 'failed to deserialize'), undefined, /deserialize/],
  ])('reports %s in plain English', async (_what, answer, fault, text) => {
    const { client } = await node(() => answer);
    const refusal = await client.broadcast(SIGNED).catch((error) => error);
    expect(refusal).toMatchObject({ name: 'BroadcastRefused', fault });
    expect(refusal.message).toMatch(text);
  });

  it('counts what the chain already has as sent, not as refused', async () => {
    const { client } = await node(() =>
      preflight('AlreadyProcessed', [], 'This transaction has already been processed'),
    );
    expect(await client.broadcast(SIGNED)).toBe(SIGNATURE);
  });

  it('leaves open whether a payment that seems expired was made, when an earlier node may have sent it', async () => {
    const cut = await startTestServer(() => 'hangUp');
    servers.push(cut);
    const known = (isKnown: boolean) =>
      node(({ method }) =>
        method === 'sendTransaction'
          ? preflight('BlockhashNotFound')
          : ok({ context, value: [isKnown ? { slot: 1, confirmations: 0, err: null } : null] }),
      );
    expect(await clientAt(cut.url, (await known(true)).url).broadcast(SIGNED)).toBe(SIGNATURE);
    await expect(clientAt(cut.url, (await known(false)).url).broadcast(SIGNED)).rejects.toMatchObject({
      name: 'ChainUnavailable',
    });
  });

  it('leaves open whether it was sent after an internal error', async () => {
    const { client } = await node(() => fails(-32603, 'Internal error'));
    await expect(client.broadcast(SIGNED)).rejects.toMatchObject({ name: 'ChainUnavailable' });
  });
});

test('a transaction without an error has no reason of failure', () => {
  for (const none of [null, undefined]) expect(solanaReason(none)).toBeUndefined();
  expect(solanaReason(7)).toEqual({ text: 'no reason given' });
});
