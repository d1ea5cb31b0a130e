/** Writes the address of a frame: what the first paint needs in the query, what no server shall see in the fragment. */
import { FRAGMENT } from '../api/embed/protocol.ts';
import type { EmbedOptions, MountOptions } from './types.ts';

/** Kept by the loader; every other name is an option of the frame, also one that is misspelt: the frame says so. */
const OF_HOST: Record<string, true> = {
  embedId: true,
  baseUrl: true,
  before: true,
  ethereum: true,
  solana: true,
  bitcoin: true,
  minHeight: true,
  maxHeight: true,
  timeoutSeconds: true,
  texts: true,
};

/** What goes to the frame, without what was left out. */
export const frameOptions = (options: MountOptions): EmbedOptions =>
  Object.fromEntries(
    Object.entries(options).filter(([name, value]) => !OF_HOST[name] && value !== undefined && value !== null),
  );

/** Longer ones arrive by message: servers and proxies bound the length of an address. */
const LONGEST_IN_QUERY = 200;
/** Whose money it is belongs into no server's log. */
const PRIVATE = ['to', 'from'];

/**
 * @param host the origin of the page that frames it.
 * @param instance random, by which the frame's first word is known.
 */
export function frameAddress(base: string, options: MountOptions, host: string, instance: string): string {
  const address = new URL('/embed', base);
  if (options.embedId) address.searchParams.set('embedId', options.embedId);
  for (const [name, value] of Object.entries(frameOptions(options))) {
    const written = String(value);
    if (written && written.length <= LONGEST_IN_QUERY && !PRIVATE.includes(name))
      address.searchParams.set(name, written);
  }
  address.hash = String(new URLSearchParams({ [FRAGMENT.instance]: instance, [FRAGMENT.host]: host }));
  return address.href;
}

/** 128 random bits as the protocol's `NONCE` wants them; works where the page is not a secure context too. */
export const randomName = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
