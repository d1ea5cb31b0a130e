/** Runs one anvil on loopback: starts it, talks to it, and never leaves it running. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { z } from 'zod';
import { SandboxError } from '../world/sandbox-error.ts';
import { anvilBinary } from './anvil-binary.ts';
import type { ProcessKeeper } from './process-keeper.ts';

/** The node refused a call. */
export class RpcError extends Error {
  override readonly name = 'RpcError';
  readonly code: number;
  readonly data: unknown;
  constructor(code: number, message: string, data: unknown) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

/** The process has ended or cannot be reached. */
export class AnvilGone extends Error {
  override readonly name = 'AnvilGone';
}

export type Anvil = {
  pid: number;
  /** @throws {RpcError | AnvilGone} */
  rpc(method: string, params?: readonly unknown[]): Promise<unknown>;
  /**
   * Sends independent calls in one request. @throws {RpcError
   * AnvilGone} for the first that failed.
   */
  all(calls: readonly (readonly [method: string, params: readonly unknown[]])[]): Promise<unknown[]>;
  alive(): boolean;
  /** Kills the node; everything worth keeping has been saved before. */
  kill(): Promise<void>;
  ended: Promise<void>;
};

/** A node that listens at `url`, on loopback. */
export type AnvilProcess = Anvil & { url: string };

const START_TIMEOUT_MS = 15_000;
const POLL_MS = 10;

/**
 * Cancun: later hard forks write to a contract's storage in every block, which makes each block slower than the last.
 * At a base fee of a few wei, the fee stays constant, so a wallet's estimate still holds a block later. States are kept
 * for more blocks than are mined at full pace after a transaction: the native coins that a swap paid out are read from
 * the balances before and after its block.
 */
const FLAGS = [
  ...['--host', '127.0.0.1', '--accounts', '0', '--no-mining', '--silent', '--no-cors'],
  ...['--hardfork', 'cancun', '--block-base-fee-per-gas', '7', '--prune-history', '200'],
];

const answerSchema = z.object({
  id: z.number(),
  result: z.unknown().optional(),
  error: z.object({ code: z.number(), message: z.string(), data: z.unknown().optional() }).optional(),
});
type Answer = z.infer<typeof answerSchema>;

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });
}

async function post(url: string, payload: unknown): Promise<unknown> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(payload),
    });
    return await response.json();
  } catch (cause) {
    throw new AnvilGone('the EVM node does not answer', { cause });
  }
}

const resultOf = (answer: Answer): unknown => {
  if (answer.error !== undefined) throw new RpcError(answer.error.code, answer.error.message, answer.error.data);
  return answer.result;
};

async function waitUntilUp(child: ChildProcess, url: string, said: () => string): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  for (;;) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new AnvilGone(`the EVM node ended while it started: ${said().trim().slice(-500)}`);
    try {
      await post(url, { jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] });
      return;
    } catch {
      if (Date.now() > deadline) throw new SandboxError('The EVM node did not start in time.');
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  }
}

async function startOnce(chainId: number, loadState: string | undefined, keeper: ProcessKeeper): Promise<AnvilProcess> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const state = loadState === undefined ? [] : ['--load-state', loadState];
  // In its own process group: Ctrl-C in a terminal reaches only the sandbox, which saves before it ends the node.
  const child = spawn(anvilBinary(), [...FLAGS, '--port', String(port), '--chain-id', String(chainId), ...state], {
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: process.platform !== 'win32',
  });
  const pid = child.pid;
  let stderr = '';
  child.stderr.on('data', (chunk) => {
    stderr = (stderr + String(chunk)).slice(-2000);
  });
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  if (pid === undefined) throw new SandboxError('The EVM node could not be started.');
  keeper.add(pid);
  void ended.then(() => keeper.remove(pid));
  try {
    await waitUntilUp(child, url, () => stderr);
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  }
  let id = 1;
  return {
    pid,
    url,
    async rpc(method, params = []) {
      id += 1;
      return resultOf(answerSchema.parse(await post(url, { jsonrpc: '2.0', id, method, params })));
    },
    async all(calls) {
      if (calls.length === 0) return [];
      const batch = calls.map(([method, params], index) => ({ jsonrpc: '2.0', id: index, method, params }));
      const answers = z.array(answerSchema).parse(await post(url, batch));
      return answers.sort((a, b) => a.id - b.id).map(resultOf);
    },
    alive: () => child.exitCode === null && child.signalCode === null,
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
    ended,
  };
}

/**
 * Starts a node on a free port, and once more on another if a different program takes the port in between. @throws
 * {SandboxError
 * AnvilGone}
 */
export async function startAnvil(options: {
  chainId: number;
  loadState?: string;
  keeper: ProcessKeeper;
}): Promise<AnvilProcess> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await startOnce(options.chainId, options.loadState, options.keeper);
    } catch (error) {
      if (!(error instanceof AnvilGone) || attempt === 3) throw error;
    }
  }
}
