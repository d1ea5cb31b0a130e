/** A swap that mainnet's own node encoded is read exactly, and one changed byte is never read as something else. */
import { hexToBytes } from '@noble/hashes/utils.js';
import { base58 } from '@scure/base';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { bytesOfHex } from '../byte-reader.ts';
import { readInstruction } from '../solana/instructions.ts';
import { vaultDestination } from './destination.ts';
import { readVaultSwap } from './solana-call.ts';
import { encodeInstruction } from './testing/chain-encoder.ts';
import { orderOfCall } from './vault-order.ts';

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

const RECEIVER = '514bcb1f9aabb904e6106bd1052b66d2706dbbb7';
const account = (fill: number): string => base58.encode(new Uint8Array(32).fill(fill));

describe('a swap', () => {
  it('that a mainnet node made is read in full', () => {
    const swap = readVaultSwap(LIVE);
    if (!swap) throw new Error('not read');
    expect(swap).toMatchObject({
      from: LIVE.accounts[2],
      kind: 'native',
      amount: 70_000_000n,
      dstChain: 4,
      dstToken: 7,
    });
    expect(swap.mint).toBeUndefined();
    const order = orderOfCall(swap, swap.amount, 32);
    expect(order).toMatchObject({
      dstAddress: RECEIVER,
      refundAddress: Buffer.from(base58.decode(swap.from)).toString('hex'),
      retryDurationBlocks: 10,
      hasLeast: true,
      numberOfChunks: 1,
      feeBps: 50,
    });
    // 193.2039 USDC a SOL, in millionths.
    expect(orderOfCall(swap, 10n ** 9n, 32).leastOutput).toBe(193_203_926n);
    expect(vaultDestination(swap)).toEqual({
      chain: 'ARB',
      asset: 'ARB.USDC-0xaf88d065e77c8cC2239327C5EDb3A432268e5831',
      address: '0x514BCb1F9AAbb904e6106Bd1052B66d2706dBbb7',
    });
    expect(readInstruction(LIVE)).toMatchObject({ kind: 'vaultSwap', swap: { amount: 70_000_000n } });
  });

  it('of a token names its mint; a call of a contract is read as one, and is not an order', () => {
    const accounts = Array.from({ length: 10 }, (_, index) => account(index + 1));
    const of = {
      amount: 9n,
      dstChain: 3,
      dstToken: 5,
      dstAddress: Buffer.from('bc1qexample').toString('hex'),
      parameters: new Uint8Array(),
      decimals: 6,
      seed: '01',
    };
    const read = (ccm: boolean) =>
      readVaultSwap({ ...LIVE, accounts, data: bytesOfHex(encodeInstruction({ ...of, ccm })) });
    const swap = read(true);
    expect(swap).toMatchObject({
      from: accounts[2],
      fromTokenAccount: accounts[3],
      mint: accounts[8],
      amount: 9n,
      decimals: 6,
      contractCall: { message: '07', gasAmount: 1n },
    });
    expect(() => swap && orderOfCall(swap, 9n, 32)).toThrow(/calls a contract/);
    expect(read(false)?.contractCall).toBeUndefined();
    expect(swap && vaultDestination(swap)).toEqual({ chain: 'BTC', asset: 'BTC.BTC', address: 'bc1qexample' });
  });

  it('with parameters of an unknown version is unreadable', () => {
    const data = Uint8Array.from([...LIVE.data]);
    data[53] = 2;
    const swap = readVaultSwap({ ...LIVE, data });
    expect(swap).toMatchObject({ amount: 70_000_000n });
    expect(() => swap && orderOfCall(swap, swap.amount, 32)).toThrow(/version 2/);
  });

  it('with an asset of another chain, an unknown one, or an address of another length has no destination', () => {
    const dstAddress = '00'.repeat(20);
    expect(vaultDestination({ dstChain: 4, dstToken: 7, dstAddress })).toBeDefined();
    expect(vaultDestination({ dstToken: 7, dstAddress })).toBeDefined();
    expect(vaultDestination({ dstChain: 1, dstToken: 7, dstAddress })).toBeUndefined();
    expect(vaultDestination({ dstChain: 9, dstToken: 1, dstAddress })).toBeUndefined();
    expect(vaultDestination({ dstChain: 4, dstToken: 99, dstAddress })).toBeUndefined();
    expect(vaultDestination({ dstChain: 5, dstToken: 9, dstAddress })).toBeUndefined();
    expect(vaultDestination({ dstChain: 3, dstToken: 5, dstAddress: 'ff' })).toBeUndefined();
  });

  test('cut, lengthened or under another name is not a swap', () => {
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
