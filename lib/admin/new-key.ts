/** Creates keys that cannot be guessed and ids that people can tell apart. */
import { createHash, randomInt } from 'node:crypto';
import type { NewKey } from '../db/integrator-store.ts';

const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const ID_LETTERS = 12;
/** 190 bits of entropy: a secret that cannot be guessed needs no slow hash. */
const SECRET_LETTERS = 32;

const letters = (count: number): string =>
  Array.from({ length: count }, () => LETTERS[randomInt(LETTERS.length)] ?? '').join('');

export const newIntegratorId = (): string => `int_${letters(ID_LETTERS)}`;
export const newEmbedId = (): string => `emb_${letters(ID_LETTERS)}`;

/**
 * Creates a key. `key` is shown once and stored nowhere; it begins with `ptg_` and the letters of its id, by which
 * people find it in a list.
 */
export function newKey(): NewKey & { key: string } {
  const name = letters(ID_LETTERS);
  const prefix = `ptg_${name}`;
  const key = `${prefix}_${letters(SECRET_LETTERS)}`;
  return { id: `key_${name}`, prefix, key, hash: createHash('sha256').update(key).digest('hex') };
}
