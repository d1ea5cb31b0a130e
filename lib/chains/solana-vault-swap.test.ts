/** A swap that mainnet's own node encoded is read as what it is, and one changed byte is never read as something else. */
import { hexToBytes } from '@noble/hashes/utils.js';
import { base58 } from '@scure/base';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { readInstruction, SOLANA_PROGRAMS } from './solana-instructions.ts';
import { readVaultSwap, vaultDestination } from './solana-vault-swap.ts';

/** 0.07 SOL to USDC on Arbitrum. Source: gemwalletcom/core @ 4e39193e, chainflip_sol_arb_usdc_quote_data.json. */
const LIVE = {
  programId: 'J88B7gmadHzTNGiy54c9Ms8BsEXNdB2fntFyhKpk3qoT',
  accounts: [
    'ACLMuTFvDAb3oecQQGkTVqpUbhCKHG3EZ9uNXHK1W9ka',
    '3tJ67qa2GDfvv2wcMYNUfN5QBZrFpTwcU8ASZKMvCTVU',
    'A21o4asMbFHYadqXdLusT9Bvx9xaC5YV9gcaidjqtdXC',
    'GrPKTiTrwut3V4Pnp92UjRXXzta5KmQGsPPyjHNsccJB',
    'FmAcjWaRFUxGWBfGT7G3CzcFeJFsewQ4KPJVG4f6fcob',
    '11111111111111111111111111111111',
  ],
  data: hexToBytes(
    'a3265ce2f3698dc4801d2c04000000000400000014000000514bcb1f9aabb904e6106bd1052b66d2706dbbb707000000006c000000000a00000085fba93ee29c604fa858a351688c01290841eafb19c63a70a475d3c7bc3bef9fcaa145b6f3fdd478e926fa7302d075310000000000000000000000000000000000001e83d2972d3dca3a330d60c2777ee5b8d25683c63fa359116985609830f42054050004002d1100000038924cc334561890e3a819407353710e09',
  ),
};

/** Parts of the program's data, by hand: Borsh after a discriminator. */
const le = (value: bigint, length: number): number[] =>
  Array.from({ length }, (_, index) => Number((value >> BigInt(8 * index)) & 255n));
const vec = (bytes: readonly number[]): number[] => [...le(BigInt(bytes.length), 4), ...bytes];
const refundTo = new Uint8Array(32).fill(8);
const parameters = (version: number, call: readonly number[] = []): number[] => [
  version,
  ...call,
  ...le(50n, 4),
  ...refundTo,
  ...le(5n, 32),
  ...(version === 1 ? [0, 1, 44, 1] : []),
  0,
  0,
];

describe('a swap', () => {
  it('that a mainnet node made is read in full', () => {
    const swap = readVaultSwap(LIVE);
    expect(swap).toMatchObject({
      from: 'A21o4asMbFHYadqXdLusT9Bvx9xaC5YV9gcaidjqtdXC',
      baseUnits: 70_000_000n,
      dstChain: 4,
      dstToken: 7,
      refund: { address: 'A21o4asMbFHYadqXdLusT9Bvx9xaC5YV9gcaidjqtdXC', retryBlocks: 10 },
    });
    expect(swap?.mint).toBeUndefined();
    // 193.2039 USDC a SOL, in millionths.
    const micro = ((swap?.refund?.minPriceX128 ?? 0n) * 10n ** 9n) >> 128n;
    expect(micro).toBe(193_203_926n);
    expect(swap && vaultDestination(swap)).toEqual({
      chain: 'ARB',
      asset: 'ARB.USDC-0xaf88d065e77c8cC2239327C5EDb3A432268e5831',
      decimals: 6,
      address: '0x514bcb1f9aabb904e6106bd1052b66d2706dbbb7',
    });
    expect(readInstruction(LIVE)).toMatchObject({ kind: 'vaultSwap', baseUnits: 70_000_000n });
  });

  it('of a token names its mint; a call of a contract and both versions of the parameters are read', () => {
    const accounts = Array.from({ length: 10 }, (_, index) => base58.encode(new Uint8Array(32).fill(index + 1)));
    const call = [1, ...vec([1, 2, 3]), ...le(70_000n, 8)];
    const data = Uint8Array.from([
      ...hexToBytes('4532fc63e55377eb'),
      ...le(9n, 8),
      ...le(3n, 4),
      ...vec([...new TextEncoder().encode('bc1qexample')]),
      ...le(5n, 4),
      ...call,
      ...vec(parameters(1, [2 << 2, 7, 7])),
      6,
      ...vec([1]),
    ]);
    const swap = readVaultSwap({ programId: LIVE.programId, accounts, data });
    expect(swap).toMatchObject({
      from: accounts[2],
      fromTokenAccount: accounts[3],
      mint: accounts[8],
      baseUnits: 9n,
      decimals: 6,
      call: { message: Uint8Array.of(1, 2, 3), gasAmount: 70_000n },
      refund: { address: base58.encode(refundTo), retryBlocks: 50, minPriceX128: 5n },
    });
    expect(swap && vaultDestination(swap)).toMatchObject({ chain: 'BTC', asset: 'BTC.BTC', address: 'bc1qexample' });
  });

  it('with parameters of an unknown version has no refund that could be believed', () => {
    const data = Uint8Array.from([...LIVE.data]);
    data[53] = 2;
    expect(readVaultSwap({ ...LIVE, data })).toMatchObject({ baseUnits: 70_000_000n });
    expect(readVaultSwap({ ...LIVE, data })?.refund).toBeUndefined();
  });

  it('an asset of another chain, or an unknown one, leads nowhere', () => {
    const dstAddress = new Uint8Array(20);
    expect(vaultDestination({ dstChain: 1, dstToken: 7, dstAddress })).toBeUndefined();
    expect(vaultDestination({ dstChain: 9, dstToken: 1, dstAddress })).toBeUndefined();
    expect(vaultDestination({ dstChain: 5, dstToken: 9, dstAddress })).toBeUndefined();
  });

  test('cut, lengthened or under another name it is none', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: LIVE.data.length - 1 }), (length) => {
        expect(readVaultSwap({ ...LIVE, data: LIVE.data.slice(0, length) })).toBeUndefined();
      }),
    );
    expect(readVaultSwap({ ...LIVE, data: Uint8Array.from([...LIVE.data, 0]) })).toBeUndefined();
    expect(readVaultSwap({ ...LIVE, accounts: LIVE.accounts.slice(1) })).toBeUndefined();
    const close = hexToBytes('a5663d01b94dbd79');
    expect(readInstruction({ ...LIVE, data: close })).toEqual({ kind: 'unknown', programId: LIVE.programId });
  });
});

describe('instructions that move money', () => {
  const [a, b, c, d] = [1, 2, 3, 4].map((fill) => base58.encode(new Uint8Array(32).fill(fill))) as [
    string,
    string,
    string,
    string,
  ];
  const system = { programId: SOLANA_PROGRAMS.system, accounts: [a, b] };
  const token = { programId: SOLANA_PROGRAMS.token };

  it('are read only in the exact form that is known', () => {
    const transfer = Uint8Array.from([2, 0, 0, 0, ...le(77n, 8)]);
    expect(readInstruction({ ...system, data: transfer })).toEqual({
      kind: 'transfer',
      from: a,
      to: b,
      baseUnits: 77n,
    });
    const checked = Uint8Array.from([12, ...le(5n, 8), 6]);
    expect(readInstruction({ ...token, accounts: [a, b, c, d], data: checked })).toEqual({
      kind: 'tokenTransfer',
      source: a,
      mint: b,
      destination: c,
      authority: d,
      baseUnits: 5n,
      decimals: 6,
    });
    const others: [string, string[], number[]][] = [
      [SOLANA_PROGRAMS.system, [a, b], [3, 0, 0, 0, ...le(77n, 8)]],
      [SOLANA_PROGRAMS.system, [a, b], [...transfer, 0]],
      [SOLANA_PROGRAMS.system, [a, b, c], [...transfer]],
      [SOLANA_PROGRAMS.token, [a, b, c, d, a], [...checked]],
      [SOLANA_PROGRAMS.token, [a, b, c], [4, ...le(5n, 8)]],
      [SOLANA_PROGRAMS.token, [a, b, c], [9]],
      [SOLANA_PROGRAMS.associatedToken, [a, b, c, d, a, b], [2]],
      [SOLANA_PROGRAMS.computeBudget, [], [1, 0, 0, 0, 1]],
      ['__proto__', [a], [1]],
    ];
    for (const [programId, accounts, data] of others)
      expect(readInstruction({ programId, accounts, data: Uint8Array.from(data) })).toEqual({
        kind: 'unknown',
        programId,
      });
  });

  test('no bytes break the reader', () => {
    const programs = fc.constantFrom(...Object.values(SOLANA_PROGRAMS));
    fc.assert(
      fc.property(
        programs,
        fc.array(fc.constantFrom(a, b, c, d), { maxLength: 12 }),
        fc.uint8Array(),
        (id, keys, data) => {
          expect(readInstruction({ programId: id, accounts: keys, data }).kind).toBeTypeOf('string');
        },
      ),
    );
  });
});
