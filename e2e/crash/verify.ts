/** Compares what was acknowledged before crashes with what exists after them. */
import { createPortageClient } from '../../lib/api/client.ts';
import { createGatewayClient } from '../../lib/api/gateway.ts';
import { follow, last } from '../support/follow.ts';
import type { Sandbox } from '../support/sandbox.ts';
import type { Acknowledged } from './load.ts';

/** Quotes that are gone or changed, and channels that are unknown. */
export async function lostOf(url: string, { quotes, channels }: Acknowledged): Promise<string[]> {
  const client = createPortageClient({ baseUrl: url });
  const lost: string[] = [];
  for (const [quoteId, text] of quotes)
    if ((await (await fetch(`${url}/v1/quote/${quoteId}`)).text()) !== text) lost.push(`quote ${quoteId}`);
  for (const depositChannelId of channels) {
    const known = await client.track({ depositChannelId }).catch(() => undefined);
    if (known?.success !== true) lost.push(`channel ${depositChannelId}`);
  }
  return lost;
}

export type Ends = { completed: number; wrong: string[] };

/** Tracks each payment to its end by its quote alone; what arrived must be what was reported, in one output. */
export async function endsOf(url: string, sandbox: Sandbox, payments: Acknowledged['payments']): Promise<Ends> {
  const [client, gateway] = [createPortageClient({ baseUrl: url }), createGatewayClient({ baseUrl: url })];
  const ends: Ends = { completed: 0, wrong: [] };
  for (const { quoteId, receiver } of payments) {
    const { trackingStatus, data } = last(await follow(client, { quoteId }, sandbox));
    const paid = data.route?.actualBuyAmount ?? 'nothing';
    const outputs = await gateway.utxos('BTC', receiver);
    const arrived = outputs.map(({ value }) => Number(value) / 1e8);
    if (trackingStatus === 'completed' && arrived.length === 1 && arrived[0] === Number(paid)) ends.completed += 1;
    else ends.wrong.push(`${quoteId} ${trackingStatus}: told ${paid}, arrived ${arrived.join(' and ') || 'nothing'}`);
  }
  return ends;
}
