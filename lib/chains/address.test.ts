import { secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bech32, createBase58check } from '@scure/base';
import { Address, NETWORK, p2pkh, p2sh, p2tr, p2wpkh } from '@scure/btc-signer';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ChainId } from '../domain/chain-id.ts';
import { cases } from '../domain/test-effort.ts';
import { chainsOfAddress, checkAddress, isTexAddress, sameAddress } from './address.ts';
import { decodeCashAddr, encodeCashAddr } from './cashaddr.ts';
import { CHAIN_LIST, CHAINS } from './chains.ts';
import { decodeSs58, encodeSs58 } from './ss58.ts';

/**
 * Published addresses from BIP-173, BIP-350, EIP-55, the CashAddr and SS58 pages, ZIP-320, and the test suites of
 * wallets and explorers.
 */
const ACCEPTED: readonly (readonly [ChainId, string])[] = [
  ['BTC', '17VZNX1SN5NtKa8UQFxwQbFeFc3iqRYhem'],
  ['BTC', '3EktnHQD7RiAE6uzMj2ZifT9YgRrkSgzQX'],
  ['BTC', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
  ['BTC', 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3'],
  ['BTC', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0'],
  ['LTC', 'LM2WMpR1Rp6j3Sa59cMXMs1SPzj9eXpGc1'],
  ['LTC', 'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9'],
  ['DOGE', 'DBXu2kgc3xtvCUWFcxFE3r9hEYgmuaaCyD'],
  ['DOGE', 'DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L'],
  ['DOGE', 'A7JjzK9k9x5b2MkkQzqt91WZsuu7wTu6iS'],
  ['BCH', 'qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a'],
  ['BCH', 'ppm2qsznhks23z7629mms6s4cwef74vcwvn0h829pq'],
  ['DASH', 'XjNms118hx6dGyBqsrVMTbzMUmxDVijk7Y'],
  ['DASH', 'XpESxaUmonkq8RaLLp46Brx2K39ggQe226'],
  ['DASH', '7SSyVfQK3EbQrmPy7b3j4DKk9vWh7yXZ7R'],
  ['ZEC', 't1Hsc1LR8yKnbbe3twRp88p6vFfC5t7DLbs'],
  ['ZEC', 't1VmmGiyjVNeCjxDZzg7vZmd99WyzVby9yC'],
  ['ZEC', 't3Vz22vK5z2LcKEdg16Yv4FFneEL1zg9ojd'],
  ['ETH', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
  ['ETH', '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'],
  ['ARB', '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB'],
  ['AVAX', '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb'],
  ['BASE', '0x52908400098527886E0F7030069857D2E4169EE7'],
  ['BSC', '0xde709f2102306220921060314715629080e2fb77'],
  ['OP', '0x27b1fdb04752bbc536007a920d24acb045561c26'],
  ['MATIC', '0x8617E340B3D01FA5F11F306F4090FD50E238070D'],
  ['HYPE', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
  ['SOL', 'vines1vzrYbzLMRdu58ou5XTby4qAqVRLmqo36NKPTg'],
  ['GAIA', 'cosmos1fl48vsnmsdzcv85q5d2q4z5ajdha8yu34mf0eh'],
  ['THOR', 'thor166n4w5039meulfa3p6ydg60ve6ueac7tlt0jws'],
  ['MAYA', 'maya166n4w5039meulfa3p6ydg60ve6ueac7tlu37cq'],
  ['KUJI', 'kujira1vkje22mayn72r0a7kna6agv0sqm6k94ry9k6dd'],
  ['DOT', '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5'],
  ['FLIP', 'cFMTNSQQVfBo2HqtekvhLPfZY764kuJDVFG1EvnnDGYxc3LRW'],
  ['XRD', 'account_rdx16x47guzq44lmplg0ykfn2eltwt5wweylpuupstsxnfm8lgva7tdg2w'],
  ['XRD', 'account_rdx128r289p58222hcvev7frs6kue76pl7pdcnw8725aw658v0zggkh9ws'],
];

/** Well-formed addresses that only the sandbox takes. */
const SANDBOX_ONLY: readonly (readonly [ChainId, string])[] = [
  ['BTC', 'bcrt1qkvwu9g3k2pdxewfqr7syz89r3gj557l374sg5v'],
  ['BTC', 'mvbu1Gdy8SUjTenqerxUaZyYjmveZvt33q'],
  ['BTC', '2N4Q5FhU2497BryFfUgbqkAJE87aKHUhXMp'],
  ['ZEC', 'tmEZhbWHTpdKMw5it8YDspUXSMGQyFwovpU'],
  ['ZEC', 't2UNzUUx8mWBCRYPRezvA363EYXyEpHokyi'],
  ['XRD', 'account_tdx_2_128ly7s6494uasmggf9rxy6th2e6zu53hj7p0uxgq2ucdmzf43gqkus'],
  ['DOT', '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY'],
  ['THOR', bech32.encode('tthor', bech32.toWords(new Uint8Array(20).fill(7)))],
  ['MAYA', bech32.encode('tmaya', bech32.toWords(new Uint8Array(20).fill(7)))],
  ['BCH', `bchreg:${encodeCashAddr({ prefix: 'bchreg', type: 0, hash: new Uint8Array(20).fill(9) })}`],
  ['LTC', bech32.encode('rltc', [0, ...bech32.toWords(new Uint8Array(20).fill(7))])],
  ['DASH', createBase58check(sha256).encode(Uint8Array.from([0x8c, ...new Uint8Array(20).fill(5)]))],
  ['DOGE', createBase58check(sha256).encode(Uint8Array.from([0x71, ...new Uint8Array(20).fill(5)]))],
];

/** Never payable on mainnet. People read the text as part of the reason, so it says what to do. */
const REFUSED: readonly (readonly [ChainId, string, string])[] = [
  ['BTC', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', 'Bitcoin test network'],
  ['BTC', 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn', 'Bitcoin test network'],
  ['BTC', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd', 'checksum'],
  ['BTC', 'BC1S0XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ54WELL', 'bc1…'],
  ['BTC', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kemeawh', 'checksum'],
  ['BTC', 'bc1pw5dgrnzv', 'bc1…'],
  ['BTC', 'bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs', 'bc1…'],
  ['BTC', 'BC1QR508D6QEJXTDG4Y5R3ZARVARYV98GJ9P', 'bc1…'],
  ['BTC', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v07qwwzcrf', 'checksum'],
  ['BTC', 'bc1gmk9yu', 'bc1…'],
  ['BTC', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kV8F3T4', 'checksum'],
  ['BTC', '', 'bc1…'],
  ['LTC', 'ltcmweb1qqvadsnj6lv8z7w4dt', 'MWEB'],
  ['LTC', 'tltc1qw508d6qejxtdg4y5r3zarvary0c5xw7klfsuq0', 'Litecoin test network'],
  ['LTC', '3EktnHQD7RiAE6uzMj2ZifT9YgRrkSgzQX', 'write it as M'],
  ['BCH', '1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu', 'write it as qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a'],
  ['BCH', '3CWFddi6m4ndiGyKqzYvsFYagqDLPVMTzC', 'write it as ppm2qsznhks23z7629mms6s4cwef74vcwvn0h829pq'],
  ['BCH', 'bitcoincash:zpm2qsznhks23z7629mms6s4cwef74vcwvrqekrq9w', 'token'],
  ['BCH', 'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6b', 'q… or p…'],
  ['ZEC', 'zs1z7rejlpsa98s2rrrfkwmaxu53e4ue0ulcrw0h4x5g8jl04tak0d3mm47vdtahatqrlkngh9slya', 'shielded'],
  [
    'ZEC',
    'u1l8xunezsvhq8fgzfl7404m450nwnd76zshscn6nfys7vyz2ywyh4cc5daaq0c7q2su5lqfh23sp7fkf3kt27ve5948mzpfdvckzaect2jtte',
    'unified',
  ],
  ['ZEC', 'tex1s2rt77ggv6q989lr49rkgzmh5slsksa9khdgte', 'TEX'],
  ['ZEC', 'tmEZhbWHTpdKMw5it8YDspUXSMGQyFwovpU', 'Zcash test network'],
  ['ETH', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1Beaed', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
  ['ETH', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe', '39 digits'],
  ['ETH', '0x0000000000000000000000000000000000000000', 'zero address'],
  ['BASE', '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee', 'native coin'],
  ['ETH', `0x${'ab'.repeat(32)}`, 'transaction hash'],
  ['ETH', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'This is a Bitcoin address'],
  ['BTC', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'Ethereum and chains like it'],
  ['SOL', '11111111111111111111111111111111', 'System program'],
  ['SOL', 'So11111111111111111111111111111111111111112', 'wrapped SOL'],
  ['SOL', 'vines1vzrYbzLMRdu58ou5XTby4qAqVRLmqo36NKPT', '32 to 44 base58'],
  ['SOL', '17VZNX1SN5NtKa8UQFxwQbFeFc3iqRYhem', 'This is a Bitcoin address'],
  ['GAIA', 'cosmosvaloper1sjllsnramtg3ewxqwwrwjxfgc4n4ef9u2lcnj0', 'validator'],
  ['GAIA', 'thor166n4w5039meulfa3p6ydg60ve6ueac7tlt0jws', 'This is a THORChain address'],
  ['MAYA', 'thor166n4w5039meulfa3p6ydg60ve6ueac7tlt0jws', 'This is a THORChain address'],
  ['THOR', bech32.encode('tthor', bech32.toWords(new Uint8Array(20).fill(7))), 'THORChain test network'],
  ['THOR', bech32.encode('sthor', bech32.toWords(new Uint8Array(20).fill(7))), 'stagenet'],
  ['DOT', '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY', '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5'],
  ['DOT', '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp6', 'checksum'],
  ['XRD', 'resource_rdx1tknxxxxxxxxxradxrdxxxxxxxxx009923554798xxxxxxxxxradxrd', 'resource'],
  ['XRD', 'account_tdx_2_128ly7s6494uasmggf9rxy6th2e6zu53hj7p0uxgq2ucdmzf43gqkus', 'Radix test network'],
  ['FIAT', 'DE89370400440532013000', 'no addresses'],
];

const isEvm = (chain: ChainId) => CHAINS[chain].kind === 'evm';

describe('checkAddress', () => {
  it('has an accepted vector for every chain that has addresses', () => {
    const covered = new Set(ACCEPTED.map(([chain]) => chain));
    const all = CHAIN_LIST.filter((chain) => chain.kind !== 'none').map((chain) => chain.id);
    expect([...covered].sort()).toEqual(all.sort());
  });

  it.each(ACCEPTED)(
    'accepts the published %s address %s on both networks: users can paste their own',
    (chain, address) => {
      for (const network of ['mainnet', 'sandbox'] as const)
        expect(checkAddress(chain, address, network)).toMatchObject({ ok: true });
    },
  );

  it.each(SANDBOX_ONLY)('accepts %s %s in the sandbox and refuses it on mainnet', (chain, address) => {
    expect(checkAddress(chain, address, 'sandbox')).toMatchObject({ ok: true });
    expect(checkAddress(chain, address, 'mainnet')).toMatchObject({ ok: false });
  });

  it.each(REFUSED)('refuses %s %s with the reason: %s', (chain, address, reason) => {
    const result = checkAddress(chain, address, 'mainnet');
    expect(result.ok ? 'accepted' : result.reason).toContain(reason);
  });

  it('refuses every published address on every other chain: money never goes to another chain', () => {
    for (const [home, address] of ACCEPTED)
      for (const { id } of CHAIN_LIST)
        if (id !== home && !(isEvm(home) && isEvm(id)))
          expect({ id, address, ...checkAddress(id, address, 'mainnet') }).toMatchObject({ ok: false });
  });

  it('refuses an address with one character changed: a typing mistake never costs money', () => {
    // EVM addresses in a single case and Solana's have no checksum; SS58's has 16 bits, too few for a random test.
    const checked = ACCEPTED.filter(([chain]) => !['evm', 'solana', 'substrate'].includes(CHAINS[chain].kind));
    fc.assert(
      fc.property(
        fc.constantFrom(...checked),
        fc.nat(),
        fc.constantFrom(...'023456789acdefghjklmnpqrstuvwxyz'),
        ([chain, address], index, character) => {
          const at = address.length - 1 - (index % 20);
          fc.pre(address.charAt(at) !== character);
          const mistyped = address.slice(0, at) + character + address.slice(at + 1);
          expect(checkAddress(chain, mistyped, 'mainnet')).toMatchObject({ ok: false });
        },
      ),
    );
  });

  it('never throws, and its canonical spelling is accepted and stays the same', () => {
    const texts = fc.oneof(fc.string({ maxLength: 200 }), fc.constantFrom(...ACCEPTED.map(([, address]) => address)));
    fc.assert(
      fc.property(
        fc.constantFrom(...CHAIN_LIST),
        texts,
        fc.constantFrom('mainnet', 'sandbox'),
        (chain, text, network) => {
          const result = checkAddress(chain.id, text, network);
          if (!result.ok) {
            expect(result.reason.length).toBeGreaterThan(10);
            return;
          }
          expect(checkAddress(chain.id, result.canonical, network)).toMatchObject({
            ok: true,
            canonical: result.canonical,
          });
          expect(sameAddress(chain.id, text, result.canonical)).toBe(true);
        },
      ),
    );
  });

  it('agrees with an independent library on Bitcoin-like addresses of any key', () => {
    const networks = {
      BTC: NETWORK,
      LTC: { bech32: 'ltc', pubKeyHash: 0x30, scriptHash: 0x32, wif: 0xb0 },
      DOGE: { bech32: 'none', pubKeyHash: 0x1e, scriptHash: 0x16, wif: 0x9e },
      DASH: { bech32: 'none', pubKeyHash: 0x4c, scriptHash: 0x10, wif: 0xcc },
    };
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 32, maxLength: 32 }),
        fc.constantFrom('BTC', 'LTC', 'DOGE', 'DASH'),
        (seed, chain) => {
          fc.pre(seed.some((byte) => byte > 0) && seed[0] !== 0xff);
          const key = secp256k1.getPublicKey(seed, true);
          const network = networks[chain];
          const addresses = [p2pkh(key, network).address, p2sh(p2pkh(key, network), network).address];
          if (chain === 'BTC' || chain === 'LTC') addresses.push(p2wpkh(key, network).address);
          if (chain === 'BTC') addresses.push(p2tr(key.slice(1), undefined, network).address);
          for (const address of addresses) {
            expect(checkAddress(chain, address ?? '', 'mainnet')).toMatchObject({ ok: true, canonical: address });
            expect(() => Address(network).decode(address ?? '')).not.toThrow();
          }
        },
      ),
      { numRuns: cases(30) },
    );
  });

  it('warns of contracts on Cosmos chains, which may not be able to use what they receive', () => {
    const contract = bech32.encode('thor', bech32.toWords(new Uint8Array(32).fill(7)));
    expect(checkAddress('THOR', contract, 'mainnet')).toMatchObject({ ok: true, warning: expect.any(String) });
    expect(checkAddress('THOR', 'thor166n4w5039meulfa3p6ydg60ve6ueac7tlt0jws', 'mainnet')).not.toHaveProperty(
      'warning',
    );
  });

  it('has one canonical spelling: EIP-55, lower-case bech32, Bitcoin Cash without prefix', () => {
    const canonical = (chain: ChainId, address: string) => {
      const result = checkAddress(chain, address, 'sandbox');
      return result.ok ? result.canonical : result.reason;
    };
    expect(canonical('ETH', '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed')).toBe(
      '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    );
    expect(canonical('ETH', '0X5AAEB6053F3E94C9B9A09F33669435E7EF1BEAED')).toBe(
      '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    );
    expect(canonical('BTC', 'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4')).toBe(
      'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    );
    expect(canonical('BCH', 'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a')).toBe(
      'qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a',
    );
    expect(canonical('BCH', 'BITCOINCASH:QPM2QSZNHKS23Z7629MMS6S4CWEF74VCWVY22GDX6A')).toBe(
      'qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a',
    );
  });
});

describe('sameAddress', () => {
  it('recognises one address in two spellings, and two addresses where letter case matters', () => {
    expect(
      sameAddress('ETH', '0x5AAEB6053f3e94c9b9a09f33669435e7ef1beaed', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'),
    ).toBe(true);
    expect(
      sameAddress('BTC', 'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'),
    ).toBe(true);
    expect(
      sameAddress(
        'BCH',
        'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a',
        'qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a',
      ),
    ).toBe(true);
    expect(sameAddress('DOGE', 'DBXu2kgc3xtvCUWFcxFE3r9hEYgmuaaCyD', 'dbxu2kgc3xtvcuwfcxfe3r9heygmuaacyd')).toBe(false);
    expect(
      sameAddress('SOL', 'vines1vzrYbzLMRdu58ou5XTby4qAqVRLmqo36NKPTg', 'VINES1vzrYbzLMRdu58ou5XTby4qAqVRLmqo36NKPTg'),
    ).toBe(false);
    expect(sameAddress('BTC', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', '17VZNX1SN5NtKa8UQFxwQbFeFc3iqRYhem')).toBe(
      false,
    );
  });
});

describe('chainsOfAddress', () => {
  it('names all EVM chains for an EVM address and one chain for others', () => {
    expect(chainsOfAddress('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'mainnet')).toEqual(
      CHAIN_LIST.filter((chain) => chain.kind === 'evm').map((chain) => chain.id),
    );
    expect(chainsOfAddress('thor166n4w5039meulfa3p6ydg60ve6ueac7tlt0jws', 'mainnet')).toEqual(['THOR']);
    expect(chainsOfAddress('nonsense', 'sandbox')).toEqual([]);
  });
});

describe('sameAddress of a Zcash vault', () => {
  // The example of ZIP-320: https://zips.z.cash/zip-0320
  it('treats a ZIP-320 address and its transparent form as one', () => {
    const tex = 'tex1s2rt77ggv6q989lr49rkgzmh5slsksa9khdgte';
    expect(sameAddress('ZEC', tex, 't1VmmGiyjVNeCjxDZzg7vZmd99WyzVby9yC')).toBe(true);
    expect(sameAddress('ZEC', tex, tex.toUpperCase())).toBe(true);
    expect(sameAddress('ZEC', tex, 't1LXdFDFMiTUCPtzuFZPPFtYQ8AGNYcoKzL')).toBe(false);
  });
});

describe('isTexAddress', () => {
  it('accepts the vectors of ZIP-320 and nothing else', () => {
    expect(isTexAddress('tex1s2rt77ggv6q989lr49rkgzmh5slsksa9khdgte', 'mainnet')).toBe(true);
    expect(isTexAddress('textest1qyqszqgpqyqszqgpqyqszqgpqyqszqgpfcjgfy', 'sandbox')).toBe(true);
    expect(isTexAddress('textest1qyqszqgpqyqszqgpqyqszqgpqyqszqgpfcjgfy', 'mainnet')).toBe(false);
    expect(isTexAddress('tex1s2rt77ggv6q989lr49rkgzmh5slsksa9khdgtf', 'mainnet')).toBe(false);
    expect(isTexAddress('t1VmmGiyjVNeCjxDZzg7vZmd99WyzVby9yC', 'mainnet')).toBe(false);
  });
});

describe('address formats', () => {
  it('CashAddr decodes what it encodes for any hash and prefix, and the vectors of its specification', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('bitcoincash', 'bchtest', 'bchreg'),
        fc.constantFrom(0, 1),
        fc
          .constantFrom(20, 24, 28, 32, 40, 48, 56, 64)
          .chain((size) => fc.uint8Array({ minLength: size, maxLength: size })),
        (prefix, type, hash) => {
          const written = encodeCashAddr({ prefix, type, hash });
          expect(decodeCashAddr(written, prefix)).toEqual({ prefix, type, hash });
          expect(decodeCashAddr(`${prefix}:${written}`, prefix)).toEqual({ prefix, type, hash });
          expect(decodeCashAddr(written, `${prefix}x`)).toBeUndefined();
        },
      ),
    );
    const hash = Uint8Array.from(Buffer.from('F5BF48B397DAE70BE82B3CCA4793F8EB2B6CDAC9', 'hex'));
    expect(encodeCashAddr({ prefix: 'bitcoincash', type: 0, hash })).toBe('qr6m7j9njldwwzlg9v7v53unlr4jkmx6eylep8ekg2');
    expect(encodeCashAddr({ prefix: 'bchtest', type: 1, hash })).toBe('pr6m7j9njldwwzlg9v7v53unlr4jkmx6eyvwc0uz5t');
  });

  it('SS58 decodes what it encodes for any account and prefix', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 16383 }),
        fc.uint8Array({ minLength: 32, maxLength: 32 }),
        (prefix, account) => {
          fc.pre(prefix !== 46 && prefix !== 47);
          expect(decodeSs58(encodeSs58(account, prefix))).toEqual({ prefix, account });
        },
      ),
    );
  });
});
