/**
 * Measures what a quote costs Portage against a bare server that asks the same upstreams the same questions: CPU time of
 * the process, memory put on its heap, quotes a second. The upstreams are the sandbox's own, without delay and proxy.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { allocatedMb, cpuMs, TRACE_COLLECTIONS } from './process-cost.ts';
import type { Question } from './questions.ts';

export type Measured = { pid: number; printed(): string; quote(number: number): Promise<unknown> };
export type BareServer = Measured & { stop(): Promise<void> };

const WARM_UPS = 300;
const ALONE = 300;
const CROWD = 1200;
const CROWDS = [20, 100] as const;
const ROUNDS = 6;

/** Starts the bare server in a process of its own. */
export async function startBareServer(questions: readonly Question[]): Promise<BareServer> {
  const args = [TRACE_COLLECTIONS, '--import', 'tsx', 'e2e/bench/bare-server.ts', JSON.stringify(questions)];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
  let printed = '';
  child.stdout?.on('data', (chunk) => {
    printed += chunk;
  });
  const [port] = await once(child, 'message');
  if (child.pid === undefined) throw new Error('the bare server did not start');
  return {
    pid: child.pid,
    printed: () => printed,
    async quote(number) {
      const answer = await fetch(`http://127.0.0.1:${port}/?number=${number}`, { method: 'POST' });
      if (!answer.ok) throw new Error(`the bare server answered ${answer.status}`);
      return answer.json();
    },
    async stop() {
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

/** Unique amounts: no two quotes of a run sell the same, so that no answer is shared. */
let numbers = 0;

async function run(one: Measured, quotes: number, atOnce: number): Promise<void> {
  let left = quotes;
  const caller = async () => {
    while (left > 0) {
      left -= 1;
      numbers += 1;
      await one.quote(numbers);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, caller));
}

type Cost = { cpuMs: number; allocatedMb: number; seconds: number };

async function addCost(sum: Cost, one: Measured, quotes: number, atOnce: number): Promise<void> {
  const [cpu, allocated, started] = [cpuMs(one.pid), allocatedMb(one.printed()), performance.now()];
  await run(one, quotes, atOnce);
  sum.seconds += (performance.now() - started) / 1000;
  sum.cpuMs += cpuMs(one.pid) - cpu;
  sum.allocatedMb += allocatedMb(one.printed()) - allocated;
}

/** Alternates both in rounds, so that a machine whose speed drifts affects both alike. */
async function costsOf(all: readonly Measured[], quotes: number, atOnce: number) {
  const sums = all.map(() => ({ cpuMs: 0, allocatedMb: 0, seconds: 0 }));
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [index, sum] of sums.entries()) {
      const one = all[index];
      if (one) await addCost(sum, one, quotes / ROUNDS, atOnce);
    }
  return sums.map((sum) => ({
    cpuMs: sum.cpuMs / quotes,
    allocatedKb: (sum.allocatedMb * 1024) / quotes,
    perSecond: quotes / sum.seconds,
  }));
}

const times = (value: number, bare: number): string => (value / bare).toFixed(1);

/** Prints the costs of Portage as ratios to the bare server's. */
export async function besideBare(portage: Measured, bare: Measured, name: string): Promise<void> {
  for (const one of [portage, bare]) await run(one, WARM_UPS, CROWDS[0]);
  for (const atOnce of [1, ...CROWDS]) {
    const quotes = atOnce === 1 ? ALONE : CROWD;
    const [own, least] = await costsOf([portage, bare], quotes, atOnce);
    if (!own || !least) continue;
    console.log(
      `quote, ${name}, ${atOnce} at once, against a bare server: ${times(own.cpuMs, least.cpuMs)} x its CPU ` +
        `(${own.cpuMs.toFixed(2)} against ${least.cpuMs.toFixed(2)} ms); ` +
        `${times(own.allocatedKb, least.allocatedKb)} x its allocation ` +
        `(${own.allocatedKb.toFixed(0)} against ${least.allocatedKb.toFixed(0)} kB); ` +
        `${((100 * own.perSecond) / least.perSecond).toFixed(0)} % of its quotes a second ` +
        `(${own.perSecond.toFixed(0)} against ${least.perSecond.toFixed(0)})`,
    );
  }
}
