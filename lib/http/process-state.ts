/** Holds what this process has once, however often Next loads the modules that use it. */
import type { Gate } from './gate.ts';

export type ProcessState = {
  /** The promise of the composition root, which knows its type. */
  services?: Promise<unknown>;
  /** The gate of every endpoint below /v1; set when the services open. */
  gate?: Promise<Gate>;
  /** Set by the server: shows the sentence and ends the process. */
  onFatal?: (sentence: string) => void;
  /** Set by whatever must be closed before the process ends. */
  close?: () => Promise<void>;
  /** Set by the services: the origins that may frame the embed of that id; undefined for an unknown id. */
  embedOriginsOf?: (embedId: string) => Promise<readonly string[] | undefined>;
  /** The state of `metrics.ts`, which knows its type. */
  metrics?: unknown;
  /** The state of `trace.ts`, which knows its type. Absent: no traces are made. */
  tracing?: unknown;
  /** Aborted once the process was asked to end: no long-lasting work starts or goes on after that. */
  stopping?: AbortController;
  /** The states of providers and chains; their module knows the type. */
  standings?: unknown;
  /** The number of open event streams. */
  openStreams?: number;
  /** Set by whatever holds work that other instances can take over: called first when the process ends. */
  retire?: () => Promise<void>;
};

export function processState(): ProcessState {
  const holder = globalThis as { portage?: ProcessState };
  holder.portage ??= {};
  return holder.portage;
}
