/** Run inside a tree that has the made-up provider: quotes and tracks a swap through the endpoints, and prints the answers. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

const [tree = ''] = process.argv.slice(2);
const quoted: unknown = JSON.parse(readFileSync(join(tree, 'lib/providers/made-up/__fixtures__/quote.json'), 'utf8'));
const HASH = 'ab'.repeat(32);
const PAYOUT = 'cd'.repeat(32);

const upstream = createServer((request, response) => {
  const url = request.url ?? '';
  const body = url.startsWith('/quote') ? quoted : url.startsWith('/swap/') ? { paid: HASH, payoutHash: PAYOUT } : {};
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(body));
});
await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
const base = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`;
Object.assign(process.env, {
  // No node of Dogecoin is configured there, so only the provider knows of the payment.
  SWAP_NETWORK: 'mainnet',
  PROVIDERS: 'MADE_UP',
  MADE_UP_URL: base,
  RPC_URL_LTC: base,
  ESPLORA_URL_LTC: base,
  LOG_LEVEL: 'silent',
});

const { ROUTES } = await import(join(tree, 'lib/composition/routes.ts'));

async function post(path: string, body: unknown): Promise<unknown> {
  const request = new Request(`http://127.0.0.1${path}`, { method: 'POST', body: JSON.stringify(body) });
  return (await ROUTES[path].POST(request, { params: Promise.resolve({}) })).json();
}

const quote = (await post('/v1/quote', {
  sellAsset: 'DOGE.DOGE',
  buyAsset: 'LTC.LTC',
  sellAmount: '1000',
  slippage: 1,
  sourceAddress: 'D7Y55r6Yoc1G8EECxkQ6SuSjTgGJJ7M6yD',
  destinationAddress: 'LM2WMpR1Rp6j3Sa59cMXMs1SPzj9eXpGc1',
  includeTx: true,
})) as { quoteId: string };
const tracked = await post('/v1/track', { hash: HASH, quoteId: quote.quoteId, routeIndex: 0 });
process.stdout.write(JSON.stringify({ quote, tracked }), () => process.exit(0));
