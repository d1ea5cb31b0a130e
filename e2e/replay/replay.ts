/** `npm run replay -- FOLDER`: what today's adapters make of recorded answers, line by line, and whether that is what it was. */
import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Answer, answersOf, expectedOf, findRecordings, type ManifestEntry, type Recording } from './manifest.ts';
import { replayThorFamily } from './thor-family.ts';

type Replayer = (endpoint: string, answer: Answer) => Promise<string>;

/** By folder name; an upstream that gets an adapter gets its line here. */
const REPLAYERS: Readonly<Record<string, Replayer>> = {
  thorchain: replayThorFamily('thor'),
  mayachain: replayThorFamily('maya'),
};

const say = (line: string) => process.stdout.write(`${line}\n`);

/** Counts what is not as it should be. */
async function replayFile(recording: Recording, entry: ManifestEntry, replayer: Replayer): Promise<number> {
  if (!existsSync(join(recording.folder, entry.file))) {
    say(`  ${recording.complete ? 'MISSING' : '-'} ${entry.file}: not in this folder`);
    return recording.complete ? 1 : 0;
  }
  if (entry.endpoint === undefined) {
    say(`  - ${entry.file}: not read: ${entry.notRead ?? 'the manifest names no endpoint'}`);
    return 0;
  }
  let answers: Answer[];
  try {
    answers = answersOf(recording.folder, entry);
  } catch (error) {
    say(`  DRIFT ${entry.file}: cannot: it is no JSON (${error instanceof Error ? error.message : ''})`);
    return 1;
  }
  let drift = 0;
  for (const [i, answer] of answers.entries()) {
    const outcome = await replayer(entry.endpoint, answer);
    const expected = expectedOf(entry, i);
    const asExpected = expected === undefined || outcome.startsWith(expected);
    const place = answers.length > 1 ? `${entry.file} [${i}]` : entry.file;
    say(`  ${asExpected ? 'ok' : 'DRIFT'} ${place}: ${outcome}`);
    if (asExpected) continue;
    say(`        expected: ${expected}`);
    drift += 1;
  }
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
