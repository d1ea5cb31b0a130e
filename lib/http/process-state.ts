/** What this process has once, however often Next loads the module that made it. */

export type ProcessState = {
  /** The composition root's promise; its type is its own matter. */
  services?: Promise<unknown>;
  /** Set by the server: shows the sentence and ends the process. */
  onFatal?: (sentence: string) => void;
  /** Set by whoever holds something that must be closed before the process ends. */
  close?: () => Promise<void>;
};

export function processState(): ProcessState {
  const holder = globalThis as { portage?: ProcessState };
  holder.portage ??= {};
  return holder.portage;
}
