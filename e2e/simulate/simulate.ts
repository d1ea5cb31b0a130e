/**
 * `npm run simulate -- --seed 1 --swaps 10000`: lets invented stories happen to the product in one process, on a virtual
 * clock, and holds what it said against the books of the emulated chains. The same seed tells the same story, which
 * `--twice` proves. A failure prints the seed of its world and the shortest story that still shows it.
 */
import { fork } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import type { StoryOutcome } from './run-story.ts';
import { shortest } from './shortest.ts';
import { invent, linesOf, type Story } from './story.ts';
import { makeWorldFiles } from './world-files.ts';

/** So many that the start of a world counts for little, so few that a story can be read. */
const SWAPS_A_WORLD = 500;
/** What is printed of a story; its seed tells the rest. */
const MOST_LINES = 60;

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    swaps: { type: 'string', default: '1000' },
    shorten: { type: 'string', default: '120' },
    ends: { type: 'boolean', default: false },
    twice: { type: 'boolean', default: false },
  },
});
const [firstSeed, wanted] = [Number(values.seed), Number(values.swaps)];

const figures = { swaps: 0, paid: 0, answers: 0, virtualMs: 0, ends: new Map<string, number>() };

const files = await makeWorldFiles();
/** Young objects are many here; with more room for them the collector takes half the time. */
const EXEC_ARGV = ['--max-semi-space-size=64'];

/** A process, with a world and a database of its own, for each story: nothing is remembered from one to the next. */
async function happen(story: Story): Promise<StoryOutcome> {
  const dataDir = await files.dataFolder();
  try {
    return await new Promise((resolve, reject) => {
      const child = fork(files.program, { execArgv: EXEC_ARGV });
      let outcome: StoryOutcome | undefined;
      child.once('message', (told: StoryOutcome) => {
        outcome = told;
        child.kill();
      });
      child.once('exit', (code) => {
        if (outcome) resolve(outcome);
        else reject(new Error(`the world of seed ${story.seed} ended by itself (${code})`));
      });
      child.send({ story, dataDir });
    });
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

function count({ ends, paid, answers, virtualMs }: StoryOutcome): void {
  for (const end of ends) figures.ends.set(end, (figures.ends.get(end) ?? 0) + 1);
  figures.swaps += ends.length;
  figures.paid += paid;
  figures.answers += answers;
  figures.virtualMs += virtualMs;
}

const lineOf = ({ swap, what }: StoryOutcome['wrongs'][number]): string =>
  swap === undefined ? what : `swap ${swap}: ${what}`;

async function explain(story: Story, outcome: StoryOutcome): Promise<void> {
  console.log(`seed ${story.seed} with ${story.swaps.length} swaps: ${outcome.wrongs.length} wrong`);
  for (const one of outcome.wrongs.slice(0, 5)) console.log(`  ${lineOf(one)}`);
  const { story: short, outcome: still } = await shortest(story, outcome, happen, Number(values.shorten) * 1000);
  console.log('The shortest story that shows it:');
  const lines = linesOf(short);
  for (const line of lines.slice(0, MOST_LINES)) console.log(`  ${line}`);
  if (lines.length > MOST_LINES) console.log(`  … and ${lines.length - MOST_LINES} more lines`);
  for (const one of still.wrongs.slice(0, 3)) console.log(`  WRONG ${lineOf(one)}`);
}

const began = performance.now();
const stories = Array.from({ length: Math.ceil(wanted / SWAPS_A_WORLD) }, (_none, world) =>
  invent(firstSeed + world, Math.min(SWAPS_A_WORLD, wanted - world * SWAPS_A_WORLD)),
);
let wrong = 0;
/** The worlds are independent of each other, so each core has one. */
async function work(): Promise<void> {
  for (let story = stories.shift(); story !== undefined; story = stories.shift()) {
    const outcome = await happen(story);
    if (values.twice && !isDeepStrictEqual(await happen(story), outcome))
      outcome.wrongs.push({ what: 'told again, the story came to something else' });
    count(outcome);
    const isFirst = wrong === 0;
    wrong += outcome.wrongs.length;
    if (outcome.wrongs.length > 0 && isFirst) await explain(story, outcome);
    else for (const one of outcome.wrongs.slice(0, 3)) console.log(`seed ${story.seed}: ${lineOf(one)}`);
  }
}
await Promise.all(Array.from({ length: availableParallelism() }, work)).finally(files.remove);
if (values.ends) for (const [end, many] of [...figures.ends].sort((a, b) => b[1] - a[1])) console.log(`${many} ${end}`);
const seconds = (performance.now() - began) / 1000;
const final = ['completed', 'refunded', 'failed'].map((end) => `${figures.ends.get(end) ?? 0} ${end}`).join(', ');
console.log(
  `${figures.swaps} swaps from seed ${firstSeed}, ${figures.paid} paid: ${final}; ${figures.answers} answers in ` +
    `${(figures.virtualMs / 60_000).toFixed(0)} virtual minutes, ${seconds.toFixed(0)} s; ${wrong} wrong`,
);
process.exit(wrong === 0 ? 0 : 1);
