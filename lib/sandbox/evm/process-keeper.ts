/**
 * Ensures that no EVM node outlives its sandbox: a small shell ends them when the sandbox is killed, and the next start
 * checks again.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { writeAtomically } from '../world/atomic-file.ts';
import { commandOfProcess, startOfProcess } from '../world/process-identity.ts';

export type ProcessKeeper = {
  add(pid: number): void;
  remove(pid: number): void;
  /** Ends the shell; call it after all processes that it watches have ended. */
  close(): void;
};

const leftSchema = z.array(z.object({ pid: z.number(), start: z.string() }));

const isOurAnvil = (pid: number): boolean => /anvil.*--chain-id \d{9,}/.test(commandOfProcess(pid) ?? '');

/**
 * Reads process ids until its input closes, as it does when the parent is killed, then ends those that are still our
 * nodes.
 */
const SHELL = `
trap '' INT TERM HUP
while read -r pid; do all="$all $pid"; done
for pid in $all; do
  if [ -r "/proc/$pid/cmdline" ]; then line=$(tr '\\000' ' ' < "/proc/$pid/cmdline"); else line=$(ps -o args= -p "$pid" 2>/dev/null); fi
  case "$line" in *anvil*--chain-id*) kill -9 "$pid";; esac
done
`;

function endLeftovers(path: string): void {
  let left: z.infer<typeof leftSchema>;
  try {
    left = leftSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return;
  }
  for (const { pid, start } of left) {
    if (startOfProcess(pid) !== start || !isOurAnvil(pid)) continue;
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // The process ended in between.
    }
  }
}

function startShell(): ChildProcess | undefined {
  if (process.platform === 'win32') return undefined;
  const shell = spawn('/bin/sh', ['-c', SHELL], { stdio: ['pipe', 'ignore', 'ignore'], detached: true });
  shell.on('error', () => undefined);
  shell.stdin?.on('error', () => undefined);
  shell.unref();
  return shell;
}

/** Ends nodes left by an earlier sandbox of this folder, and ensures that none added from now on is left. */
export function createProcessKeeper(folder: string): ProcessKeeper {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, 'processes.json');
  endLeftovers(path);
  const shell = startShell();
  const running = new Map<number, string>();
  const write = (): void => writeAtomically(path, JSON.stringify([...running].map(([pid, start]) => ({ pid, start }))));
  write();
  return {
    add(pid) {
      running.set(pid, startOfProcess(pid) ?? 'unknown');
      shell?.stdin?.write(`${pid}\n`);
      write();
    },
    remove(pid) {
      if (running.delete(pid)) write();
    },
    close() {
      shell?.stdin?.end();
    },
  };
}
