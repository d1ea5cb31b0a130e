/**
 * `npm run replay -- FOLDER`: prints what the current adapters make of recorded answers, line by line, and whether that
 * is as expected.
 */
import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { replayChainflip } from './chainflip.ts';
import { replayGarden } from './garden.ts';
import { replayJupiter } from './jupiter.ts';
import { type Answer, findRecordings, type Item, itemsOf, type ManifestEntry, type Recording } from './manifest.ts';
import { replayOneinch } from './oneinch.ts';
import { replayThorFamily } from './thor-family.ts';

type Replayer = (endpoint: string, answer: Answer) => Promise<string>;

/** The replayers by folder name; a new adapter adds its line here. */
const REPLAYERS: Readonly<Record<string, Replayer>> = {
  thorchain: replayThorFamily('thor'),
  mayachain: replayThorFamily('maya'),
  chainflip: replayChainflip,
  oneinch: replayOneinch,
  jupiter: replayJupiter,
  garden: replayGarden,
};

const say = (line: string) => process.stdout.write(`${line}\n`);

/** Returns 1 for an unexpected result. */
async function replayItem({ source, endpoint, notRead, answer, expected }: Item, replayer: Replayer): Promise<0 | 1> {
  if (endpoint === undefined && notRead !== undefined) {
    say(`  - ${source}: not read: ${notRead}`);
    return 0;
  }
  if (endpoint === undefined || answer.body === undefined) {
    say(`  ${endpoint === undefined ? 'UNLISTED' : 'MISSING'} ${source}`);
    return 1;
  }
  const outcome = await replayer(endpoint, answer);
  const asExpected = expected === undefined || outcome.startsWith(expected);
  say(`  ${asExpected ? 'ok' : 'DRIFT'} ${source}: ${outcome}`);
  if (!asExpected) say(`        expected: ${expected}`);
  return asExpected ? 0 : 1;
}

/** Returns the number of unexpected results. */
async function replayFile(recording: Recording, entry: ManifestEntry, replayer: Replayer): Promise<number> {
  if (!existsSync(join(recording.folder, entry.file))) {
    say(`  ${recording.complete ? 'MISSING' : '-'} ${entry.file}: not in this folder`);
    return recording.complete ? 1 : 0;
  }
  if (entry.endpoint === undefined && entry.parts === undefined) {
    say(`  - ${entry.file}: not read: ${entry.notRead ?? 'the manifest names no endpoint'}`);
    return 0;
  }
  let items: Item[];
  try {
    items = itemsOf(recording.folder, entry);
  } catch (error) {
    say(`  DRIFT ${entry.file}: cannot: it is no JSON (${error instanceof Error ? error.message : ''})`);
    return 1;
  }
  let drift = 0;
  for (const item of items) drift += await replayItem(item, replayer);
  return drift;
}

async function replayUpstream(recording: Recording): Promise<number> {
  const { upstream, entries, unlisted } = recording;
  const replayer = REPLAYERS[upstream];
  if (!entries || !replayer) {
    say(`${upstream}: skipped, ${entries ? 'no adapter is written for it' : 'no manifest'}`);
    return 0;
  }
  say(`${upstream}:`);
  let drift = 0;
  for (const entry of entries) drift += await replayFile(recording, entry, replayer);
  for (const file of unlisted) say(`  UNLISTED ${file}: no manifest names it`);
  return drift + unlisted.length;
}

async function main(folder: string | undefined): Promise<number> {
  if (folder === undefined || !existsSync(folder) || !statSync(folder).isDirectory()) {
    say('npm run replay -- FOLDER, where FOLDER holds a folder of recorded answers for each upstream.');
    return 2;
  }
  const own = fileURLToPath(new URL('.', import.meta.url));
  let drift = 0;
  for (const recording of findRecordings(resolve(folder), own)) drift += await replayUpstream(recording);
  say(drift === 0 ? 'All as expected.' : `${drift} not as expected.`);
  return drift === 0 ? 0 : 1;
}

process.exitCode = await main(process.argv[2]);
