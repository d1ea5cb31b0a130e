/** Keeps the last answers of the emulated upstreams, to show what just happened. */

export type RecentAnswer = { at: string; target: string; method: string; path: string; outcome: string; body: string };

const KEPT = 200;
/** Characters kept of a body, enough to see what an upstream answered. */
const BODY_SHOWN = 300;

export type RecentAnswers = { note(answer: RecentAnswer): void; list(): readonly RecentAnswer[] };

/** Keeps only the last `KEPT` answers. */
export function createRecentAnswers(): RecentAnswers {
  const kept: RecentAnswer[] = [];
  return {
    note(answer) {
      kept.push({ ...answer, body: answer.body.slice(0, BODY_SHOWN) });
      if (kept.length > KEPT) kept.shift();
    },
    list: () => kept,
  };
}
