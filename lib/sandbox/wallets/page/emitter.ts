/** The events of a wallet: a listener that throws stops no other one. */

type Listener = (...args: never[]) => void;

export type Emitter = {
  on(event: string, listener: Listener): void;
  removeListener(event: string, listener: Listener): void;
  emit(event: string, payload: unknown): void;
};

export function createEmitter(): Emitter {
  const listeners = new Map<string, Set<Listener>>();
  return {
    on(event, listener) {
      const known = listeners.get(event) ?? new Set();
      listeners.set(event, known.add(listener));
    },
    removeListener(event, listener) {
      listeners.get(event)?.delete(listener);
    },
    emit(event, payload) {
      for (const listener of [...(listeners.get(event) ?? [])]) {
        try {
          (listener as (payload: unknown) => void)(payload);
        } catch (error) {
          // Reported like the page's own errors.
          globalThis.reportError(error);
        }
      }
    },
  };
}
