/** Runs the product's own container and endpoints on a store in this process, and can end them between any two steps. */

import { Problem } from '../../lib/api/problem.ts';
import type { Fetch } from '../../lib/chain-clients/pooled-fetch.ts';
import { depositChannelAnswers, quoteAnswers, trackAnswers } from '../../lib/composition/api-handlers.ts';
import { containerOn } from '../../lib/composition/container.ts';
import { readSettings } from '../../lib/config/env.ts';
import type { Store } from '../../lib/db/store.ts';
import type { EndpointHandler } from '../../lib/http/endpoint.ts';
import { WORLD_URL } from './emulated-world.ts';
import { during } from './virtual-time.ts';

const CALLS = { quote: quoteAnswers, track: trackAnswers, channel: depositChannelAnswers };
export type Call = keyof typeof CALLS;

/** The process that was to answer has ended: nobody knows what it did. */
export class CutOff extends Error {}

export type Deployment = {
  /** The answer's body, or the problem. @throws {CutOff} */
  call(call: Call, body: Record<string, unknown>, client: string): Promise<{ status: number; body: unknown }>;
  /** Ends the process at once, as `kill -9` does, and starts the next. */
  restart(): Promise<void>;
  end(): Promise<void>;
  /** Log lines that say that the product itself is at fault. */
  faults: Record<string, unknown>[];
};

const never = new Promise<never>(() => undefined);

/** The store of one process: what is asked after its end is never answered, what was under way is done. */
const storeOf = (store: Store, isAlive: () => boolean): Store =>
  new Proxy(store, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      return async (...given: unknown[]) => {
        if (!isAlive()) return never;
        const result: unknown = await during(Promise.resolve(Reflect.apply(member, target, given)));
        return isAlive() ? result : never;
      };
    },
  });

const SETTINGS = {
  SANDBOX_URL: WORLD_URL,
  LOG_LEVEL: 'silent',
  PUBLIC_URL: 'https://portage.example',
  // The limits of callers are not what is looked into here.
  CHAINFLIP_CHANNELS_MAX: '1000000',
  CHAINFLIP_CHANNELS_PER_CLIENT: '1000000',
  ORDERS_MAX: '1000000',
  ORDERS_PER_CLIENT: '1000000',
  ONEINCH_RPS: '1000',
};

async function startProcess(store: Store, fetch: Fetch, faults: Record<string, unknown>[]) {
  let alive = true;
  let cut = (): void => undefined;
  const ended = new Promise<never>((_resolve, reject) => {
    cut = () => reject(new CutOff('the process has ended'));
  });
  ended.catch(() => undefined);
  const through: Fetch = async (url, init) => {
    if (!alive) return never;
    const answer = await fetch(url, init);
    return alive ? answer : never;
  };
  const settings = readSettings(SETTINGS);
  const container = await containerOn(
    storeOf(store, () => alive),
    settings,
    through,
  );
  const log = (event: Record<string, unknown>) => void (event.event === 'unexpected' && faults.push(event));
  const handlers = Object.fromEntries(
    Object.entries(CALLS).map(([name, answers]) => [name, answers(container)]),
  ) as Record<Call, EndpointHandler>;
  const observer = container.tracking.start();
  // As a server does once its networks answer.
  container.tokens.tokens().catch(() => undefined);
  return {
    async call(call: Call, body: Record<string, unknown>, client: string) {
      const answering = handlers[call]({
        request: new Request(`https://portage.example/v1/${call}`, { method: 'POST' }),
        requestId: 'simulated',
        clientAddress: client,
        caller: { kind: 'anonymous', address: client },
        body,
        query: new URLSearchParams(),
        params: {},
        signal: new AbortController().signal,
        charge: async () => undefined,
        log,
        timing: () => undefined,
      });
      try {
        const answer = await Promise.race([answering, ended]);
        if (answer instanceof Response) throw new Error('an event stream');
        return { status: answer.status ?? 200, body: answer.body };
      } catch (error) {
        if (error instanceof Problem) return { status: error.status, body: error };
        throw error;
      }
    },
    kill() {
      alive = false;
      cut();
      // Its timers would only ask a store that no longer answers.
      void observer.stop();
    },
  };
}

export async function startDeployment(store: Store, fetch: Fetch): Promise<Deployment> {
  const faults: Record<string, unknown>[] = [];
  let running = await startProcess(store, fetch, faults);
  return {
    faults,
    end: async () => running.kill(),
    call: (call, body, client) => running.call(call, body, client),
    async restart() {
      running.kill();
      running = await startProcess(store, fetch, faults);
    },
  };
}
