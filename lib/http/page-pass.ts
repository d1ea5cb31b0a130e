/** Gives the page's visitors a pass of a few minutes, which distinguishes their calls from those of programs. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { PagePass } from '../api/page-fetch.ts';
import { callerKey } from './caller.ts';

const LIFE_SECONDS = 600;
const LONGEST = 100;

export type PagePassDeps = {
  /** Known to all instances of the deployment and to nobody else. */
  secret: () => Promise<string>;
  /** Unix ms. */
  now: () => number;
};

export type PagePasses = {
  /** @param address of the visitor; the pass is valid for its network alone. @throws what the secret's store throws. */
  give(address: string): Promise<PagePass>;
  /** Whether the text is a valid pass of that address's network; also false while the secret is unavailable. */
  holds(pass: string, address: string): Promise<boolean>;
};

export function createPagePasses({ secret, now }: PagePassDeps): PagePasses {
  let known: Promise<string> | undefined;
  const secretOnce = (): Promise<string> => {
    known ??= secret().catch((error: unknown) => {
      known = undefined;
      throw error;
    });
    return known;
  };
  const passUntil = async (seconds: number, address: string): Promise<string> => {
    const network = callerKey({ kind: 'anonymous', address });
    const digest = createHmac('sha256', await secretOnce())
      .update(`page ${seconds} ${network}`)
      .digest('base64url');
    return `${seconds}.${digest}`;
  };
  return {
    async give(address) {
      const until = Math.floor(now() / 1000) + LIFE_SECONDS;
      return { pass: await passUntil(until, address), seconds: LIFE_SECONDS };
    },
    async holds(pass, address) {
      const seconds = Number(/^(\d{1,12})\./.exec(pass)?.[1]);
      const left = seconds - now() / 1000;
      if (pass.length > LONGEST || !(left > 0 && left <= LIFE_SECONDS + 1)) return false;
      const right = Buffer.from(await passUntil(seconds, address).catch(() => ''));
      const given = Buffer.from(pass);
      return right.length === given.length && timingSafeEqual(right, given);
    },
  };
}
