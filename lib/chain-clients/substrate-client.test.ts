/**
 * Transfers on Asset Hub are read to the base unit, failures are distinguished from payments, and an unclear outcome
 * never counts as paid.
 */
import { readFileSync } from 'node:fs';
import { blake2b } from '@noble/hashes/blake2.js';
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { decodeSs58 } from '../chains/ss58.ts';
import { type Network, sandboxNetwork } from '../config/networks.ts';
import { createChainClients } from './create-chain-clients.ts';
import { readExtrinsic } from './substrate-calls.ts';
import { outcomeOf } from './substrate-events.ts';
import { extrinsicHash } from './substrate-search.ts';
import { accountKey, assetAccountKey } from './substrate-storage.ts';
import { type Canned, loopbackFetch, startTestServer } from './test-server.ts';

const fixture = z
  .object({
    alice: z.string(),
    bob: z.string(),
    hashes: z.array(z.string()),
    calls: z.array(
      z.object({ method: z.string(), params: z.array(z.unknown()), result: z.unknown(), error: z.unknown() }).partial(),
    ),
  })
  .parse(JSON.parse(readFileSync(new URL('./__fixtures__/asset-hub.json', import.meta.url), 'utf8')));
const { alice, bob, hashes } = fixture;

const servers: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

const json = (value: unknown): Canned => ({ body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...Object(value) }) });
type Call = { method: string; params: unknown[] };

/** A node with recorded answers; `over` may replace an answer. */
async function node(over: (call: Call) => object | undefined = () => undefined, name: Network['name'] = 'sandbox') {
  const server = await startTestServer(({ body }) => {
    const { method, params }: Call = JSON.parse(body);
    const asked = JSON.stringify([method, params]);
    const known = fixture.calls.find((call) => JSON.stringify([call.method, call.params]) === asked);
    return json(
      over({ method, params }) ?? (known?.error ? { error: known.error } : { result: known?.result ?? null }),
    );
  });
  servers.push(server);
  const network: Network = { ...sandboxNetwork('http://127.0.0.1:1'), name, substrateRpc: { DOT: [server.url] } };
  const client = createChainClients({ network, fetch: loopbackFetch, log: () => {} }).substrate('DOT');
  if (!client) throw new Error('no client');
  return { client, asked: server.asked };
}

const all = async () => {
  const { client } = await node();
  const ids = await Promise.all(hashes.map(async (hash) => (await client.find(hash))?.id ?? ''));
  return Promise.all(ids.map((id) => client.extrinsic(id)));
};

describe('extrinsics', () => {
  it('are found by the hash that a wallet shows, with their transfers of either asset, also within batches', async () => {
    const [dot, usdc, batch] = await all();
    expect(dot).toEqual({
      id: '10000005-1',
      blockNumber: 10_000_005,
      finalized: true,
      blockTime: expect.any(Number),
      from: alice,
      transfers: [{ to: bob, baseUnits: 50_000_000_000n }],
    });
    expect(usdc?.transfers).toEqual([{ to: bob, assetId: '1337', baseUnits: 5_000_000n }]);
    expect(batch?.transfers).toEqual([
      { to: bob, baseUnits: 10_000_000_000n },
      { to: bob, assetId: '1984', baseUnits: 7_000_000n },
    ]);
  });

  it('that failed give the reason and the transfers that they requested', async () => {
    const [, , , tooMuch, , tooLittle] = await all();
    expect(tooMuch).toMatchObject({ failed: 'the balance is too low' });
    expect(tooMuch?.transfers).toEqual([{ to: bob, assetId: '1337', baseUnits: 10_000_000_000n }]);
    expect(tooLittle?.failed).toBe('it is less than the least that an account can hold');
  });

  it('that send the whole balance give the amount that was transferred', async () => {
    const [, , , , everything] = await all();
    expect(everything).toMatchObject({ from: bob, transfers: [{ to: alice, baseUnits: 59_973_800_000n }] });
  });

  it('above the finalized head are not final yet', async () => {
    const last = (await all()).at(-1);
    expect(last).toMatchObject({ id: '10000010-1', finalized: false });
  });

  it('of the main network have its addresses', async () => {
    const { client } = await node(undefined, 'mainnet');
    const found = await client.extrinsic('10000005-1');
    expect(found?.from).toMatch(/^1/);
    expect(decodeSs58(found?.from ?? '')?.account).toEqual(decodeSs58(alice)?.account);
  });

  it('that do not exist are undefined, also with an index beyond the block', async () => {
    const { client } = await node();
    expect(await client.extrinsic('10000005-9')).toBeUndefined();
    expect(await client.extrinsic('99-1')).toBeUndefined();
    expect(await client.find(`0x${'ab'.repeat(32)}`)).toBeUndefined();
  });

  it('never count as paid where the events do not decide: that is the service’s fault', async () => {
    const { client } = await node(({ method }) => (method === 'state_getStorage' ? { result: '0x00' } : undefined));
    await expect(client.extrinsic('10000005-1')).rejects.toThrow('does not tell how');
    const old = { error: { code: 4003, message: 'Client error: UnknownBlock: State already discarded' } };
    const pruned = await node(({ method }) => (method === 'state_getStorage' ? old : undefined));
    await expect(pruned.client.extrinsic('10000005-1')).rejects.toMatchObject({ name: 'ChainUnavailable' });
  });

  it('are searched for without reading a final block twice', async () => {
    const { client, asked } = await node();
    await client.find(`0x${'ab'.repeat(32)}`);
    const first = asked.length;
    await client.find(`0x${'cd'.repeat(32)}`);
    expect(asked.length - first).toBeLessThan(15);
  });

  it('that wait for a block are known; a node that hides its pool is no failure', async () => {
    const wire = '0x0404';
    const hash = extrinsicHash(hexToBytes('0404'));
    const waiting = await node(({ method }) =>
      method === 'author_pendingExtrinsics' ? { result: [wire] } : undefined,
    );
    expect(await waiting.client.find(hash)).toEqual({});
    const unsafe = { error: { code: -32601, message: 'RPC call is unsafe to be called externally' } };
    const hidden = await node(({ method }) => (method === 'author_pendingExtrinsics' ? unsafe : undefined));
    expect(await hidden.client.find(hash)).toBeUndefined();
  });
});

it('a chain without a node names the setting that would help', () => {
  const network: Network = { ...sandboxNetwork('http://127.0.0.1:1'), substrateRpc: {} };
  const clients = createChainClients({ network, fetch: loopbackFetch, log: () => {} });
  expect(clients.substrate('DOT')).toBeUndefined();
  expect(clients.missing('DOT')).toContain('RPC_URL_DOT');
});

describe('balances', () => {
  it('are what can be spent, and zero for an account that does not exist', async () => {
    const { client } = await node();
    expect(await client.balance(alice)).toBe(979_809_499_995n);
    expect(await client.balance(bob, '1337')).toBe(5_000_000n);
    expect(await client.balance(bob, '99')).toBe(0n);
    expect(await client.blockNumber()).toBe(10_000_010);
  });

  it('leave out what is frozen beyond the reserves', async () => {
    const u128 = (value: bigint) => {
      const bytes = new Uint8Array(16);
      new DataView(bytes.buffer).setBigUint64(0, value, true);
      return bytes;
    };
    const info = concatBytes(new Uint8Array(16), u128(100n), u128(20n), u128(50n), u128(0n));
    const { client } = await node(() => ({ result: `0x${bytesToHex(info)}` }));
    expect(await client.balance(alice)).toBe(70n);
  });

  it('are read at the storage keys of the real chain', () => {
    // Alice's key as substrate-api clients publish it.
    const account = hexToBytes('d43593c715fdd31c61141abd04a99fd6822c8558854ccde39a5684e7a56da27d');
    expect(accountKey(account)).toBe(
      '0x26aa394eea5630e07c48ae0c9558cef7b99d880ec681799c0cf30e8886371da9de1e86a9a8c739864cf3cc5ec2bea59fd43593c715fdd31c61141abd04a99fd6822c8558854ccde39a5684e7a56da27d',
    );
    const id = Uint8Array.of(0xc0, 0x07, 0, 0);
    expect(assetAccountKey('1984', account)).toContain(`${bytesToHex(blake2b(id, { dkLen: 16 }))}c0070000de1e86a9`);
  });
});

describe('sending', () => {
  const refused = (code: number, message: string, data?: string) => ({ error: { code, message, data } });
  const sending = (answer: object) =>
    node(({ method }) => (method === 'author_submitExtrinsic' ? answer : undefined)).then(({ client }) =>
      client.broadcast('0404'),
    );

  it('returns the hash, also where the node already has the extrinsic', async () => {
    const hash = extrinsicHash(hexToBytes('0404'));
    expect(await sending({ result: hash })).toBe(hash);
    expect(await sending(refused(1013, 'Transaction Already Imported', '[..]'))).toBe(hash);
  });

  it.each([
    [refused(1010, 'Invalid Transaction', 'Transaction has a bad signature'), 'bad signature', undefined],
    [refused(1010, 'Invalid Transaction', 'Transaction has an ancient birth block'), 'ancient', 'expired'],
    [
      refused(1010, 'Invalid Transaction', 'Inability to pay some fees (e.g. account balance too low)'),
      'pay some fees',
      'insufficientFunds',
    ],
    [refused(1014, 'Priority is too low: (1 vs 1)'), 'Priority is too low', undefined],
  ])('returns the node’s reason: %j', async (answer, text, fault) => {
    const error: unknown = await sending(answer).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ name: 'BroadcastRefused', message: expect.stringContaining(text), fault });
  });

  it('takes a full pool as the node’s failure and not as a refusal', async () => {
    await expect(sending(refused(1016, 'Immediately Dropped'))).rejects.toMatchObject({ name: 'ChainUnavailable' });
  });
});

describe('events', () => {
  const account = (fill: number) => fill.toString(16).padStart(2, '0').repeat(32);
  const amount = '00e40b54020000000000000000000000';
  const phase = (index: number) => `00${index.toString(16).padStart(2, '0')}000000`;
  const info = '02286bee25380000';
  const success = (index: number) => `${phase(index)}0000${info}00`;
  const failure = (index: number) => `${phase(index)}00010702${info}00`;
  const moved = (index: number) => `${phase(index)}0a02${account(1)}${account(2)}${amount}00`;
  const unknown = (index: number, payload: string) => `${phase(index)}1f07${payload}00`;
  const read = (...records: string[]) => outcomeOf(hexToBytes(`18${records.join('')}`), 2);

  it('of unknown pallets are skipped', () => {
    const outcome = read(success(0), unknown(2, account(9)), moved(2), unknown(2, 'ff00'), success(2), success(3));
    expect(outcome?.transfers).toEqual([{ from: account(1), to: account(2), baseUnits: 10_000_000_000n }]);
    expect(outcome?.failed).toBeUndefined();
  });

  it('of other extrinsics in the block are not attributed to this one', () => {
    expect(read(moved(1), success(1), failure(2), moved(3), success(3))).toEqual({
      failed: 'it is less than the least that an account can hold',
      transfers: [],
    });
  });

  it('that a user forged inside their own event make the outcome unknown, never a success', () => {
    expect(read(failure(2), unknown(3, success(2)), success(3))).toBeUndefined();
  });

  it('that end too early decide nothing', () => {
    const whole = hexToBytes(`08${moved(2)}${success(2)}`);
    for (let length = 0; length < whole.length; length += 1)
      expect(outcomeOf(whole.subarray(0, length), 2)).toBeUndefined();
  });
});

describe('calls', () => {
  const BOB = '8eaf04151687736326c9fea17e25fc5287613693c912909cb226aa4794f26a48';
  const head = `84${'00'}${'d4'.repeat(32)}01${'00'.repeat(64)}`;
  const read = (extra: string, call: string) => {
    const body = hexToBytes(`${head}${extra}${call}`);
    const length = new Uint8Array(2);
    new DataView(length.buffer).setUint16(0, (body.length << 2) | 1, true);
    return readExtrinsic(concatBytes(length, body));
  };
  // The example of polkadot.js for Asset Hub: balances.transferAllowDeath(BOB, 1234), in brave-core
  // polkadot_extrinsic_unittest.cc.
  const CALL = `0a0000${BOB}4913`;

  it('are decoded with every form of era, fee asset and metadata hash that wallets write', () => {
    const transfers = [{ to: BOB, baseUnits: 1234n }];
    expect(read('0000000000', CALL).transfers).toEqual(transfers);
    expect(read('b5000400000001', CALL).transfers).toEqual([]);
    expect(read('b50004000001', CALL).transfers).toEqual(transfers);
    // The fee in USDT: Location { parents: 0, X2(PalletInstance(50), GeneralIndex(1984)) }.
    expect(read('b5000400010002043205011f00', CALL).transfers).toEqual(transfers);
  });

  it('that are unknown give the signer and no transfers; nothing makes the decoder throw', () => {
    expect(read('0000000000', '1f0b')).toEqual({ from: 'd4'.repeat(32), transfers: [] });
    expect(readExtrinsic(new Uint8Array())).toEqual({ transfers: [] });
    expect(readExtrinsic(hexToBytes('280403000b207eba5c9501'))).toEqual({ transfers: [] });
  });
});
