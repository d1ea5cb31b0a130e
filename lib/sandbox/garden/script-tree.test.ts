/** If these fail, deposits go to an address that the real Garden would not have made. */
import { bytesToHex } from '@noble/hashes/utils.js';
import { expect, it } from 'vitest';
import { chainOf } from '../../chains/chains.ts';
import { addressOfScript } from '../utxo/scripts.ts';
import { INTERNAL_KEY, lockScripts } from './script-tree.ts';

const { utxo } = chainOf('BTC').sandbox;
if (utxo === undefined) throw new Error('no bitcoin');

/** The destination of a live order on a test network. Source: docs.garden.finance quickstart, "From EVM". */
const RECORDED = {
  initiator: '460f2e8ff81fc4e0a8e6ce7796704e3829e3e3eedb8db9390bdc51f4f04cf0a6',
  redeemer: 'bc182774238a970984da3727d8acdc8c93c23f85167afd7d58db73ef9e81b9b0',
  secretHash: '61d22856ce12bc3693df0cd4967d404400449f61810080c52638fd805b379723',
  timelock: 12,
};

it('makes the address of a recorded order, key for key', () => {
  const address = addressOfScript(lockScripts(RECORDED).output, { ...utxo, bech32: 'tb' });
  expect(address).toBe('tb1p57lque52sgj9juntnwz7s0sgpapwmh0tzck3n9lz0sw2h3nnfx4qk924vj');
});

it('has the internal key that Garden publishes, and its three leaves', () => {
  expect(bytesToHex(INTERNAL_KEY)).toBe('2160e11a135f94e536a5b222e5d09fd9db1be5f5f5e753920290c0410cf388f0');
  const { initiator, redeemer, secretHash } = RECORDED;
  const { leaves, control } = lockScripts({ ...RECORDED, timelock: 144 });
  expect(bytesToHex(leaves.redeem)).toBe(`a820${secretHash}8820${redeemer}ac`);
  expect(bytesToHex(leaves.refund)).toBe(`029000b27520${initiator}ac`);
  expect(bytesToHex(leaves.instant)).toBe(`20${initiator}ac20${redeemer}ba529c`);
  expect(Object.values(control).map((block) => block.length)).toEqual([65, 97, 97]);
});

it('differs with every term, and takes no lock without an end', () => {
  const outputs = [
    RECORDED,
    { ...RECORDED, timelock: 13 },
    { ...RECORDED, initiator: RECORDED.redeemer },
    { ...RECORDED, redeemer: RECORDED.initiator },
    { ...RECORDED, secretHash: RECORDED.initiator },
  ].map((terms) => bytesToHex(lockScripts(terms).output));
  expect(new Set(outputs).size).toBe(outputs.length);
  for (const timelock of [0, -1, 0.5, 65_536]) expect(() => lockScripts({ ...RECORDED, timelock })).toThrow(RangeError);
  expect(() => lockScripts({ ...RECORDED, initiator: 'ab' })).toThrow(RangeError);
});
