/** Says that the process was asked to end: nothing that may last begins or goes on. */
const controller = new AbortController();

export const stopping: AbortSignal = controller.signal;
export const announceStop = (): void => controller.abort();
