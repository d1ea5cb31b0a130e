/**
 * Runs one piece of work for all callers with the same question at the same time; it stops when the last of them
 * leaves.
 */
import { orAborted } from '../domain/waiting.ts';

type Shared<T> = { work: Promise<T>; controller: AbortController; waiting: number };

/** @throws the work's error, or the reason of the caller's own signal. */
export type Coalescer<T> = (key: string, signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>) => Promise<T>;

/** One for all: making an error costs more than much of the work. */
const ABANDONED = new Error('nobody waits for it any more');

export function createCoalescer<T>(): Coalescer<T> {
  const running = new Map<string, Shared<T>>();

  function start(key: string, work: (signal: AbortSignal) => Promise<T>): Shared<T> {
    const controller = new AbortController();
    const shared: Shared<T> = { work: work(controller.signal), controller, waiting: 0 };
    running.set(key, shared);
    const forget = () => {
      if (running.get(key) === shared) running.delete(key);
    };
    shared.work.then(forget, forget);
    return shared;
  }

  return async (key, signal, work) => {
    signal.throwIfAborted();
    const shared = running.get(key) ?? start(key, work);
    shared.waiting += 1;
    try {
      return await orAborted(shared.work, signal);
    } finally {
      shared.waiting -= 1;
      if (shared.waiting === 0) {
        // No caller may join work that is being stopped.
        if (running.get(key) === shared) running.delete(key);
        shared.controller.abort(ABANDONED);
      }
    }
  };
}
