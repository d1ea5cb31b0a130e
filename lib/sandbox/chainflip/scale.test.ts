/** If these fail, the sandbox's network reads other terms out of a payment than those that its sender signed. */

import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { describe, expect, it } from 'vitest';
import { fc, property } from '../../domain/test-property.ts';
import { ASSETS, INTERNAL_ASSETS } from './assets.ts';
import { decodeBitcoinPayload, encodeBitcoinPayload, MAX_PAYLOAD_BYTES } from './bitcoin-payload.ts';
import { MalformedBytes } from './byte-codec.ts';
import { addressFromBytes } from './protocol-address.ts';
import { accountOf, type CfParameters, decodeCfParameters, encodeCfParameters } from './scale.ts';

const bytes = (hex: string): Uint8Array => hexToBytes(hex);
const of = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
const upTo = (max: number) => fc.integer({ min: 0, max });
const big = (bits: number) => fc.bigInt({ min: 0n, max: 2n ** BigInt(bits) - 1n });
const affiliates = (max: number) => fc.array(fc.record({ shortId: upTo(255), bps: upTo(255) }), { maxLength: max });

/** Removes keys without a value. */
const present = <T extends object>(value: T): T =>
  Object.fromEntries(Object.entries(value).filter(([, item]) => item !== undefined)) as T;

const parameters = (addressLength: 20 | 32) =>
  fc
    .record({
      ccmAdditionalData: fc.option(fc.uint8Array({ maxLength: 300 }), { nil: undefined }),
      retryDuration: upTo(2 ** 32 - 1),
      refundAddress: of(addressLength),
      minPriceX128: big(256),
      refundCcm: fc.option(
        fc.record({
          message: fc.uint8Array({ maxLength: 200 }),
          gasBudget: big(128),
          additionalData: fc.uint8Array({ maxLength: 100 }),
        }),
        { nil: undefined },
      ),
      maxOracleSlippageBps: fc.option(upTo(65_535), { nil: undefined }),
      dca: fc.option(fc.record({ numberOfChunks: upTo(2 ** 32 - 1), chunkIntervalBlocks: upTo(2 ** 32 - 1) }), {
        nil: undefined,
      }),
      boostFeeBps: upTo(255),
      broker: fc.record({ account: of(32).map(accountOf), bps: upTo(65_535) }),
      affiliates: affiliates(5),
    })
    .map((one) => present(one) as CfParameters);

describe('cfParameters', () => {
  it('reads a payload recorded on mainnet: 0.07 SOL to USDC on Arbitrum', () => {
    // gemwalletcom/core, crates/swapper/src/chainflip/test/chainflip_sol_arb_usdc_quote_data.json.
    const recorded =
      '000a00000085fba93ee29c604fa858a351688c01290841eafb19c63a70a475d3c7bc3bef9fcaa145b6f3fdd478e926fa7302d07531' +
      '0000000000000000000000000000000000001e83d2972d3dca3a330d60c2777ee5b8d25683c63fa359116985609830f420540500' +
      '04002d';
    const read = decodeCfParameters(bytes(recorded), { addressBytes: 32, withMessage: false });
    expect(read).toMatchObject({
      version: 0,
      retryDuration: 10,
      boostFeeBps: 0,
      broker: { bps: 5 },
      affiliates: [{ shortId: 0, bps: 45 }],
    });
    expect(read.dca).toBeUndefined();
    expect(addressFromBytes('Solana', read.refundAddress)).toBe('A21o4asMbFHYadqXdLusT9Bvx9xaC5YV9gcaidjqtdXC');
    expect(read.broker.account).toMatch(/^cF/);
    // 193.2039 USDC per SOL: 6 decimals against 9.
    const price = (read.minPriceX128 * 1000n * 10_000n) >> 128n;
    expect(price).toBe(1_932_039n);
    const { version, ...terms } = read;
    expect(bytesToHex(encodeCfParameters(terms, version))).toBe(recorded);
  });
  it('reads the example of the broker documentation, which carries data for a call', () => {
    // chainflip-io/chainflip-docs, running-a-broker/broker-api.mdx, broker_encode_cf_parameters.
    const example =
      '009101007417da8b99d7748127a76b03d61fee69c80dfef73ad2d5503737beedc5a9ed480104a73bdf31e341218a693b8772c43ecf' +
      'cecd4cf35fada09a87ea0f860d028168e50090e0b0f5b60147b325842c1fc68f6c90fe26419ea7c4afeb982f71f1f54b5b440a0000' +
      '00c64722ad9613851b10e26ff8118a7696a0f956f20000000000000000000000000000000000000000000000000000000000000000' +
      '00009059e6d854b769a505d01148af212bf8cb7f8469a7153edce8dcaedd9d299125000000';
    const read = decodeCfParameters(bytes(example), { addressBytes: 20, withMessage: true });
    expect(read.ccmAdditionalData).toHaveLength(100);
    expect(read).toMatchObject({ retryDuration: 10, minPriceX128: 0n, affiliates: [] });
    expect(bytesToHex(read.refundAddress)).toBe('c64722ad9613851b10e26ff8118a7696a0f956f2');
    expect(() => decodeCfParameters(bytes(example), { addressBytes: 20, withMessage: false })).toThrow(MalformedBytes);
  });
  property([fc.constantFrom<20 | 32>(20, 32).chain((length) => fc.tuple(fc.constant(length), parameters(length)))])(
    'version 1 reads back as it was written',
    ([addressBytes, one]) => {
      const withMessage = one.ccmAdditionalData !== undefined;
      const { version, ...read } = decodeCfParameters(encodeCfParameters(one), { addressBytes, withMessage });
      expect(version).toBe(1);
      expect(read).toEqual(one);
    },
  );
  property([parameters(20)])('version 0 reads back as it was written, and refuses what it cannot carry', (one) => {
    const { refundCcm, maxOracleSlippageBps, ...plain } = one;
    const withMessage = plain.ccmAdditionalData !== undefined;
    const { version, ...read } = decodeCfParameters(encodeCfParameters(plain, 0), { addressBytes: 20, withMessage });
    expect(version).toBe(0);
    expect(read).toEqual(plain);
    if (refundCcm !== undefined || maxOracleSlippageBps !== undefined)
      expect(() => encodeCfParameters(one, 0)).toThrow(RangeError);
  });
  property([parameters(32), fc.nat()])('never reads a cut or lengthened payload', (one, at) => {
    const whole = encodeCfParameters(one);
    const terms = { addressBytes: 32 as const, withMessage: one.ccmAdditionalData !== undefined };
    expect(() => decodeCfParameters(whole.slice(0, at % whole.length), terms)).toThrow(MalformedBytes);
    expect(() => decodeCfParameters(Uint8Array.from([...whole, 0]), terms)).toThrow(MalformedBytes);
  });
  it('refuses versions to come', () => {
    expect(() => decodeCfParameters(Uint8Array.of(2), { addressBytes: 20, withMessage: false })).toThrow(/version 2/);
  });
});

const EVM = '0xC64722AD9613851B10E26FF8118A7696A0F956F2';
const DESTINATIONS = {
  Ethereum: EVM,
  Arbitrum: EVM,
  Bsc: EVM,
  Bitcoin: 'bcrt1qyaen0zlqy9309r83nyyf5e89ugc8ls84wxqd08',
  Solana: 'A21o4asMbFHYadqXdLusT9Bvx9xaC5YV9gcaidjqtdXC',
  Assethub: '5CxRx8H2QpJYiZzQsPUsQs9Unv9EjvdWckvuwXXBpXJS2YK3',
} as const;

describe('the payload of a Bitcoin vault swap', () => {
  it('reads what a node wrote: version 0, to USDC on Ethereum', () => {
    // chainflip-io/chainflip-product-toolkit, packages/rpc/src/__tests__/fixtures.ts.
    const recorded = '0003656623d865425c0a4955ef7e7a39d09f58554d0800000000000000000000000000000000000001000200000100';
    const { version, ...read } = decodeBitcoinPayload(bytes(recorded));
    expect(read).toEqual({
      output: ASSETS.Usdc,
      destination: '0x656623D865425c0A4955eF7E7A39d09F58554d08',
      retryDuration: 0,
      minOutput: 0n,
      numberOfChunks: 1,
      chunkIntervalBlocks: 2,
      boostFeeBps: 0,
      brokerBps: 1,
      affiliates: [],
    });
    expect(version).toBe(0);
    expect(bytesToHex(encodeBitcoinPayload(read, 0))).toBe(recorded);
  });
  it('puts live price protection behind the least output, as version 1 does', () => {
    // chainflip-backend state-chain/chains/src/btc/vault_swap_encoding.rs, check_utxo_encoding, with Asset Hub's DOT.
    const written = encodeBitcoinPayload({
      output: ASSETS.HubDot,
      destination: DESTINATIONS.Assethub,
      retryDuration: 5,
      minOutput: 2n ** 128n - 1n,
      maxOracleSlippageBps: 45,
      numberOfChunks: 0xffff,
      chunkIntervalBlocks: 2,
      boostFeeBps: 5,
      brokerBps: 10,
      affiliates: [
        { shortId: 6, bps: 7 },
        { shortId: 8, bps: 9 },
      ],
    });
    expect(bytesToHex(written.slice(0, 2))).toBe('010b');
    expect(bytesToHex(written.slice(34))).toBe(`0500${'ff'.repeat(16)}2dffff0200050a0806070809`);
  });
  property([
    fc.constantFrom(...INTERNAL_ASSETS.filter((id) => id !== 'Btc')),
    fc.record({
      retryDuration: upTo(65_535),
      minOutput: big(128),
      maxOracleSlippageBps: fc.option(upTo(254), { nil: undefined }),
      numberOfChunks: upTo(65_535),
      chunkIntervalBlocks: upTo(65_535),
      boostFeeBps: upTo(255),
      brokerBps: upTo(255),
      affiliates: affiliates(2),
    }),
  ])('reads back as it was written and fits its output', (id, terms) => {
    const output = ASSETS[id];
    const written = encodeBitcoinPayload({
      output,
      destination: DESTINATIONS[output.chain],
      ...present(terms),
    });
    expect(written.length).toBeLessThanOrEqual(MAX_PAYLOAD_BYTES);
    const { version, destination, ...read } = decodeBitcoinPayload(written);
    expect(version).toBe(1);
    expect(destination.toLowerCase()).toBe(DESTINATIONS[output.chain].toLowerCase());
    expect(read).toEqual({ output, ...present(terms) });
  });
  it('refuses what has no room', () => {
    const base = {
      output: ASSETS.Eth,
      destination: EVM,
      retryDuration: 10,
      minOutput: 1n,
      numberOfChunks: 1,
      chunkIntervalBlocks: 2,
      boostFeeBps: 0,
      brokerBps: 0,
      affiliates: [],
    };
    const share = { shortId: 1, bps: 1 };
    expect(() => encodeBitcoinPayload({ ...base, affiliates: [share, share, share] })).toThrow('Too many affiliates.');
    expect(() => encodeBitcoinPayload({ ...base, brokerBps: 256 })).toThrow(RangeError);
    expect(() => encodeBitcoinPayload({ ...base, destination: DESTINATIONS.Solana })).toThrow(MalformedBytes);
  });
});
