/** Defines what an operator's command works on and returns, whether it runs in the server or on its own. */
import type { NetworkName } from '../chains/chain.ts';
import type { Store } from '../db/store.ts';

export type AdminStore = Pick<
  Store,
  | 'createIntegrator'
  | 'changeIntegrator'
  | 'integrators'
  | 'rotateKey'
  | 'revoke'
  | 'usageBetween'
  | 'paidSwaps'
  | 'observationsOfAll'
  | 'switches'
  | 'switchOff'
  | 'switchOn'
  | 'signingKeys'
  | 'rotateSigningKey'
  | 'endSigningKey'
  | 'saveWebhook'
  | 'webhooksOf'
  | 'webhookById'
  | 'removeWebhook'
  | 'deliveriesOf'
>;

export type AdminDeps = {
  store: AdminStore;
  network: NetworkName;
  /** Unix ms. */
  now: () => number;
  /** Names, in lower case, of affiliates with payouts in this deployment. */
  affiliates: ReadonlySet<string>;
  /** Whether the setting SIGNING_KEY has the key that signs here. */
  hasSigningSetting: boolean;
  /** Drops the caches of this process after a change. */
  changed: () => void;
  /** Copies the embedded database into a new folder; absent on Postgres. */
  backup?: (folder: string) => Promise<void>;
  /** Writes the usage that was counted but not written yet. */
  flushUsage: () => Promise<void>;
};

/** `data` is for programs (`--json`), `text` for people. */
export type AdminAnswer = { data: unknown; text: string };

/** @throws {UsageError} a sentence for the operator. */
export type AdminCommand = (args: readonly string[], deps: AdminDeps) => Promise<AdminAnswer>;
