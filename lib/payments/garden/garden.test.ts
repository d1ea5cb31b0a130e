import { readFileSync } from 'node:fs';
import { bech32m } from '@scure/base';
import fc from 'fast-check';
import {
  encodeAbiParameters,
  encodeEventTopics,
  encodeFunctionData,
  hashTypedData,
  parseAbiParameters,
  sha256,
  toFunctionSelector,
} from 'viem';
import { describe, expect, it } from 'vitest';
import { htlcAddress, htlcLeaves, INTERNAL_KEY } from './bitcoin-htlc.ts';
import { HTLC_ABI, HTLC_SELECTORS, HTLC_TOPICS, htlcRevertText } from './htlc-abi.ts';
import { decodeInitiateCall, differingTerms } from './htlc-call.ts';
import { isHtlcOrderId } from './htlc-order-id.ts';
import { INITIATE_TYPE_HASH, readTypedData, typedDataDigest } from './typed-data.ts';

const recorded = (name: string) =>
  JSON.parse(readFileSync(new URL(`./__fixtures__/${name}.json`, import.meta.url), 'utf8')).result;

const hex = (bytes: number) =>
  fc.uint8Array({ minLength: bytes, maxLength: bytes }).map((b) => `0x${Buffer.from(b).toString('hex')}` as const);
const uint = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n });
const terms = fc.record({ redeemer: hex(20), timelock: uint, amount: uint, secretHash: hex(32) });

describe('the contract’s interface', () => {
  it('has the selectors and topics of the deployed contracts', () => {
    const functions = HTLC_ABI.filter((item) => item.type === 'function').map((item) => toFunctionSelector(item));
    expect(functions.sort()).toEqual(Object.values(HTLC_SELECTORS).sort());
    const topics = (['Initiated', 'Redeemed', 'Refunded'] as const).map(
      (eventName) => encodeEventTopics({ abi: HTLC_ABI, eventName })[0],
    );
    expect(topics).toEqual([HTLC_TOPICS.initiated, HTLC_TOPICS.redeemed, HTLC_TOPICS.refunded]);
  });

  it('explains its refusals', () => {
    expect(htlcRevertText('execution reverted: HTLC: duplicate order')).toContain('paid already');
    expect(htlcRevertText('ERC20: transfer amount exceeds balance')).toBeUndefined();
  });
});

describe('a payment by transaction', () => {
  it('is read exactly as it was encoded, in both forms', () => {
    fc.assert(
      fc.property(
        terms,
        fc.option(fc.uint8Array({ maxLength: 100 })),
        ({ redeemer, timelock, amount, secretHash }, extra) => {
          const args = [redeemer, timelock, amount, secretHash] as const;
          const destinationData = extra === null ? undefined : (`0x${Buffer.from(extra).toString('hex')}` as const);
          const data = encodeFunctionData({
            abi: HTLC_ABI,
            functionName: 'initiate',
            args: destinationData === undefined ? args : [...args, destinationData],
          });
          const call = decodeInitiateCall(data);
          expect(call.redeemer.toLowerCase()).toBe(redeemer);
          expect(call).toMatchObject({ timelock, amount, secretHash });
          expect(call.destinationData).toBe(destinationData);
        },
      ),
    );
  });

  it('is refused with a byte more, a byte less, another function or another layout', () => {
    const good = encodeFunctionData({
      abi: HTLC_ABI,
      functionName: 'initiate',
      args: [`0x${'11'.repeat(20)}`, 7200n, 5n, `0x${'22'.repeat(32)}`],
    });
    const long = encodeFunctionData({
      abi: HTLC_ABI,
      functionName: 'initiate',
      args: [`0x${'11'.repeat(20)}`, 7200n, 5n, `0x${'22'.repeat(32)}`, '0xabcd'],
    });
    for (const data of [
      `${good}00`,
      good.slice(0, -2),
      `0xd4705e9e${good.slice(10)}`,
      `${good.slice(0, 10)}01${good.slice(12)}`,
      `${long}00`,
      `${long.slice(0, -2)}01`,
      long.slice(0, -64),
      '0x97ffc7ae',
      'nonsense',
    ])
      expect(() => decodeInitiateCall(data), data).toThrow();
  });
});

const TYPED = {
  domain: {
    name: 'HTLC',
    version: '2',
    chainId: '0x14a34',
    verifyingContract: '0x5fa58e4e89c85b8d678ade970bd6afd4311af17e',
  },
  message: {
    redeemer: '0x661bA32eb5f86CaB358DDbB7F264b10c5825e2dd',
    timelock: '0x1c20',
    amount: '50000',
    secretHash: '0x61d22856ce12bc3693df0cd4967d404400449f61810080c52638fd805b379723',
  },
  primaryType: 'Initiate',
  types: {
    EIP712Domain: [
      { name: 'name', type: 'string' },
      { name: 'version', type: 'string' },
      { name: 'chainId', type: 'uint256' },
      { name: 'verifyingContract', type: 'address' },
    ],
    Initiate: [
      { name: 'redeemer', type: 'address' },
      { name: 'timelock', type: 'uint256' },
      { name: 'amount', type: 'uint256' },
      { name: 'secretHash', type: 'bytes32' },
    ],
  },
};

describe('a payment by signature', () => {
  it('is read with hex and decimal numbers alike, and kept as it was received', () => {
    const read = readTypedData(TYPED);
    expect(read).toMatchObject({ chainId: 84532n, timelock: 7200n, amount: 50000n });
    expect(read?.typedData).toEqual(TYPED);
    expect(INITIATE_TYPE_HASH).toBe('0xde5278e8c85ac4e57ea69f40f594c328916a0c846a6bbd82592e91cff5eee136');
  });

  it('hashes as every wallet does', () => {
    fc.assert(
      fc.property(
        terms,
        hex(20),
        fc.string({ minLength: 1, maxLength: 8 }),
        uint,
        (message, verifyingContract, version, chainId) => {
          const typed = {
            ...TYPED,
            domain: { name: 'HTLC', version, chainId: chainId.toString(), verifyingContract },
            message: { ...message, timelock: String(message.timelock), amount: `0x${message.amount.toString(16)}` },
          };
          const read = readTypedData(typed);
          if (!read) throw new Error('not read');
          const theirs = hashTypedData({
            domain: { name: 'HTLC', version, chainId, verifyingContract },
            message,
            primaryType: 'Initiate',
            types: { Initiate: TYPED.types.Initiate },
          });
          expect(typedDataDigest(read)).toBe(theirs);
        },
      ),
    );
  });

  it('is left out, never shortened, when it has anything unknown', () => {
    const { Initiate, EIP712Domain } = TYPED.types;
    const strange: unknown[] = [
      { ...TYPED, message: { ...TYPED.message, destinationData: '0x' } },
      { ...TYPED, types: { EIP712Domain, Initiate: [...Initiate, { name: 'destinationData', type: 'bytes' }] } },
      { ...TYPED, types: { ...TYPED.types, Permit: [] } },
      { ...TYPED, types: { EIP712Domain, Initiate: [...Initiate].reverse() } },
      { ...TYPED, types: { Initiate } },
      { ...TYPED, primaryType: 'Permit' },
      { ...TYPED, extra: 1 },
      { ...TYPED, domain: { ...TYPED.domain, salt: '0x00' } },
      { ...TYPED, message: { ...TYPED.message, amount: '1e9' } },
      { ...TYPED, message: { ...TYPED.message, redeemer: 'bob' } },
      null,
      [],
      'text',
    ];
    for (const one of strange) expect(readTypedData(one), JSON.stringify(one)).toBeUndefined();
  });

  it('names its differences from a call', () => {
    const read = readTypedData(TYPED);
    if (!read) throw new Error('not read');
    expect(differingTerms(read, { ...read, redeemer: read.redeemer.toLowerCase() })).toEqual([]);
    expect(differingTerms(read, { ...read, amount: 1n, timelock: 2n })).toEqual(['timelock', 'amount']);
  });
});

describe('the id of a lock', () => {
  const { source_swap: swap } = recorded('v2_evm_order_status');
  const lock = {
    networkId: 11_155_111n,
    contract: '0x5fA58e4E89c85B8d678Ade970bD6afD4311aF17E',
    initiator: swap.initiator,
    redeemer: swap.redeemer,
    timelock: BigInt(swap.timelock),
    amount: BigInt(swap.amount),
    secretHash: swap.secret_hash,
  } as const;

  it('is the one that Garden reports', () => {
    expect(isHtlcOrderId(swap.swap_id, lock)).toBe(true);
    expect(isHtlcOrderId(`0x${swap.swap_id.toUpperCase()}`, lock)).toBe(true);
  });

  it.each([
    ['2', 'uint256, bytes32, address, address, uint256, uint256', 6],
    ['3', 'uint256, bytes32, address, address, uint256, uint256, address', 7],
  ])('of version %s is the hash of all its terms, and of no others', (_version, types, length) => {
    const fields = [lock.networkId, `0x${lock.secretHash}`, lock.initiator, lock.redeemer, lock.timelock, lock.amount];
    const values = [...fields, lock.contract].slice(0, length);
    const id = sha256(encodeAbiParameters(parseAbiParameters(types), values));
    expect(isHtlcOrderId(id, lock)).toBe(true);
    const others = [{ amount: 1n }, { timelock: 1n }, { redeemer: lock.contract }, { initiator: lock.contract }];
    for (const other of others)
      expect(isHtlcOrderId(id, { ...lock, ...other }), JSON.stringify(Object.keys(other))).toBe(false);
    expect(isHtlcOrderId(id, { ...lock, contract: lock.redeemer })).toBe(length === 6);
  });

  it('of unreadable terms is undefined', () => {
    expect(isHtlcOrderId(swap.swap_id, { ...lock, secretHash: 'no hash' })).toBe(false);
  });
});

describe('the address of a Bitcoin deposit', () => {
  it.each(['v2_evm_order_status', 'v2_solana_order_status', 'v2_starknet_order_status'])(
    'is the one that Garden itself derived: %s',
    (name) => {
      const { destination_swap: swap } = recorded(name);
      const order = {
        redeemer: swap.delegate,
        initiator: swap.initiator,
        secretHash: swap.secret_hash,
        timelock: swap.timelock,
      };
      expect(htlcAddress(order, 'tb')).toBe(swap.swap_id);
    },
  );

  it('changes with every one of its terms: none of them can be replaced unnoticed', () => {
    const { destination_swap: swap } = recorded('v2_evm_order_status');
    const base = { redeemer: swap.delegate, initiator: swap.initiator, secretHash: swap.secret_hash, timelock: 144 };
    const other = 'bc182774238a970984da3727d8acdc8c93c23f85167afd7d58db73ef9e81b9b1';
    const all = [
      base,
      { ...base, redeemer: other },
      { ...base, initiator: other },
      { ...base, secretHash: other },
      { ...base, timelock: 145 },
      { ...base, redeemer: base.initiator, initiator: base.redeemer },
    ].map((one) => htlcAddress(one, 'bcrt'));
    expect(new Set(all).size).toBe(all.length);
    expect(bech32m.decode(all[0] as `${string}1${string}`).words[0]).toBe(1);
    expect(all[0]).toMatch(/^bcrt1p/);
  });

  it('writes the three scripts as the documentation does', () => {
    const terms = { redeemer: 'aa'.repeat(32), initiator: 'bb'.repeat(32), secretHash: 'cc'.repeat(32), timelock: 144 };
    const scripts = htlcLeaves(terms);
    const text = (script: Uint8Array) => Buffer.from(script).toString('hex');
    expect(text(scripts.redeem)).toBe(`a820${'cc'.repeat(32)}8820${'aa'.repeat(32)}ac`);
    expect(text(scripts.refund)).toBe(`029000b27520${'bb'.repeat(32)}ac`);
    expect(text(scripts.instantRefund)).toBe(`20${'bb'.repeat(32)}ac20${'aa'.repeat(32)}ba529c`);
    expect(text(htlcLeaves({ ...terms, timelock: 12 }).refund)).toBe(`5cb27520${'bb'.repeat(32)}ac`);
    expect(INTERNAL_KEY).toHaveLength(64);
  });

  it('refuses invalid terms', () => {
    const good = { redeemer: 'aa'.repeat(32), initiator: 'bb'.repeat(32), secretHash: 'cc'.repeat(32), timelock: 144 };
    for (const bad of [
      { redeemer: 'tb1p' },
      { initiator: '' },
      { secretHash: 'cc' },
      { timelock: 0 },
      { timelock: 1e9 },
    ])
      expect(() => htlcAddress({ ...good, ...bad }, 'bc')).toThrow();
  });
});
