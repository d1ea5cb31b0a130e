/** Moves the sandbox's world from a test, over its control endpoint; see the header of lib/sandbox/control.ts for all it can do. */

export type ClockState = { now: string; chainSeconds: number; steppedSeconds: number; speed: number; held: boolean };
export type SandboxState = {
  clock: ClockState;
  faults: { target: string; kind: string; params: Record<string, unknown> }[];
  chains: Record<string, { height: number }>;
  actions: string[];
};
export type WireFault = '429' | '500' | 'html' | 'garbage' | 'hang' | 'slow' | 'down';
export type FaultParams = { path?: string; times?: number; ms?: number } & Record<string, unknown>;

export type SandboxControl = {
  state(): Promise<SandboxState>;
  hold(): Promise<SandboxState>;
  release(): Promise<SandboxState>;
  speed(chainSecondsPerSecond: number): Promise<SandboxState>;
  /** Answers when everything that falls due in the time has happened. */
  step(seconds: number): Promise<SandboxState>;
  /** `target` such as `thornode`, `rpc/eth`, `esplora/btc`, or a chain for its own faults. */
  fault(target: string, kind: WireFault | (string & {}), params?: FaultParams): Promise<void>;
  clearFault(target: string, kind: WireFault | (string & {})): Promise<void>;
  clearFaults(): Promise<void>;
  /** `amount` in whole coins, decimal. */
  fund(coin: { chain: string; address: string; amount: string; token?: string }): Promise<void>;
  /** An action that a part of the world adds: `churn`, `move-price`, `mimir`, … */
  act<T = Record<string, unknown>>(action: string, body?: Record<string, unknown>): Promise<T>;
};

/** `url` of the sandbox, such as `http://127.0.0.1:4100`. Everything throws with the sandbox's own sentence. */
export function sandboxControl(url: string): SandboxControl {
  async function act<T>(action: string, body: Record<string, unknown> = {}): Promise<T> {
    const response = await fetch(`${url}/control/${action}`, { method: 'POST', body: JSON.stringify(body) });
    const answer = (await response.json()) as T & { error?: string };
    if (!response.ok) throw new Error(`sandbox, ${action}: ${answer.error ?? response.status}`);
    return answer;
  }
  return {
    act,
    state: () => act('state'),
    hold: () => act('clock', { hold: true }),
    release: () => act('clock', { hold: false }),
    speed: (speed) => act('clock', { speed }),
    step: (stepSeconds) => act('clock', { stepSeconds }),
    fault: async (target, kind, params = {}) => {
      await act('fault', { ...params, target, kind, on: true });
    },
    clearFault: async (target, kind) => {
      await act('fault', { target, kind, on: false });
    },
    clearFaults: async () => {
      await act('faults/clear');
    },
    fund: async (coin) => {
      await act('fund', coin);
    },
  };
}
