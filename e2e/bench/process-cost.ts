/** Reads what a process has cost so far from the operating system and from its own garbage collector. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** The fields of /proc/PID/stat after the name, which may itself contain spaces. Source: proc_pid_stat(5). */
const USER_TICKS = 11;
const SYSTEM_TICKS = 12;

const ticksPerSecond = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));

/** CPU time of all threads of a process, user and system. Linux only. */
export function cpuMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return ((Number(fields[USER_TICKS]) + Number(fields[SYSTEM_TICKS])) * 1000) / ticksPerSecond;
}

/** Resident memory of a process. Linux only. */
export function residentMb(pid: number): number {
  const kB = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kB) / 1024;
}

/** For Node: prints a line for every collection, which `allocatedMb` reads. */
export const TRACE_COLLECTIONS = '--trace-gc';

/**
 * How much a process has put on its JavaScript heap, by what its collector printed: each collection begins with what the
 * last one left and what was added since.
 */
export function allocatedMb(printed: string): number {
  let left: number | undefined;
  let sum = 0;
  for (const [, before, after] of printed.matchAll(/ ms: .*? ([\d.]+) \([\d.]+\) -> ([\d.]+) \([\d.]+\) MB/g)) {
    if (left !== undefined) sum += Math.max(0, Number(before) - left);
    left = Number(after);
  }
  return sum;
}
