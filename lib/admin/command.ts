/** What an operator's command works on and what it answers, wherever it runs: in the server, or by itself. */
import type { Store } from '../db/store.ts';

export type AdminStore = Pick<
  Store,
  | 'createIntegrator'
  | 'changeIntegrator'
  | 'integrators'
  | 'rotateKey'
  | 'revoke'
  | 'usageSince'
  | 'paidSwaps'
  | 'observationsOf'
  | 'switches'
  | 'switchOff'
  | 'switchOn'
>;

export type AdminDeps = {
  store: AdminStore;
  /** Unix ms. */
  now: () => number;
  /** Names in lower case that have payouts here. */
  affiliates: ReadonlySet<string>;
  /** Something changed: what this process remembers is asked anew. */
  changed: () => void;
  /** What has been counted but not written yet is written. */
  flushUsage: () => Promise<void>;
};

/** `data` is for programs (`--json`), `text` for people. */
export type AdminAnswer = { data: unknown; text: string };

/** @throws {UsageError} a sentence for the operator. */
export type AdminCommand = (args: readonly string[], deps: AdminDeps) => Promise<AdminAnswer>;
