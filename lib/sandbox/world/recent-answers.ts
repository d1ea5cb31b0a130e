/** The last answers that the emulated upstreams gave, for whoever asks what just happened. */

export type RecentAnswer = { at: string; target: string; method: string; path: string; outcome: string; body: string };

const KEPT = 200;
/** Characters of a body: enough to read what an upstream said. */
const BODY_SHOWN = 300;

export type RecentAnswers = { note(answer: RecentAnswer): void; list(): readonly RecentAnswer[] };

/** Forgets all but the last of them. */
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
