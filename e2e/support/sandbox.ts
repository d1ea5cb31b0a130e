/**
 * Controls the sandbox's world for a journey, through its control endpoint; `lib/sandbox/control.ts` lists the
 * commands.
 */

export type Sandbox = {
  control(path: string, body: Record<string, unknown>): Promise<unknown>;
  fund(chain: string, address: string, amount: string, token?: string): Promise<void>;
  /** Switches a fault on while `run` runs, and off again whatever happens. */
  withFault<T>(fault: { target: string; kind: string } & Record<string, unknown>, run: () => Promise<T>): Promise<T>;
  /** Makes no blocks while `run` runs, so that payments make no progress. */
  withHeldClock<T>(run: () => Promise<T>): Promise<T>;
  /** Lets the pools of THORChain and Maya follow no market while `run` runs, so that no price moves by itself. */
  withSteadyMarket<T>(run: () => Promise<T>): Promise<T>;
  /** Accelerates chain time tenfold while `run` runs, for waits that depend only on blocks. */
  hurried<T>(run: () => Promise<T>): Promise<T>;
  /** The upstreams' last answers, oldest first. */
  recent(): Promise<readonly Record<string, string>[]>;
};

/** Chain seconds per second: the sandbox's usual pace, and that of accelerated waits. */
const PACE = { usual: 60, hurried: 600 };

export function createSandbox(url: string): Sandbox {
  const control = async (path: string, body: Record<string, unknown>): Promise<unknown> => {
    const response = await fetch(`${url}/control/${path}`, { method: 'POST', body: JSON.stringify(body) });
    const text = await response.text();
    if (!response.ok) throw new Error(`control/${path} answered ${response.status}: ${text}`);
    return JSON.parse(text);
  };
  return {
    control,
    async fund(chain, address, amount, token) {
      await control('fund', { chain, address, amount, ...(token ? { token } : {}) });
    },
    async withFault(fault, run) {
      await control('fault', { ...fault, on: true });
      try {
        return await run();
      } finally {
        await control('fault', { target: fault.target, kind: fault.kind, on: false });
      }
    },
    async withHeldClock(run) {
      await control('clock', { hold: true });
      try {
        return await run();
      } finally {
        await control('clock', { hold: false });
      }
    },
    async withSteadyMarket(run) {
      const market = (on: boolean) =>
        Promise.all(['thor', 'maya'].map((network) => control('market', { network, on })));
      await market(false);
      try {
        return await run();
      } finally {
        await market(true);
      }
    },
    async hurried(run) {
      await control('clock', { speed: PACE.hurried });
      try {
        return await run();
      } finally {
        await control('clock', { speed: PACE.usual });
      }
    },
    recent: async () => (await control('recent', {})) as readonly Record<string, string>[],
  };
}

/** The sandbox of the app that all journeys share. */
export const sharedSandbox = (): Sandbox => createSandbox(process.env.E2E_SANDBOX_URL ?? '');
