/** What this process has once, however often Next loads the module that made it. */
import type { Gate } from './gate.ts';

export type ProcessState = {
  /** The composition root's promise; its type is its own matter. */
  services?: Promise<unknown>;
  /** Stands before every endpoint below /v1, from the services' opening on. */
  gate?: Promise<Gate>;
  /** Set by the server: shows the sentence and ends the process. */
  onFatal?: (sentence: string) => void;
  /** Set by whoever holds something that must be closed before the process ends. */
  close?: () => Promise<void>;
  /** Set by the services: origins that may frame the embed of that id; undefined where it is nobody's. */
  embedOriginsOf?: (embedId: string) => Promise<readonly string[] | undefined>;
  /** What `/metrics` tells; its type is the metrics' own matter. */
  metrics?: unknown;
  /** Where spans go; its type is the tracing's own matter. Absent: no traces are wanted. */
  tracing?: unknown;
  /** Aborted once the process was asked to end: nothing that may last begins or goes on. */
  stopping?: AbortController;
  /** How many event streams are open. */
  openStreams?: number;
  /** Set by whoever takes work from others: called first when the process ends, so that others take it over at once. */
  retire?: () => Promise<void>;
};

export function processState(): ProcessState {
  const holder = globalThis as { portage?: ProcessState };
  holder.portage ??= {};
  return holder.portage;
}
