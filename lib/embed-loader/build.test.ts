/** The built loader matches its source, is small, and its types name exactly the frame's options and events. */
import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect, expectTypeOf, test } from 'vitest';
import type { FrameMessage } from '../api/embed/messages.ts';
import { EMBED_ERRORS, frameMessageSchema } from '../api/embed/messages.ts';
import { EMBED_OPTIONS, FONTS, HIDEABLE, LAYOUTS, LOCKABLE, OPTION_NAMES, THEMES } from '../api/embed/option-list.ts';
import { WALLET_METHODS } from '../api/embed/protocol.ts';
import type { EmbedOptions as ReadEmbedOptions } from '../api/embed/read-options.ts';
import { embedFiles, integrityOf } from './build.ts';
import type { EmbedEvents, EmbedOptions } from './types.ts';

const MOST_GZIP_BYTES = 6_000;

test('the served files are up to date: run "npm run embed" after a change', async () => {
  for (const [name, text] of Object.entries(await embedFiles())) {
    const served = readFileSync(new URL(`../../public/${name}`, import.meta.url), 'utf8');
    expect(served === text, name).toBe(true);
    if (!name.endsWith('.d.ts')) expect(gzipSync(served).length).toBeLessThanOrEqual(MOST_GZIP_BYTES);
  }
});

test('each released loader is still there, byte for byte, and has a published hash', () => {
  const folder = new URL('../../public/', import.meta.url);
  const read = (name: string) => readFileSync(new URL(name, folder), 'utf8');
  const hashes = JSON.parse(read('embed-releases.json')) as Record<string, string>;
  const kept = readdirSync(folder).filter((name) => /^embed-\d+\.\d+\.\d+\.m?js$/.test(name));
  expect(kept.length).toBeGreaterThanOrEqual(2);
  expect(Object.fromEntries(kept.map((name) => [name, integrityOf(read(name))]))).toEqual(hashes);
});

test('the shipped types name every option and every event of the frame, and nothing else', () => {
  expectTypeOf<keyof EmbedOptions>().toEqualTypeOf<keyof ReadEmbedOptions>();
  // A host may pass on anything that the options' parser returns.
  expectTypeOf<ReadEmbedOptions>().toExtend<Parameters<(options: Loose<EmbedOptions>) => void>[0]>();
  type PassedOn = Exclude<FrameMessage['type'], 'hello' | 'walletRequest'>;
  expectTypeOf<keyof EmbedEvents>().toEqualTypeOf<PassedOn>();
  type Fields<Name extends PassedOn> = Exclude<
    keyof Extract<FrameMessage, { type: Name }>,
    'portage' | 'nonce' | 'type' | 'id'
  >;
  expectTypeOf<{ [Name in PassedOn]: keyof EmbedEvents[Name] }>().toEqualTypeOf<{ [Name in PassedOn]: Fields<Name> }>();
});

test('the guide names every option with its default and allowed values, every event, error and lent method', () => {
  const guide = readFileSync(new URL('../docs/guides/embedding.md', import.meta.url), 'utf8');
  for (const name of OPTION_NAMES) {
    const { docs, byDefault } = EMBED_OPTIONS[name];
    expect(guide).toContain(`| \`${name}\` | ${docs} | ${byDefault && `\`${byDefault}\``} |`);
  }
  const events = frameMessageSchema.options.map(({ shape }) => shape.type.value);
  const eventNames = events.filter((name) => name !== 'hello' && name !== 'walletRequest');
  const names = [
    ...eventNames,
    ...EMBED_ERRORS,
    ...WALLET_METHODS.evm,
    ...THEMES,
    ...FONTS,
    ...LAYOUTS,
    ...LOCKABLE,
    ...HIDEABLE,
  ];
  expect(names.filter((name) => !guide.includes(`\`${name}\``))).toEqual([]);
});

/** Optional fields may also be undefined. */
type Loose<T> = { [Key in keyof T]?: T[Key] | undefined };
