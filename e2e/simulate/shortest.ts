/** Shortens a story for as long as what is left still shows something wrong. */

import type { StoryOutcome } from './run-story.ts';
import type { Story } from './story.ts';

type Found = { story: Story; outcome: StoryOutcome };

export async function shortest(
  story: Story,
  outcome: StoryOutcome,
  happen: (story: Story) => Promise<StoryOutcome>,
  budgetMs: number,
): Promise<Found> {
  const until = performance.now() + budgetMs;
  let found: Found = { story, outcome };
  const attempt = async (change: Partial<Story>): Promise<boolean> => {
    if (performance.now() > until) return false;
    const shorter = { ...found.story, ...change };
    const outcome = await happen(shorter);
    if (outcome.wrongs.length === 0) return false;
    found = { story: shorter, outcome };
    return true;
  };
  /** Leaves out ever smaller parts of a list. */
  async function thin<K extends 'swaps' | 'happenings'>(what: K): Promise<void> {
    for (let size = Math.ceil(found.story[what].length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2))
      for (let at = 0; at < found.story[what].length && performance.now() < until; ) {
        const kept = found.story[what].filter((_one, index) => index < at || index >= at + size);
        if (!(await attempt({ [what]: kept }))) at += size;
      }
  }
  const number = outcome.wrongs.find(({ swap }) => swap !== undefined)?.swap;
  const guilty = story.swaps.find((plan) => plan.number === number);
  if (guilty) await attempt({ swaps: [guilty] });
  await attempt({ happenings: [] });
  await thin('swaps');
  await thin('happenings');
  return found;
}
