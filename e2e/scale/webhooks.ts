/** Webhooks of a thousand paid swaps from four instances, one of which is killed in the middle. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';
import { createPortageClient } from '../../lib/api/client.ts';
import { operateJson } from '../support/operator.ts';
import type { Deployment } from './deployment.ts';
import { paySwaps } from './paid-swaps.ts';

const SWAPS = 1000;
const LAST_WAIT_MS = 300_000;
const FINAL = ['swap.completed', 'swap.refunded', 'swap.failed'];

const bodySchema = z.object({
  type: z.string(),
  data: z.object({ data: z.object({ quoteInfo: z.object({ quoteId: z.string() }) }) }),
});
type Message = { id: string; type: string; quoteId: string };

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

async function startReceiver(): Promise<{ url: string; messages: Message[]; close(): Promise<void> }> {
  const messages: Message[] = [];
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += String(chunk);
    const { type, data } = bodySchema.parse(JSON.parse(text));
    messages.push({ id: String(request.headers['webhook-id']), type, quoteId: data.data.quoteInfo.quoteId });
    response.writeHead(204).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  // The address of a TCP server is always an object.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    messages,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** What is wrong with the messages of one swap, in the order in which they came. A double follows its first at once. */
function faultOf(came: readonly Message[]): string | undefined {
  const inTurn = came.filter(({ id }, index) => came[index - 1]?.id !== id).map(({ type }) => type);
  const isWhole = inTurn[0] === 'swap.seen' && FINAL.includes(inTurn.at(-1) ?? '');
  if (!isWhole || new Set(inTurn).size !== inTurn.length) return inTurn.join(', ') || 'none came';
  return undefined;
}

/** @returns what is wrong. */
export async function webhooks(deployment: Deployment): Promise<string[]> {
  const { url, apps, environment } = deployment;
  const receiver = await startReceiver();
  try {
    const { key } = await operateJson<{ key: string }>('keys', ['create', '--name', 'Shop'], environment);
    await createPortageClient({ baseUrl: url, apiKey: key, retries: 5 }).putWebhook({ url: receiver.url });
    const startedAt = performance.now();
    const { messages } = receiver;
    const enough = (async () => {
      while (messages.length < SWAPS) await pause(100);
    })();
    const paying = paySwaps(deployment, SWAPS, key);
    // A payment that fails ends the run at once.
    await Promise.race([enough, paying.then(() => enough)]);
    await apps[0]?.kill();
    const killedAt = messages.length;
    const paid = await paying;
    const ended = () => new Set(messages.filter(({ type }) => FINAL.includes(type)).map(({ quoteId }) => quoteId));
    const limit = performance.now() + LAST_WAIT_MS;
    while (ended().size < SWAPS && performance.now() < limit) await pause(500);

    const bySwap = new Map(paid.map(({ quoteId }): [string, Message[]] => [quoteId, []]));
    for (const message of messages) bySwap.get(message.quoteId)?.push(message);
    const wrong = [...bySwap].flatMap(([quoteId, came]) => {
      const fault = faultOf(came);
      return fault === undefined ? [] : [`webhooks of ${quoteId}: ${fault}`];
    });
    const distinct = new Set(messages.map(({ id }) => id)).size;
    console.log(
      `webhooks of ${SWAPS} swaps, one of four instances killed after ${killedAt} messages: ${distinct} messages and ` +
        `${messages.length - distinct} doubles in ${((performance.now() - startedAt) / 1000).toFixed(0)} s, ` +
        `${wrong.length} swaps missed, out of order or with another id`,
    );
    return wrong;
  } finally {
    await receiver.close();
  }
}
