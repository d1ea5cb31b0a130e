/** Tells a process from a later one with the same pid. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: the process runs, but belongs to another user.
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

/**
 * The start time of a process, as the system reports it; undefined when it does not run. Linux: field 22 of proc(5)
 * stat.
 */
export function startOfProcess(pid: number): string | undefined {
  if (!isAlive(pid)) return undefined;
  if (existsSync('/proc/self/stat')) {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      // State Z, a zombie: it has ended, and its parent has not collected it yet.
      return fields[0] === 'Z' ? undefined : (fields[19] ?? 'unknown');
    } catch {
      return undefined;
    }
  }
  return ps(pid, 'lstart') || 'unknown';
}

/** The command line of a process, arguments separated by spaces; undefined when it does not run or is invisible. */
export function commandOfProcess(pid: number): string | undefined {
  if (!isAlive(pid)) return undefined;
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim() || undefined;
  } catch {
    return ps(pid, 'args') || undefined;
  }
}
