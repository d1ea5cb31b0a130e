/** Parses the command line; a fault is reported in a sentence. */
import { parseArgs } from 'node:util';

/**
 * `spec`: the rules of the specification. `portage`: also those that Portage added where the specification is silent.
 */
export type Level = 'spec' | 'portage';

export type SwapToTrack = { quoteId: string; routeIndex: number; hash?: string };

export type Options = {
  /** Without a trailing slash. */
  baseUrl: string;
  level: Level;
  key: string | undefined;
  /** True: opens a deposit channel, and places the orders that transactions need. */
  withChannels: boolean;
  json: boolean;
  /** Ids of checks, or beginnings of ids that end in a dot; empty: all. */
  only: string[];
  timeoutMs: number;
  concurrency: number;
  /** A finished swap, whose tracking is checked too. */
  swap: SwapToTrack | undefined;
  /** The name of an affiliate that the service pays. */
  affiliate: string | undefined;
  /** Funded addresses by chain, from which transactions can be built. */
  sources: Readonly<Record<string, string>>;
  /** An address that the service refuses to serve. */
  refused: { chain: string; address: string } | undefined;
};

export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export const USAGE = `npm run conformance -- URL [options]

Holds the service at URL against the interface specification and prints what differs.

  --level spec|portage   spec (default): what the specification says; portage: also what Portage decided beyond it
  --key KEY              sent as x-api-key
  --read-only            creates nothing upstream: the default, said aloud
  --with-channels        also opens a deposit channel, and asks for transactions that need an order or a channel
  --swap ID/INDEX[/HASH] a finished swap (quoteId, route index, hash), whose tracking is judged as well
  --source CHAIN=ADDRESS an address that holds something, so that its transactions can be made (may be repeated)
  --refused CHAIN=ADDRESS  an address that the service refuses to serve
  --affiliate NAME       an affiliate that the service pays: its fee must appear in the routes
  --only A,B             only these checks: ids, or beginnings such as "quote."
  --timeout SECONDS      for each request (default 90)
  --concurrency N        requests at once (default 4)
  --json                 the report as JSON
  --list                 lists the checks and asks nothing

Ends with 0 where all holds, 1 where something differs, 2 where it could not be judged.`;

const count = (name: string, text: string, most: number): number => {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1 || value > most)
    throw new UsageError(`--${name} takes a whole number from 1 to ${most}, not "${text}".`);
  return value;
};

function baseUrlOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !['http:', 'https:'].includes(url.protocol))
    throw new UsageError(`"${text}" is no address: https://… or http://… is wanted.`);
  if (url.search || url.hash) throw new UsageError('The address may have no query and no fragment.');
  return url.href.replace(/\/+$/, '').replace(/\/v1$/, '');
}

function swapOf(text: string): SwapToTrack {
  const [quoteId = '', index = '0', hash] = text.split('/');
  if (quoteId === '' || !/^\d+$/.test(index))
    throw new UsageError('--swap takes QUOTE_ID/INDEX or QUOTE_ID/INDEX/HASH, such as 0b6f…/0/9c0a….');
  return { quoteId, routeIndex: Number(index), ...(hash ? { hash } : {}) };
}

function addressOf(option: string, text: string): { chain: string; address: string } {
  const [, chain = '', address = ''] = /^([A-Za-z0-9]+)=(\S+)$/.exec(text) ?? [];
  if (address === '') throw new UsageError(`--${option} takes CHAIN=ADDRESS, such as ETH=0x…, not "${text}".`);
  return { chain: chain.toUpperCase(), address };
}

const sourcesOf = (texts: readonly string[]): Record<string, string> =>
  Object.fromEntries(texts.map((text) => Object.values(addressOf('source', text))));

const SETTINGS = {
  level: { type: 'string', default: 'spec' },
  key: { type: 'string' },
  'read-only': { type: 'boolean', default: false },
  'with-channels': { type: 'boolean', default: false },
  swap: { type: 'string' },
  affiliate: { type: 'string' },
  refused: { type: 'string' },
  source: { type: 'string', multiple: true, default: [] as string[] },
  only: { type: 'string', default: '' },
  timeout: { type: 'string', default: '90' },
  concurrency: { type: 'string', default: '4' },
  json: { type: 'boolean', default: false },
  list: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

function parse(args: string[]) {
  try {
    return parseArgs({ args: args, options: SETTINGS, allowPositionals: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** @throws {UsageError} */
export function readOptions(args: string[]): Options | 'help' | 'list' {
  const { values, positionals } = parse(args);
  if (values.help) return 'help';
  if (values.list) return 'list';
  const [address, ...rest] = positionals;
  if (address === undefined || rest.length > 0) throw new UsageError('One address is wanted: the base of the service.');
  const { level } = values;
  if (level !== 'spec' && level !== 'portage')
    throw new UsageError(`--level takes spec or portage, not "${values.level}".`);
  if (values['read-only'] && values['with-channels'])
    throw new UsageError('--read-only and --with-channels exclude each other.');
  return {
    baseUrl: baseUrlOf(address),
    level,
    key: values.key,
    withChannels: values['with-channels'],
    json: values.json,
    only: values.only.split(',').filter(Boolean),
    timeoutMs: 1000 * count('timeout', values.timeout, 600),
    concurrency: count('concurrency', values.concurrency, 32),
    swap: values.swap === undefined ? undefined : swapOf(values.swap),
    affiliate: values.affiliate,
    sources: sourcesOf(values.source),
    refused: values.refused === undefined ? undefined : addressOf('refused', values.refused),
  };
}
