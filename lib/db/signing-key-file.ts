/**
 * Keeps the keys that sign answers in a file beside the embedded database, which outlives it and which only the account
 * that runs the server can read. One process at a time has the folder.
 */
import { open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { NetworkName } from '../chains/chain.ts';
import type { SigningKeyStore, StoredSigningKey } from './signing-key-store.ts';

const OWNER_ONLY = 0o600;
const moment = z.number().nullable();
const fileSchema = z.object({
  keys: z.array(
    z.object({
      kid: z.string(),
      x: z.string(),
      seed: z
        .string()
        .regex(/^[0-9a-f]{64}$/)
        .nullable(),
      createdAt: z.number(),
      retiredAt: moment,
      revokedAt: moment,
    }),
  ),
});

const isMissing = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'ENOENT';

export const signingKeyFileName = (network: NetworkName): string => `signing-keys-${network}.json`;

/** @throws {Error} a sentence, when the file exists and is unusable: a replacement key would go unnoticed. */
async function readKeys(path: string): Promise<StoredSigningKey[]> {
  try {
    return fileSchema.parse(JSON.parse(await readFile(path, 'utf8'))).keys;
  } catch (error) {
    if (isMissing(error)) return [];
    throw new Error(`${path} holds the keys that sign answers and cannot be read; restore it, or move it away.`, {
      cause: error,
    });
  }
}

/** Replaces the file atomically, even when the process is killed. */
async function writeKeys(path: string, keys: readonly StoredSigningKey[]): Promise<void> {
  const fresh = `${path}.new`;
  await rm(fresh, { force: true });
  const file = await open(fresh, 'wx', OWNER_ONLY);
  try {
    await file.writeFile(`${JSON.stringify({ keys }, null, 2)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(fresh, path);
}

const signs = ({ seed, retiredAt, revokedAt }: StoredSigningKey): boolean =>
  seed !== null && retiredAt === null && revokedAt === null;

/** @param folder is locked by this process. */
export function signingKeyFile(folder: string, network: NetworkName): SigningKeyStore {
  const path = join(folder, signingKeyFileName(network));
  let last: Promise<unknown> = Promise.resolve();
  /** Changes are made one after another; undefined: nothing to write. */
  const change = <T>(make: (keys: StoredSigningKey[]) => { keys?: StoredSigningKey[]; answer: T }): Promise<T> => {
    const changed = last
      .catch(() => undefined)
      .then(async () => {
        const { keys, answer } = make(await readKeys(path));
        if (keys) await writeKeys(path, keys);
        return answer;
      });
    last = changed;
    return changed;
  };
  const add = (key: StoredSigningKey, isWanted: (keys: StoredSigningKey[]) => boolean) =>
    change((keys) => ({ ...(isWanted(keys) ? { keys: [...keys, key] } : {}), answer: undefined }));
  return {
    signingKeys: () => readKeys(path),
    addSigningKey: (key) => add(key, (keys) => keys.every(({ kid }) => kid !== key.kid)),
    addFirstSigningKey: (key) => add(key, (keys) => !keys.some(signs)),
    rotateSigningKey: (key) =>
      change((keys) => ({
        keys: [...keys.map((one) => (signs(one) ? { ...one, seed: null, retiredAt: key.createdAt } : one)), key],
        answer: undefined,
      })),
    endSigningKey: (kid, how, now) =>
      change((keys) => {
        const isOpen = (one: StoredSigningKey) =>
          one.kid === kid && one.revokedAt === null && (how === 'revoked' || one.retiredAt === null);
        if (!keys.some(isOpen)) return { answer: false };
        const end = how === 'revoked' ? { revokedAt: now } : { retiredAt: now };
        return { keys: keys.map((one) => (isOpen(one) ? { ...one, seed: null, ...end } : one)), answer: true };
      }),
  };
}
