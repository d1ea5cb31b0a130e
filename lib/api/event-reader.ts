/** Reads server-sent events from a `fetch` response, however the bytes are split into chunks. */

/** `id` is what a client sends as `Last-Event-ID` to resume. */
export type ReceivedEvent = { event: string; data: unknown; id?: string };

/**
 * Parses one block between blank lines; comments and blocks without data are skipped. Source: HTML standard,
 * "Server-sent events".
 */
function parseBlock(block: string): ReceivedEvent | undefined {
  let event = 'message';
  let id: string | undefined;
  const data: string[] = [];
  for (const line of block.split(/\r\n|\r|\n/)) {
    const colon = line.indexOf(':');
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'event') event = value;
    if (field === 'data') data.push(value);
    if (field === 'id') id = value;
  }
  if (data.length === 0) return undefined;
  try {
    return { event, data: JSON.parse(data.join('\n')), ...(id === undefined ? {} : { id }) };
  } catch {
    return undefined;
  }
}

/**
 * Yields the events of a stream. Ends when the server ends the stream; throws what the connection throws.
 * @param silentAfterMs ends a stream that sends no byte for so long; undefined: never. @param onBytes called for all
 * that arrives, comments too.
 */
export async function* readEvents(
  response: Response,
  silentAfterMs?: number,
  onBytes?: () => void,
): AsyncGenerator<ReceivedEvent, void> {
  const reader = response.body?.getReader();
  if (!reader) return;
  const decoder = new TextDecoder();
  let pending = '';
  try {
    for (;;) {
      const giveUp = () => void reader.cancel().catch(() => undefined);
      const timer = silentAfterMs === undefined ? undefined : setTimeout(giveUp, silentAfterMs);
      const { done, value } = await reader.read().finally(() => clearTimeout(timer));
      if (!done) onBytes?.();
      pending += done ? decoder.decode() : decoder.decode(value, { stream: true });
      const blocks = pending.split(/\r\n\r\n|\n\n|\r\r/);
      pending = done ? '' : (blocks.pop() ?? '');
      for (const block of blocks) {
        const event = parseBlock(block);
        if (event) yield event;
      }
      if (done) return;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
