/** Builds the URL of a frame: the query has what the first paint needs, the fragment what no server may see. */
import { FRAGMENT } from '../api/embed/protocol.ts';
import type { EmbedOptions, MountOptions } from './types.ts';

/**
 * Options for the loader. Every other name, even a misspelled one, is passed to the frame, which reports unknown ones.
 */
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

/** The options for the frame, without those that are absent. */
export const frameOptions = (options: MountOptions): EmbedOptions =>
  Object.fromEntries(
    Object.entries(options).filter(([name, value]) => !OF_HOST[name] && value !== undefined && value !== null),
  );

/** Longer values are sent by message, since servers and proxies limit the length of a URL. */
const LONGEST_IN_QUERY = 200;
/** Users' addresses, which do not belong in any server's log. */
const PRIVATE = ['to', 'from'];

/**
 * @param host the origin of the page that frames it.
 * @param instance a random name by which the frame's first message is recognised.
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

/** 128 random bits in the form of the protocol's `NONCE`; also works where the page is not a secure context. */
export const randomName = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
