/** For tests: signing with keys in memory. `lib/db/signing-keys.process.test.ts` checks the real stores against it. */
import type { SigningKeyStore, StoredSigningKey } from '../db/signing-key-store.ts';
import { openSigning, type Signing, type SigningDeps } from './signing.ts';

export function keysInMemory(): SigningKeyStore {
  let keys: StoredSigningKey[] = [];
  const isLiving = ({ seed }: StoredSigningKey) => seed !== null;
  return {
    signingKeys: async () => keys,
    addSigningKey: async (key) => {
      if (!keys.some(({ kid }) => kid === key.kid)) keys = [...keys, key];
    },
    addFirstSigningKey: async (key) => {
      if (!keys.some(isLiving)) keys = [...keys, key];
    },
    rotateSigningKey: async (key) => {
      keys = [...keys.map((one) => ({ ...one, seed: null, retiredAt: key.createdAt })), key];
    },
    endSigningKey: async (kid, how, now) => {
      const end = how === 'revoked' ? { revokedAt: now } : { retiredAt: now };
      keys = keys.map((one) => (one.kid === kid ? { ...one, seed: null, ...end } : one));
      return true;
    },
  };
}

export const testSigning = (change: Partial<SigningDeps> = {}): Promise<Signing> =>
  openSigning({
    ...{ store: keysInMemory(), network: 'sandbox', seed: undefined, trusted: [] },
    ...{ now: () => 0, log: () => undefined },
    ...change,
  });
