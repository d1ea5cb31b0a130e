/** Tells a process from a later one that got the same number. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it runs, but belongs to somebody else.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
};

const ps = (pid: number, column: string): string | undefined => {
  try {
    return execFileSync('ps', ['-o', `${column}=`, '-p', String(pid)], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return undefined;
  }
};

/** When the process began, as the system tells it; undefined when it does not run. Linux: field 22 of proc(5) stat. */
export function startOfProcess(pid: number): string | undefined {
  if (!isAlive(pid)) return undefined;
  if (existsSync('/proc/self/stat')) {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      // State Z: it has ended and only waits for its parent to take notice.
      return fields[0] === 'Z' ? undefined : (fields[19] ?? 'unknown');
    } catch {
      return undefined;
    }
  }
  return ps(pid, 'lstart') || 'unknown';
}

/** Its command line, arguments separated by spaces; undefined when it does not run or cannot be seen. */
export function commandOfProcess(pid: number): string | undefined {
  if (!isAlive(pid)) return undefined;
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim() || undefined;
  } catch {
    return ps(pid, 'args') || undefined;
  }
}
