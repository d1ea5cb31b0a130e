/**
 * `npm run simulate -- --seed 1 --swaps 10000`: lets invented stories happen to the product in one process, on a virtual
 * clock, and holds what it said against the books of the emulated chains. The same seed tells the same story. A failure
 * prints the seed of its world and the shortest story that still shows it.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openStore } from '../../lib/db/open-store.ts';
import { logger } from '../../lib/http/logger.ts';
import { shortest } from './shortest.ts';
import { invent, linesOf, type Story } from './story.ts';
import { endOf, type Told, tell } from './tell.ts';
import { giveBack, now, passUntil, realMs, takeOver } from './virtual-time.ts';

/** So many that the start of a world counts for little, so few that a story can be read. */
const SWAPS_A_WORLD = 250;

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    swaps: { type: 'string', default: '1000' },
    shorten: { type: 'string', default: '120' },
    ends: { type: 'boolean', default: false },
  },
});
const [firstSeed, wanted] = [Number(values.seed), Number(values.swaps)];

logger('silent');
const figures = { swaps: 0, paid: 0, answers: 0, virtualMs: 0, ends: new Map<string, number>() };

/** A world and a database of its own for each story. */
async function happen(story: Story): Promise<Told> {
  const dataDir = await mkdtemp(join(tmpdir(), 'portage-simulate-'));
  const store = await openStore({ dataDir, databaseUrl: undefined, network: { name: 'sandbox' } });
  takeOver(story.seed);
  const began = now();
  try {
    return await passUntil(tell(story, store));
  } finally {
    figures.virtualMs += now() - began;
    giveBack();
    await store.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

function count({ swaps }: Told): void {
  for (const swap of swaps) {
    const end = endOf(swap);
    figures.ends.set(end, (figures.ends.get(end) ?? 0) + 1);
    figures.swaps += 1;
    figures.paid += swap.hashes.length > 0 ? 1 : 0;
    figures.answers += swap.answers.length;
  }
}

async function explain(story: Story, told: Told): Promise<void> {
  console.log(`seed ${story.seed} with ${story.swaps.length} swaps: ${told.wrongs.length} wrong`);
  for (const { swap, what } of told.wrongs.slice(0, 5))
    console.log(`  ${swap ? `swap ${swap.plan.number}: ` : ''}${what}`);
  const { story: short, told: still } = await shortest(story, told, happen, Number(values.shorten) * 1000);
  console.log('The shortest story that shows it:');
  for (const line of linesOf(short)) console.log(`  ${line}`);
  for (const { what } of still.wrongs.slice(0, 3)) console.log(`  WRONG ${what}`);
}

const began = realMs();
let wrong = 0;
for (let world = 0; figures.swaps < wanted; world += 1) {
  const story = invent(firstSeed + world, Math.min(SWAPS_A_WORLD, wanted - figures.swaps));
  const told = await happen(story);
  count(told);
  if (told.wrongs.length > 0 && wrong === 0) await explain(story, told);
  else for (const { what } of told.wrongs.slice(0, 3)) console.log(`seed ${story.seed}: ${what}`);
  wrong += told.wrongs.length;
}
if (values.ends) for (const [end, many] of [...figures.ends].sort((a, b) => b[1] - a[1])) console.log(`${many} ${end}`);
const seconds = (realMs() - began) / 1000;
const final = ['completed', 'refunded', 'failed'].map((end) => `${figures.ends.get(end) ?? 0} ${end}`).join(', ');
console.log(
  `${figures.swaps} swaps from seed ${firstSeed}, ${figures.paid} paid: ${final}; ${figures.answers} answers in ` +
    `${(figures.virtualMs / 60_000).toFixed(0)} virtual minutes, ${seconds.toFixed(0)} s; ${wrong} wrong`,
);
process.exit(wrong === 0 ? 0 : 1);
