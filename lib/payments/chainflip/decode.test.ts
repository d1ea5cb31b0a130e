/** The bytes of a vault swap are read as they were written, in every form, or refused. */
import { readFileSync } from 'node:fs';
import { bytesToHex } from '@noble/hashes/utils.js';
import { encodeFunctionData, parseAbi } from 'viem';
import { describe, expect, it } from 'vitest';
import { fc, property } from '../../domain/test-property.ts';
import { bytesOfHex } from '../byte-reader.ts';
import { decodeBtcPayload } from './btc-payload.ts';
import { decodeCfParameters } from './cf-parameters.ts';
import { addressHex, addressText } from './destination.ts';
import { decodeEvmCall, isVaultCall } from './evm-call.ts';
import { decodeSolanaCall } from './solana-call.ts';
import {
  type EncodedBtc,
  type EncodedParameters,
  encodeBtcPayload,
  encodeCall,
  encodeCfParameters,
  encodeInstruction,
} from './testing/chain-encoder.ts';

const fixture = (name: string) =>
  JSON.parse(readFileSync(new URL(`./__fixtures__/${name}.json`, import.meta.url), 'utf8'));
const [bitcoin, ethereum, solana] = fixture('rpc-encodings');
const mainnet = fixture('rpc-encoding-sol').result;

const bytes = (length: number) =>
  fc.uint8Array({ minLength: length, maxLength: length }).map((value) => bytesToHex(value));
const int = (bits: number) => fc.integer({ min: 0, max: 2 ** bits - 1 });
const big = (bits: number) => fc.bigInt({ min: 0n, max: 2n ** BigInt(bits) - 1n });
const share = fc.record({ shortId: int(8), bps: int(8) });

const parameters = (addressLength: 20 | 32): fc.Arbitrary<EncodedParameters> =>
  fc.record({
    retry: int(32),
    refund: bytes(addressLength),
    minPrice: big(256),
    oracle: fc.option(int(16), { nil: undefined }),
    dca: fc.option(fc.record({ chunks: int(32), interval: int(32) }), { nil: undefined }),
    boost: int(8),
    broker: fc.record({ account: bytes(32), bps: int(16) }),
    affiliates: fc.array(share, { maxLength: 70 }),
  });

const read = (of: EncodedParameters, version: 0 | 1) => ({
  version,
  retryDurationBlocks: of.retry,
  refundAddress: of.refund,
  minPriceX128: of.minPrice,
  maxOraclePriceSlippage: version === 1 ? of.oracle : undefined,
  dca: of.dca && { numberOfChunks: of.dca.chunks, chunkIntervalBlocks: of.dca.interval },
  boostFeeBps: of.boost,
  broker: of.broker,
  affiliates: of.affiliates,
});

describe('parameters of a swap', () => {
  property([parameters(20), parameters(32), fc.constantFrom(0 as const, 1 as const)])(
    'are read as they were written, in both versions and address lengths',
    (evm, sol, version) => {
      expect(decodeCfParameters(encodeCfParameters(version, evm), 20)).toEqual(read(evm, version));
      expect(decodeCfParameters(encodeCfParameters(version, sol), 32)).toEqual(read(sol, version));
    },
  );

  property([
    parameters(20),
    fc.constantFrom(0 as const, 1 as const),
    fc.nat(),
    fc.uint8Array({ minLength: 1, maxLength: 4 }),
  ])('are refused when they end too early or have trailing bytes', (of, version, cut, more) => {
    const whole = encodeCfParameters(version, of);
    expect(() => decodeCfParameters(whole.slice(0, cut % whole.length), 20)).toThrow(/ends too early/);
    expect(() => decodeCfParameters(new Uint8Array([...whole, ...more]), 20)).toThrow();
  });

  property([fc.uint8Array({ maxLength: 200 })])('never make the reader fail in any other way', (noise) => {
    for (const length of [20, 32] as const)
      try {
        decodeCfParameters(noise, length);
      } catch (error) {
        expect(error).toMatchObject({ name: 'DecodeError' });
      }
  });

  it('are refused when a refund would call a contract, or the version is new', () => {
    const of: EncodedParameters = {
      retry: 1,
      refund: '00'.repeat(20),
      minPrice: 1n,
      oracle: undefined,
      dca: undefined,
      boost: 0,
      broker: { account: '00'.repeat(32), bps: 0 },
      affiliates: [],
    };
    expect(() => decodeCfParameters(encodeCfParameters(1, { ...of, refundCall: true }), 20)).toThrow(
      /calls a contract/,
    );
    const newer = encodeCfParameters(1, of);
    newer[0] = 2;
    expect(() => decodeCfParameters(newer, 20)).toThrow(/version 2/);
  });
});

describe('recorded encodings', () => {
  it('0.07 SOL to Arbitrum USDC, from mainnet', () => {
    const swap = decodeSolanaCall(bytesOfHex(mainnet.data));
    expect(swap).toMatchObject({
      kind: 'native',
      amount: 70_000_000n,
      dstChain: 4,
      dstToken: 7,
      dstAddress: '514bcb1f9aabb904e6106bd1052b66d2706dbbb7',
    });
    expect(swap.seed.startsWith('38924cc3')).toBe(true);
    const decoded = decodeCfParameters(swap.cfParameters, 32);
    expect(decoded).toMatchObject({
      version: 0,
      retryDurationBlocks: 10,
      dca: undefined,
      boostFeeBps: 0,
      broker: { bps: 5 },
      affiliates: [{ shortId: 0, bps: 45 }],
    });
    expect(decoded.refundAddress).toBe(addressHex('Solana', 'A21o4asMbFHYadqXdLusT9Bvx9xaC5YV9gcaidjqtdXC'));
    // 193.2039 USDC for a SOL: 10^9 lamports for 10^6 units.
    const price = (decoded.minPriceX128 * 1000n * 10_000n) >> 128n;
    expect(Number(price) / 10_000).toBeCloseTo(193.2039, 3);
  });

  // This local network had an older runtime, which put the kind of chain before the refund address.
  const withoutKind = (of: Uint8Array) => new Uint8Array([...of.slice(0, 5), ...of.slice(6)]);

  it('5 ETH to Ethereum USDC, of a local network', () => {
    const call = decodeEvmCall(ethereum.calldata);
    expect(call).toMatchObject({
      dstChain: 1,
      dstAddress: 'b5fb203bd12f528813b512408b374a8f0f44367a',
      dstToken: 3,
    });
    expect(call.token).toBeUndefined();
    const of = call.cfParameters;
    expect(() => decodeCfParameters(of, 20)).toThrow(/behind its end/);
    expect(decodeCfParameters(withoutKind(of), 20)).toMatchObject({
      version: 0,
      retryDurationBlocks: 0,
      refundAddress: '4cd85eb477b4820bbf10dc4689d8b344c2722eac',
      minPriceX128: 0n,
      dca: undefined,
      broker: { account: '9059e6d854b769a505d01148af212bf8cb7f8469a7153edce8dcaedd9d299125', bps: 1 },
      affiliates: [],
    });
  });

  it('100 SOL to Ethereum USDC, of a local network', () => {
    const swap = decodeSolanaCall(new Uint8Array([...bytesOfHex(solana.data), 0, 0, 0, 0]));
    expect(swap).toMatchObject({ amount: 100_000_000_000n, dstChain: 1, dstToken: 3, seed: '' });
    expect(decodeCfParameters(withoutKind(swap.cfParameters), 32)).toMatchObject({
      broker: { bps: 1 },
      affiliates: [],
    });
  });

  it('Bitcoin to Ethereum USDC', () => {
    expect(decodeBtcPayload(bytesOfHex(bitcoin.nulldata_payload))).toEqual({
      version: 0,
      dstToken: 3,
      dstAddress: '656623d865425c0a4955ef7e7a39d09f58554d08',
      retryDurationBlocks: 0,
      minOutputAmount: 0n,
      maxOraclePriceSlippage: undefined,
      numberOfChunks: 1,
      chunkIntervalBlocks: 2,
      boostFeeBps: 0,
      brokerBps: 1,
      affiliates: [],
    });
  });
});

const payload = (dst: fc.Arbitrary<{ dstToken: number; dstAddress: string }>): fc.Arbitrary<EncodedBtc> =>
  fc
    .record({
      dst,
      retry: int(16),
      minOutput: big(128),
      oracle: int(8),
      chunks: int(16),
      interval: int(16),
      boost: int(8),
      brokerBps: int(8),
      affiliates: fc.array(share, { maxLength: 2 }),
    })
    .map(({ dst: to, ...rest }) => ({ ...to, ...rest }));

const toEvm = fc.record({ dstToken: fc.constantFrom(1, 2, 3, 6, 7, 8, 14, 15, 19, 20, 21), dstAddress: bytes(20) });
const toOther = fc.record({ dstToken: fc.constantFrom(9, 10, 11, 12, 13, 16), dstAddress: bytes(32) });

describe('the payload of a Bitcoin vault swap', () => {
  property([payload(fc.oneof(toEvm, toOther)), fc.constantFrom(0 as const, 1 as const)])(
    'is read as it was written, in both versions',
    (of, version) => {
      const decoded = decodeBtcPayload(encodeBtcPayload(version, of));
      expect(decoded).toEqual({
        version,
        dstToken: of.dstToken,
        dstAddress: of.dstAddress,
        retryDurationBlocks: of.retry,
        minOutputAmount: of.minOutput,
        maxOraclePriceSlippage: version === 0 || of.oracle === 255 ? undefined : of.oracle,
        numberOfChunks: of.chunks,
        chunkIntervalBlocks: of.interval,
        boostFeeBps: of.boost,
        brokerBps: of.brokerBps,
        affiliates: of.affiliates,
      });
    },
  );

  it('is refused when it is longer than an output may be or its asset is unknown', () => {
    expect(() => decodeBtcPayload(new Uint8Array(81))).toThrow(/longer/);
    expect(() => decodeBtcPayload(bytesOfHex(`0163${'00'.repeat(50)}`))).toThrow(/asset 99/);
    expect(() => decodeBtcPayload(bytesOfHex(`${bitcoin.nulldata_payload}00`))).toThrow(/behind its end/);
  });
});

describe('the instruction of a Solana vault swap', () => {
  const instruction = fc.record({
    amount: big(64),
    dstChain: int(32),
    dstAddress: fc.uint8Array({ maxLength: 64 }).map((value) => bytesToHex(value)),
    dstToken: int(32),
    parameters: fc.uint8Array({ maxLength: 200 }),
    decimals: fc.option(int(8), { nil: undefined }),
    seed: fc.uint8Array({ maxLength: 32 }).map((value) => bytesToHex(value)),
  });
  property([instruction])('is read as it was written', (of) => {
    const { parameters: written, ...rest } = of;
    const { cfParameters, kind, ...decoded } = decodeSolanaCall(bytesOfHex(encodeInstruction(of)));
    expect(decoded).toEqual(rest);
    expect([...cfParameters]).toEqual([...written]);
    expect(kind).toBe(of.decimals === undefined ? 'native' : 'token');
  });

  it('names a contract that is called, and is refused when it is another call', () => {
    const of = {
      amount: 1n,
      dstChain: 1,
      dstAddress: '',
      dstToken: 1,
      parameters: new Uint8Array(),
      decimals: undefined,
      seed: '',
    };
    expect(decodeSolanaCall(bytesOfHex(encodeInstruction({ ...of, ccm: true }))).contractCall).toEqual({
      message: '07',
      gasAmount: 1n,
    });
    expect(decodeSolanaCall(bytesOfHex(encodeInstruction(of))).contractCall).toBeUndefined();
    expect(() => decodeSolanaCall(new Uint8Array(40))).toThrow(/none of the swap program/);
  });
});

describe('a call of the vault on an EVM chain', () => {
  const bytesHex = (maxLength: number) => fc.uint8Array({ maxLength }).map((value) => bytesToHex(value));
  const call = fc.record({
    token: fc.option(
      bytes(20).map((value) => `0x${value}`),
      { nil: undefined },
    ),
    amount: big(256),
    dstChain: int(32),
    dstAddress: bytesHex(64),
    dstToken: int(32),
    parameters: fc.uint8Array({ maxLength: 200 }),
    ccm: fc.boolean(),
  });

  property([call])('is read as it was written, for each of the four functions', (of) => {
    const written = encodeCall(of);
    const { cfParameters, token, contractCall, ...destination } = decodeEvmCall(written);
    expect(destination).toEqual({ dstChain: of.dstChain, dstAddress: of.dstAddress, dstToken: of.dstToken });
    expect([...cfParameters]).toEqual([...of.parameters]);
    expect(token?.address.toLowerCase()).toBe(of.token);
    expect(token?.amount).toBe(of.token === undefined ? undefined : of.amount);
    expect(contractCall).toEqual(of.ccm ? { message: '07', gasAmount: 1n } : undefined);
    expect(isVaultCall(written)).toBe(!of.ccm);
  });

  property([call, fc.nat(), fc.integer({ min: 0, max: 15 })])(
    'with any digit changed is refused or is the ABI’s other form of the same value',
    (of, at, digit) => {
      const written = encodeCall({ ...of, ccm: false });
      const index = 10 + (at % (written.length - 10));
      const changed = written.slice(0, index) + digit.toString(16) + written.slice(index + 1);
      let read: ReturnType<typeof decodeEvmCall>;
      try {
        read = decodeEvmCall(changed);
      } catch (error) {
        expect(error).toMatchObject({ name: 'DecodeError' });
        return;
      }
      const { token, cfParameters, ...rest } = read;
      const again = { ...rest, token: token?.address, amount: token?.amount ?? 0n, parameters: cfParameters };
      expect(encodeCall(again)).toBe(changed);
    },
  );

  property([call, fc.nat()])('is refused when it is cut, lengthened or that of another function', (of, cut) => {
    const written = encodeCall(of);
    expect(() => decodeEvmCall(written.slice(0, 10 + (cut % (written.length - 10))))).toThrow();
    expect(() => decodeEvmCall(`${written}00`)).toThrow(/behind its end/);
    expect(() => decodeEvmCall(`0xaabbccdd${written.slice(10)}`)).toThrow(/no call of the vault/);
    const other = encodeFunctionData({ abi: parseAbi(['function constructor_()']), functionName: 'constructor_' });
    expect(() => decodeEvmCall(other)).toThrow(/no call of the vault/);
  });
});

describe('an address in a call', () => {
  it.each([
    ['Ethereum', '0xdAC17F958D2ee523a2206206994597C13D831ec7'],
    ['Bitcoin', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
    ['Solana', 'A21o4asMbFHYadqXdLusT9Bvx9xaC5YV9gcaidjqtdXC'],
    ['Assethub', '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5'],
  ])('of %s is written in the chain’s own form', (chain, address) => {
    const hex = addressHex(chain, address);
    expect(hex).toMatch(/^[0-9a-f]+$/);
    expect(addressText(chain, hex ?? '')).toBe(address);
  });
});
