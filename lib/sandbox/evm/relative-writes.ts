/** Writes of an EVM's state as what they add, so that they can be made again where other things have happened since. */
import type { Anvil } from './anvil-process.ts';
import { hexNumber, type Write } from './funding.ts';
import { word } from './storage.ts';

/** Code is no number: it is written again as it is. */
const READS: Readonly<Record<string, string>> = {
  anvil_setBalance: 'eth_getBalance',
  anvil_setStorageAt: 'eth_getStorageAt',
};

async function combined(anvil: Anvil, writes: readonly Write[], sign: 1n | -1n): Promise<Write[]> {
  const reads = writes.flatMap(([method, params]): Write[] => {
    const read = READS[method];
    return read === undefined ? [] : [[read, [...params.slice(0, -1), 'latest']]];
  });
  const standing = (await anvil.all(reads)).map((value) => hexNumber.parse(value));
  return writes.map(([method, params]): Write => {
    if (!(method in READS)) return [method, params];
    const value = BigInt.asUintN(256, hexNumber.parse(params.at(-1)) + sign * (standing.shift() ?? 0n));
    const written = method === 'anvil_setBalance' ? `0x${value.toString(16)}` : word(value);
    return [method, [...params.slice(0, -1), written]];
  });
}

/** Asked before they are made: the same writes with what they add, modulo 2^256, in place of their values. */
export const whatTheyAdd = (anvil: Anvil, writes: readonly Write[]): Promise<Write[]> => combined(anvil, writes, -1n);

/** The writes that add the same to what stands there now. */
export const addedAgain = (anvil: Anvil, added: readonly Write[]): Promise<Write[]> => combined(anvil, added, 1n);
