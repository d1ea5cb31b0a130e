/** If these fail, a lying broker or backend gets the deposit, or an honest one is refused. */
import { describe, expect, it, vi } from 'vitest';
import { accountForm } from '../../payments/chainflip/state-chain/chain-address.ts';
import { decodeValue } from '../../payments/chainflip/state-chain/decode-value.ts';
import { readMetadata } from '../../payments/chainflip/state-chain/metadata.ts';
import { xxh64 } from '../../payments/chainflip/state-chain/storage-key.ts';
import type { ReportedChannel } from './state-chain/channel-record.ts';
import { createChannelWitness } from './state-chain/confirm-channel.ts';
import { bench } from './testing/bench.ts';
import { AFFILIATE_ID, ALICE_ETH, BROKER_ID, type ChainflipAnswers, DEPOSIT_BTC } from './testing/chainflip-double.ts';
import { opening } from './testing/opening.ts';
import { metadataBytes, type StoredChannel } from './testing/runtime.ts';
import { createStateChain } from './testing/state-chain.ts';

type Json = Record<string, unknown>;
const OTHER = 'ee'.repeat(32);

/** The stored channel, with changes to the swap that a deposit starts. */
const swapping =
  (changes: Json) =>
  (stored: StoredChannel): StoredChannel => ({ ...stored, action: ['Swap', { ...stored.action[1], ...changes }] });
const refunding = (changes: Json) => (stored: StoredChannel) =>
  swapping({ refund_params: { ...(stored.action[1].refund_params as Json), ...changes } })(stored);
const stored = (changes: Json) => (channel: StoredChannel) => ({ ...channel, ...changes });

const LIES: readonly [string, ChainflipAnswers['stored']][] = [
  ['the destination address', swapping({ destination_address: ['Eth', 'ee'.repeat(20)] })],
  ['the destination address', swapping({ destination_address: ['Arb', ALICE_ETH.slice(2)] })],
  ['the bought asset', swapping({ destination_asset: ['Flip'] })],
  ['the refund address', refunding({ refund_address: ['Btc', ['P2WPKH', 'ee'.repeat(20)]] })],
  ['the minimum price', refunding({ min_price: 1n })],
  ['the retry duration', refunding({ retry_duration: 0 })],
  [
    'a call with the refund',
    refunding({ refund_ccm_metadata: { message: 'ee', gas_budget: 1n, ccm_additional_data: ['NotRequired'] } }),
  ],
  [
    'the call with the payout',
    swapping({ channel_metadata: { message: 'ee', gas_budget: 1n, ccm_additional_data: ['NotRequired'] } }),
  ],
  ['the parts', swapping({ dca_params: { number_of_chunks: 9, chunk_interval: 2 } })],
  ['the broker fee', swapping({ broker_fees: [{ account: '11'.repeat(32), bps: 500 }] })],
  [
    'the broker fee',
    swapping({
      broker_fees: [
        { account: '11'.repeat(32), bps: 0 },
        { account: OTHER, bps: 100 },
      ],
    }),
  ],
  ['the boost fee', stored({ boost_fee: 500 })],
  ['the last block for a deposit', stored({ expires_at: 900_143n })],
  [
    'the number of the channel',
    (channel) => ({ ...channel, deposit_channel: { ...(channel.deposit_channel as Json), channel_id: 7n } }),
  ],
  [
    'what happens to a deposit',
    (channel) => ({ ...channel, action: ['Unrefundable'] as unknown as StoredChannel['action'] }),
  ],
];

describe('a channel that the state chain stores with other terms', () => {
  it.each(LIES)('%s: its address is not handed out', async (field, change) => {
    const { fault, lines } = await opening({ stored: change });
    const { fault: kind, message } = await fault();
    expect(kind).toBe('refused');
    expect(message).toContain(field);
    expect(message).not.toContain(DEPOSIT_BTC);
    expect(lines).toContainEqual(expect.objectContaining({ event: 'chainflipChannelUnconfirmed' }));
  });

  it.each([
    ['has the block', '0x66a355', { mismatch: expect.stringContaining('no channel with this deposit address') }],
    ['is behind', '0x1', { unasked: expect.stringContaining('behind') }],
  ])('or does not have: a node that %s is asked for half a minute', async (_what, number, outcome) => {
    vi.useFakeTimers();
    try {
      const chain = createStateChain();
      const node = {
        name: 'node',
        call: async ({ method }: { method: string }) =>
          method === 'chain_getHeader' ? { number } : chain.answer(method)?.result,
      };
      const terms = { src: { chain: 'Bitcoin', asset: 'BTC' } } as ReportedChannel['terms'];
      const channel = { depositAddress: DEPOSIT_BTC, issuedBlock: 6_726_421 };
      const confirmation = createChannelWitness([node])(
        channel,
        { terms } as ReportedChannel,
        new AbortController().signal,
      );
      await vi.advanceTimersByTimeAsync(29_000);
      expect(await Promise.race([confirmation, 'asking'])).toBe('asking');
      await vi.advanceTimersByTimeAsync(3_000);
      expect(await confirmation).toEqual(outcome);
    } finally {
      vi.useRealTimers();
    }
  });

  it('is refused when the backend opened it too', async () => {
    const { fault } = await opening({ stored: refunding({ min_price: 5n }) }, { broker: false });
    expect((await fault()).message).toContain('the minimum price');
  });

  it('is refused when one of two nodes contradicts', async () => {
    const unreadable = (method: string) => (method === 'state_getStorage' ? { result: '0x00' } : undefined);
    const { open } = await opening({}, { secondNode: { rpc: unreadable } });
    // An unreadable answer proves nothing; a readable one that differs does.
    expect(await open()).toMatchObject({ witnessed: true });
    const lying = await opening({}, { secondNode: { stored: swapping({ destination_asset: ['Btc'] }) } });
    expect((await lying.fault()).message).toContain('the bought asset');
  });
});

describe('a channel that the state chain confirms', () => {
  it('is handed out, with affiliate, boost and parts, and marked as confirmed', async () => {
    const bed = await bench();
    const [, boosted] = await bed.quote({ providerId: 'CHAINFLIP_STREAMING', maxBoostFeeBps: 20 });
    const affiliate = { name: 'ptg', feeBps: 30, payout: { chainflip: AFFILIATE_ID } };
    const { open } = await opening({}, { brokerId: BROKER_ID }, { ...(boosted ? { route: boosted } : {}), affiliate });
    expect(await open()).toMatchObject({ depositAddress: DEPOSIT_BTC, witnessed: true });
  });

  it('costs the description of the runtime once', async () => {
    const { open, called } = await opening();
    await open();
    await open();
    expect(called('state_getMetadata')).toHaveLength(1);
    expect(called('state_getStorage')).toHaveLength(2);
  });
});

describe('a channel that no node can confirm', () => {
  const away: ChainflipAnswers = {
    rpc: (method) => (method.startsWith('state_') ? { error: { code: -32601, message: 'closed' } } : undefined),
  };

  it('is not handed out by default', async () => {
    const { fault } = await opening(away);
    const { fault: kind, message } = await fault();
    expect(kind).toBe('refused');
    expect(message).toMatch(/No node of the state chain could confirm/);
  });

  // Found by `npm run faults`: "(the node at X: Chainflip’s node at X answers … (HTTP 429).; the node at …".
  it('is told with what each node said, each named once, in one sentence', async () => {
    const nodes = ['a.example', 'b.example'].map((name) => ({
      name,
      call: () =>
        Promise.reject(new Error(name === 'a.example' ? 'The node at a.example is asked too often.' : 'It broke.')),
    }));
    const reported = { terms: { src: { chain: 'Bitcoin', asset: 'BTC' } } } as ReportedChannel;
    const channel = { depositAddress: DEPOSIT_BTC, issuedBlock: 1 };
    expect(await createChannelWitness(nodes)(channel, reported, new AbortController().signal)).toEqual({
      unasked: 'The node at a.example is asked too often; the node at b.example: It broke',
    });
  });

  it('says so of itself where the deployment has chosen that', async () => {
    const { open } = await opening(away, { unwitnessed: 'tell' });
    expect(await open()).toMatchObject({ depositAddress: DEPOSIT_BTC, witnessed: false });
  });

  it('a contradiction is refused, whatever the setting', async () => {
    const { fault } = await opening({ stored: stored({ boost_fee: 9 }) }, { unwitnessed: 'tell' });
    expect((await fault()).fault).toBe('refused');
  });

  it('a runtime that stores channels in an unknown form confirms nothing', async () => {
    const bytes = metadataBytes();
    const unknown = Uint8Array.from(bytes);
    unknown[4] = 13;
    const hex = `0x${Buffer.from(unknown).toString('hex')}`;
    const { fault } = await opening({
      rpc: (method) => (method === 'state_getMetadata' ? { result: hex } : undefined),
    });
    expect((await fault()).message).toContain('metadata of version 13');
  });
});

describe('the metadata of a runtime', () => {
  it('is read in both versions that nodes answer', () => {
    const maps = readMetadata(metadataBytes(14)).maps;
    expect(readMetadata(metadataBytes(15)).maps).toEqual(maps);
    expect(maps.map(({ prefix, item }) => `${prefix}.${item}`)).toContain('BitcoinIngressEgress.DepositChannelLookup');
  });

  it('is refused when bytes are missing or left over', () => {
    const bytes = metadataBytes();
    expect(() => readMetadata(bytes.slice(0, bytes.length - 40))).toThrow();
    const { types } = readMetadata(bytes);
    expect(() => decodeValue(types, 0, new Uint8Array(400))).toThrow();
  });

  it('hashes as the specification’s vectors do', () => {
    // Source: Cyan4973/xxHash, tests/sanity_test_vectors.h (empty input); python-xxhash README (the others).
    expect(xxh64(new Uint8Array(), 0n)).toBe(0xef46db3751d8e999n);
    expect(xxh64(new TextEncoder().encode('a'), 0n)).toBe(0xd24ec4f1a98c6e5bn);
    expect(xxh64(new TextEncoder().encode('Nobody inspects the spammish repetition'), 0n)).toBe(0xfbcea83c8a378bf1n);
  });

  it.each([
    ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'P2WPKH', '751e76e8199196d454941c45d1b3a323f1433bd6'],
    ['bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080', 'P2WPKH', '751e76e8199196d454941c45d1b3a323f1433bd6'],
    ['1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', 'P2PKH', '77bff20c60e522dfaa3350c39b030a5d004e839a'],
    ['3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy', 'P2SH', 'b472a266d0bd89c13706a4132ccfb16f7c3b9fcb'],
  ])('writes %s as %s', (address, choice, holds) => {
    expect(accountForm('Bitcoin', address)).toEqual({ choice, holds });
    expect(accountForm('Bitcoin', DEPOSIT_BTC)).toMatchObject({ choice: 'Taproot' });
  });
});
