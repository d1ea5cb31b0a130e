/** Records that the process was asked to end, so that long-lived work stops and none begins. */
const controller = new AbortController();

export const stopping: AbortSignal = controller.signal;
export const announceStop = (): void => controller.abort();
