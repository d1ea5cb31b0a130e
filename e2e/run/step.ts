/** Defines a step of a run: its title, how long it took, what passed, and what it printed. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type Tally = { passed: number; failed: number };
/** `slow` lists its slowest parts; `startingMs` is the time before it could begin; `faults` says what failed. */
export type Outcome = Tally & { slow?: Slow[]; startingMs?: number; faults?: Fault[] };
export type Slow = { what: string; ms: number };
/** A test that failed, and its error as it was thrown. */
export type Fault = { what: string; error: string };
export type Step = { title: string; run: () => Promise<Outcome> };
export type Finished = Outcome & { title: string; ms: number };

export const bin = (name: string): string => join('node_modules', '.bin', name);
export const single = (ok: boolean): Tally => ({ passed: ok ? 1 : 0, failed: ok ? 0 : 1 });

/** Runs a command and returns its output, which is not shown before the end. */
export async function output(
  command: string,
  args: readonly string[],
  environment: Record<string, string> = {},
): Promise<{ ok: boolean; stdout: string; stderr: string }> {
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...environment },
  });
  const printed = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const)
    child[stream].setEncoding('utf8').on('data', (chunk: string) => {
      printed[stream] += chunk;
    });
  const [code] = await once(child, 'close');
  return { ok: code === 0, ...printed };
}

/**
 * Runs tests with a report and a temporary folder of their own, which is removed after them with all that they left in
 * it.
 */
export async function reported(
  run: (report: string, environment: { PORTAGE_REPORT: string; TMPDIR: string }) => Promise<Outcome>,
): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'portage-'));
  // Root's Postgres runs as another user.
  chmodSync(folder, 0o755);
  const report = join(folder, 'report.json');
  try {
    return await run(report, { PORTAGE_REPORT: report, TMPDIR: folder });
  } catch {
    return single(false);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A command that passes or fails as a whole. */
export const command = (title: string, name: string, args: readonly string[]): Step => ({
  title,
  async run() {
    const { ok, stdout, stderr } = await output(name, args);
    if (!ok) console.log(`\n> ${title}\n${stdout}${stderr}`);
    return single(ok);
  },
});

/** Runs steps one after another; a step that throws has failed. */
export async function inOrder(steps: readonly Step[]): Promise<Finished[]> {
  const finished: Finished[] = [];
  for (const { title, run } of steps) {
    const started = Date.now();
    const outcome = await run().catch((error: unknown) => {
      console.log(`\n> ${title}\n${error instanceof Error ? error.stack : String(error)}`);
      return single(false);
    });
    const ms = Date.now() - started;
    console.log(`${outcome.failed === 0 ? 'ok    ' : 'FAILED'} ${title} (${Math.round(ms / 1000)} s)`);
    finished.push({ ...outcome, title, ms });
  }
  return finished;
}

/** Runs the lists concurrently, each on one of two cores. */
export const beside = async (...lists: (readonly Step[])[]): Promise<Finished[]> =>
  (await Promise.all(lists.map(inOrder))).flat();
