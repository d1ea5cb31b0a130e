/** Reads server-sent events from a `fetch` answer, whatever the pieces in which they arrive. */

export type ReceivedEvent = { event: string; data: unknown };

/** One block between blank lines; comments and blocks without data are passed over. HTML standard, "Server-sent events". */
function parseBlock(block: string): ReceivedEvent | undefined {
  let event = 'message';
  const data: string[] = [];
  for (const line of block.split(/\r\n|\r|\n/)) {
    const colon = line.indexOf(':');
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'event') event = value;
    if (field === 'data') data.push(value);
  }
  if (data.length === 0) return undefined;
  try {
    return { event, data: JSON.parse(data.join('\n')) };
  } catch {
    return undefined;
  }
}

/** Ends when the server ends the stream; throws what the connection throws. */
export async function* readEvents(response: Response): AsyncGenerator<ReceivedEvent, void> {
  const reader = response.body?.getReader();
  if (!reader) return;
  const decoder = new TextDecoder();
  let pending = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
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
