/** Lets a story happen, to its last swap's end, and returns what was wrong in it. */
import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import type { Store } from '../../lib/db/store.ts';
import { createClient, isFinal, isTakenBackUntold, lastOf, type Swap } from './client.ts';
import { startDeployment } from './deployment.ts';
import { createEmulatedWorld, type EmulatedWorld } from './emulated-world.ts';
import { wrongsOf } from './judge.ts';
import { ledgerWrongsOf } from './judge-ledger.ts';
import { createRandom } from './random.ts';
import type { Happening, Story } from './story.ts';
import { during, jump, now, sleep } from './virtual-time.ts';
import { createWallet } from './wallet.ts';

/** What a story came to, as plain data. */
export type StoryOutcome = {
  /** One for each swap: its last status, or why it was not paid. */
  ends: string[];
  paid: number;
  answers: number;
  virtualMs: number;
  wrongs: { swap?: number; what: string }[];
};

/**
 * How long everything may take once nothing goes wrong any more. A hash that nobody has seen, and that a jump of the clock
 * has made an hour old, is looked for once in five minutes; and some more.
 */
const PATIENCE_MS = 330_000;
/** The longer a swap takes, the less often its client looks at it: by a quarter each time, up to once in so many ms. */
const [LONGER, LONGEST_MS] = [1.25, 10_000];
/** Looks after the end, since what is final must stay so. */
const LOOKS_AFTER = 2;

async function happen(happening: Happening, { world, control }: EmulatedWorld, restart: () => Promise<void>) {
  await sleep(happening.atMs);
  if (happening.kind === 'restart') return restart();
  if (happening.kind === 'clock') return jump(happening.byMs);
  if (happening.kind === 'control') return void (await control(happening.action, happening.body));
  const { target, fault, params, forMs } = happening;
  world.faults.set({ target, kind: fault, params });
  await sleep(forMs);
  world.faults.clear(target, fault);
}

/** @param folder is empty or the world's own. */
export async function runStory(story: Story, store: Store, folder: string): Promise<StoryOutcome> {
  const began = now();
  // It reads files: time waits for them.
  const emulated = await during(
    createEmulatedWorld(`simulated ${story.seed}`, folder, createRandom(story.seed ^ 0x5eed)),
  );
  const deployment = await startDeployment(store, emulated.fetch);
  const client = createClient(deployment);
  // The networks' first blocks, from which they price.
  await sleep(2000);
  const swaps = story.swaps.map((plan): Swap => {
    const walletOf = (whose: string) =>
      createWallet(emulated, sha256(utf8ToBytes(`${whose} ${story.seed} ${plan.number}`)));
    return {
      plan,
      wallet: walletOf('payer'),
      payee: walletOf('payee'),
      paidBaseUnits: 0n,
      hashes: [],
      answers: [],
      wrongs: [],
    };
  });
  let troubled = true;
  const follow = async (swap: Swap): Promise<void> => {
    await client.run(swap);
    if (swap.hashes.length === 0) return;
    let patienceMs = PATIENCE_MS;
    let everyMs = swap.plan.looksEveryMs;
    for (let after = 0; after < LOOKS_AFTER && patienceMs > 0; patienceMs -= troubled ? 0 : everyMs) {
      await sleep(everyMs);
      everyMs = Math.min(everyMs * LONGER, LONGEST_MS);
      const body = await client.look(swap);
      if (body && isFinal(body)) after += 1;
      if (await isTakenBackUntold(swap)) return;
    }
  };
  const happened = Promise.all(story.happenings.map((one) => happen(one, emulated, deployment.restart))).then(() => {
    emulated.world.faults.clearAll();
    troubled = false;
  });
  await Promise.all([happened, ...swaps.map(follow)]);
  // A last time, when every payout has been mined.
  await sleep(5000);
  for (const swap of swaps) if (swap.hashes.length > 0) await client.look(swap);
  const entries = new Map((await store.ledgerSince(0)).map((entry) => [entry.id, entry]));
  const wrongs: StoryOutcome['wrongs'] = [];
  const mostEntries = swaps.reduce((sum, { hashes }) => sum + hashes.length, 0);
  if (entries.size > mostEntries)
    wrongs.push({ what: `${mostEntries} payments, and ${entries.size} entries in the ledger` });
  for (const swap of swaps)
    for (const what of [...swap.wrongs, ...(await wrongsOf(swap)), ...(await ledgerWrongsOf(swap, entries))])
      wrongs.push({ swap: swap.plan.number, what });
  for (const fault of deployment.faults) wrongs.push({ what: `the product logged ${JSON.stringify(fault)}` });
  for (const error of emulated.errors) wrongs.push({ what: `the world itself: ${JSON.stringify(error)}` });
  await deployment.end();
  await emulated.world.clock.stop();
  const paid = swaps.filter(({ hashes }) => hashes.length > 0).length;
  const answers = swaps.reduce((sum, one) => sum + one.answers.length, 0);
  return { ends: swaps.map(endOf), paid, answers, virtualMs: now() - began, wrongs };
}

const endOf = (swap: Swap): string =>
  swap.hashes.length === 0 ? `not paid: ${swap.declined}` : (lastOf(swap)?.trackingStatus ?? 'never answered');
