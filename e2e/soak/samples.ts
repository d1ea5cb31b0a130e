/** Samples the resources that a long run must not use up, and computes how fast they grow. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** `at` is in hours. */
export type Sample = {
  at: number;
  memoryMB: number;
  heapMB: number;
  handles: number;
  folderMB: number;
  loopDelayMs: number;
  /** Processor time since the start, in seconds. */
  cpuSeconds: number;
};
export type Measure = Exclude<keyof Sample, 'at'>;
export const MEASURES = ['memoryMB', 'heapMB', 'handles', 'folderMB', 'loopDelayMs'] as const satisfies Measure[];

/** A file may be deleted between the listing and the size. */
const sizeOf = (file: string): number => {
  try {
    return statSync(file).size;
  } catch {
    return 0;
  }
};
const folderBytes = (folder: string): number =>
  readdirSync(folder, { recursive: true }).reduce((sum: number, name) => sum + sizeOf(join(folder, String(name))), 0);

const metric = (text: string, line: RegExp): number => Number(line.exec(text)?.[1]);

/**
 * @param folder whose size is measured;
 * @param pid of the server. @returns undefined where the server was too busy to answer.
 */
export async function takeSample(url: string, pid: number, folder: string): Promise<Sample | undefined> {
  const answer = await fetch(`${url}/metrics`);
  const text = await answer.text();
  if (!answer.ok) return undefined;
  return {
    at: performance.now() / 3_600_000,
    memoryMB: metric(text, /^process_resident_memory_bytes (\S+)$/m) / 1e6,
    heapMB: metric(text, /^process_heap_bytes (\S+)$/m) / 1e6,
    handles: readdirSync(`/proc/${pid}/fd`).length,
    folderMB: folderBytes(folder) / 1e6,
    loopDelayMs: metric(text, /^portage_event_loop_delay_seconds\{quantile="0.99"\} (\S+)$/m) * 1000,
    cpuSeconds: metric(text, /^process_cpu_seconds_total (\S+)$/m),
  };
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Growth per hour, by least squares. */
export function slope(samples: readonly Sample[], measure: Measure): number {
  const [midAt, middle] = [mean(samples.map(({ at }) => at)), mean(samples.map((sample) => sample[measure]))];
  const spread = samples.reduce((sum, { at }) => sum + (at - midAt) ** 2, 0);
  return samples.reduce((sum, sample) => sum + (sample.at - midAt) * (sample[measure] - middle), 0) / spread;
}

/** The mean of the last quarter of the run minus that of the first. */
export function rise(samples: readonly Sample[], measure: Measure): number {
  const quarter = Math.ceil(samples.length / 4);
  const of = (some: readonly Sample[]) => mean(some.map((sample) => sample[measure]));
  return of(samples.slice(-quarter)) - of(samples.slice(0, quarter));
}

/** A measure's mean over the run. */
export const level = (samples: readonly Sample[], measure: Measure): number =>
  mean(samples.map((sample) => sample[measure]));
