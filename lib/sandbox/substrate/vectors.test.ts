/** The local Asset Hub hashes, encodes and verifies like the real one, by test vectors of independent software. */
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { verify } from '@scure/sr25519';
import { describe, expect, it, test } from 'vitest';
import { accountOf, addressOf, asChannel, channelAccount } from './channels.ts';
import { birthOf, callCodec, eraCodec, mortalEra } from './codecs.ts';
import { derivativeOf } from './dispatch.ts';
import { hashOf } from './extrinsic.ts';
import { twox128, xxhash64 } from './hashing.ts';
import { accountKey, assetAccountKey, EVENTS_KEY, NOW_KEY, readKey } from './storage-keys.ts';

const ALICE = 'd43593c715fdd31c61141abd04a99fd6822c8558854ccde39a5684e7a56da27d';
const BOB = '8eaf04151687736326c9fea17e25fc5287613693c912909cb226aa4794f26a48';

describe('accounts', () => {
  test('Alice of every development chain', () => {
    expect(addressOf(ALICE)).toBe('5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY');
    expect(accountOf('14E5nqKAp3oAJcmzgZhUD2RcptBeUBScxKHgJKU4HPNcKVf3')).toBe(BOB);
  });

  test('a derivative account: polkadot.js util-crypto, address/encodeDerived.spec.ts', () => {
    const of = accountOf('5GvUh7fGKsdBEh5XpypkfkGuf7j3vXLxH9BdxjxnJNVXRYi1');
    expect(addressOf(derivativeOf(of, 0))).toBe('5E5XxqPxm7QbEs6twYfp3tyjXidn4kqRrNPH4o6JK9JSLUeD');
  });

  test('a channel has an account of its own, beyond 16 bits too, and the vault calls as just that', () => {
    const numbers = [0n, 1n, 65_535n, 65_536n, 65_537n, 1n << 40n];
    expect(new Set(numbers.map((number) => channelAccount(ALICE, number))).size).toBe(numbers.length);
    for (const number of numbers) {
      let account = ALICE;
      let call = asChannel(number, { kind: 'transferAll', to: ALICE, keepAlive: false });
      for (; call.kind === 'asDerivative'; call = call.call) account = derivativeOf(account, call.index);
      expect(account).toBe(channelAccount(ALICE, number));
    }
  });
});

describe('storage', () => {
  // github.com/Cyan4973/xxHash, sanity checks; the last is longer than one stripe.
  test.each([
    ['', 0xef46db3751d8e999n],
    ['abc', 0x44bc2cf5ad770999n],
    ['Nobody inspects the spammish repetition', 0xfbcea83c8a378bf1n],
  ])('XXH64 of "%s"', (text, hash) => {
    expect(xxhash64(utf8ToBytes(text), 0n)).toBe(hash);
  });

  test('names of pallets and items', () => {
    expect(bytesToHex(twox128('System'))).toBe('26aa394eea5630e07c48ae0c9558cef7');
    expect(bytesToHex(twox128('Assets'))).toBe('682a59d51ab9e48a8c8cc418ff9708d2');
    expect(EVENTS_KEY).toBe('0x26aa394eea5630e07c48ae0c9558cef780d41e5e16056765bc8461851072c9d7');
    expect(NOW_KEY).toBe('0xf0c365c3cf59d671eb72da0e7a4113c49f1f0515f462cdcf84e0f1d6045dfcbb');
  });

  test('Alice’s account, as RPC clients publish its key', () => {
    const key =
      '0x26aa394eea5630e07c48ae0c9558cef7b99d880ec681799c0cf30e8886371da9de1e86a9a8c739864cf3cc5ec2bea59fd43593c715fdd31c61141abd04a99fd6822c8558854ccde39a5684e7a56da27d';
    expect(accountKey(hexToBytes(ALICE))).toBe(key);
    expect(readKey(key)).toEqual({ of: 'account', account: ALICE });
    expect(readKey(`${key.slice(0, -1)}e`)).toBeUndefined();
    const asset = assetAccountKey(1984, hexToBytes(ALICE));
    expect(readKey(asset)).toEqual({ of: 'assetAccount', account: ALICE, assetId: 1984 });
  });
});

describe('extrinsics', () => {
  // github.com/paritytech/txwrapper-core, the output of examples/polkadot as its documentation shows it.
  const SIGNED =
    '45028400d43593c715fdd31c61141abd04a99fd6822c8558854ccde39a5684e7a56da27d01ae703e667b3b444e3613a5f06d16bedf2460a18e52075b47c6442ebc1d316917c6d12e3aa7bbd2f8db76cc859b43134cecb4495613d8d504901de776d0642b8285000000000503008eaf04151687736326c9fea17e25fc5287613693c912909cb226aa4794f26a480700e40b5402';
  const PAYLOAD =
    '0503008eaf04151687736326c9fea17e25fc5287613693c912909cb226aa4794f26a480700e40b54028500000000b1590f001a00000091b171bb158e2d3848fa23a9f1c25182fb8e20313b2c1eb49219da7a70ce90c3843125cd049613a7edf44b55a01efbabffcd1b962068a82070cff82314b67bbc00';

  test('a published one has its published hash', () => {
    expect(hashOf(hexToBytes(SIGNED))).toBe('0xa12126a095b38f0c70331be78743329a851e33839f9b2f93a7ecc34541507891');
  });

  test('its sr25519 signature holds for what was signed, and for nothing else', () => {
    const signature = hexToBytes(SIGNED.slice(74, 74 + 128));
    expect(verify(hexToBytes(PAYLOAD), signature, hexToBytes(ALICE))).toBe(true);
    const changed = PAYLOAD.replace('b1590f00', 'b2590f00');
    expect(verify(hexToBytes(changed), signature, hexToBytes(ALICE))).toBe(false);
  });

  test('calls have Asset Hub’s indices: balances.transferAllowDeath(BOB, 1234) of polkadot.js, in brave-core', () => {
    const call = { kind: 'transferAllowDeath' as const, to: BOB, amount: 1234n };
    expect(bytesToHex(callCodec.enc(call))).toBe(`0a0000${BOB}4913`);
    const asset = { kind: 'assetTransfer' as const, assetId: 1984, to: BOB, amount: 1_000_000n };
    expect(bytesToHex(callCodec.enc(asset))).toBe(`3208011f00${BOB}02093d00`);
    const all = { kind: 'batchAll' as const, calls: [call, asset] };
    expect(callCodec.dec(callCodec.enc(all))).toEqual(all);
  });

  // polkadot-sdk sp-runtime generic/era.rs, tests.
  it('eras are written and counted as in the runtime’s own tests', () => {
    const era = mortalEra(64, 42);
    expect([...eraCodec.enc(era)]).toEqual([5 + (42 % 16) * 16, Math.floor(42 / 16)]);
    expect(eraCodec.dec(eraCodec.enc(era))).toEqual({ period: 64, phase: 42 });
    expect([...eraCodec.enc(mortalEra(32_768, 20_000))]).toEqual([14 + (2500 % 16) * 16, Math.floor(2500 / 16)]);
    expect(eraCodec.enc('immortal')).toEqual(Uint8Array.of(0));
    for (let now = 6; now < 10; now += 1) expect(birthOf(mortalEra(4, 6), now)).toBe(6);
    expect(birthOf(mortalEra(4, 6), 10)).toBe(10);
    expect(birthOf(mortalEra(4, 6), 5)).not.toBe(6);
  });
});
