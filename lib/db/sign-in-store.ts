/** Keeps the nonces and the tokens of signed-in addresses, which all instances share: only their digests. */
import { createHash } from 'node:crypto';
import { and, eq, gt, lt } from 'drizzle-orm';
import type { ChainId } from '../domain/chain-id.ts';
import type { Where } from './creation-store.ts';
import { signIns } from './schema.ts';

/** `address` in lower case. `chain`: the one chain on which the address was proven; undefined for every EVM chain. */
export type SignedInAddress = { address: string; chain?: ChainId | undefined };

/** Times in unix ms. */
export type SignInStore = {
  addNonce(nonce: string, expiresAt: number): Promise<void>;
  /** True for exactly one caller in all instances, while the nonce lives. */
  takeNonce(nonce: string, now: number): Promise<boolean>;
  addToken(token: string, whose: SignedInAddress, expiresAt: number): Promise<void>;
  /** Undefined for a token that is unknown or has ended. */
  addressOfToken(token: string, now: number): Promise<SignedInAddress | undefined>;
  /** Deletes what has ended before `now`. */
  clearSignIns(now: number): Promise<void>;
};

export const signInFunctions = ({ db, network }: Where): SignInStore => {
  const idOf = (kind: 'nonce' | 'token', secret: string): string =>
    createHash('sha256').update(`${network} ${kind} ${secret}`).digest('hex');
  return {
    async addNonce(nonce, expiresAt) {
      await db.insert(signIns).values({ id: idOf('nonce', nonce), expiresAt });
    },
    async takeNonce(nonce, now) {
      const living = and(eq(signIns.id, idOf('nonce', nonce)), gt(signIns.expiresAt, now));
      return (await db.delete(signIns).where(living).returning({ id: signIns.id })).length > 0;
    },
    async addToken(token, { address, chain }, expiresAt) {
      await db.insert(signIns).values({ id: idOf('token', token), expiresAt, address, chain: chain ?? null });
    },
    async addressOfToken(token, now) {
      const living = and(eq(signIns.id, idOf('token', token)), gt(signIns.expiresAt, now));
      const [row] = await db.select().from(signIns).where(living);
      if (!row?.address) return undefined;
      // The cast is safe, because this room wrote what is stored.
      return { address: row.address, ...(row.chain === null ? {} : { chain: row.chain as ChainId }) };
    },
    async clearSignIns(now) {
      await db.delete(signIns).where(lt(signIns.expiresAt, now));
    },
  };
};
