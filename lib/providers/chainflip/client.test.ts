/** Sentences about Chainflip use a name that their reader knows; logs keep the name that an operator searches for. */
import { expect, it } from 'vitest';
import { z } from 'zod';
import type { ProviderDeps } from '../provider.ts';
import { createChainflipClient } from './client.ts';

const { signal } = new AbortController();
const CALL = { method: 'm', params: [] };
const PARAMS = { srcChain: 'Bitcoin', srcAsset: 'BTC', destChain: 'Ethereum', destAsset: 'ETH', amount: '1' };

type Client = ReturnType<typeof createChainflipClient>;
it.each<[string, string, (client: Client) => Promise<unknown>]>([
  ['Chainflip’s swap backend', 'chainflip-backend', (client) => client.quotes(PARAMS, signal)],
  ['Chainflip’s node', 'chainflip-rpc', (client) => client.rpc(z.unknown(), CALL, signal)],
  ['The Chainflip broker', 'chainflip-broker', (client) => client.broker(z.unknown(), CALL, signal)],
])('%s goes by that name in sentences, and by %s in logs', async (title, name, ask) => {
  const lines: Record<string, unknown>[] = [];
  const asking = (fetch: ProviderDeps['fetch']) => {
    const deps = { fetch, now: Date.now, log: (line: Record<string, unknown>) => lines.push(line) };
    const urls = { backend: ['http://backend'], rpc: ['http://node'], broker: 'http://broker' };
    return ask(createChainflipClient(urls, deps));
  };
  await expect(asking(() => Promise.reject(new Error('no route to host')))).rejects.toThrow(
    `${title} cannot be reached.`,
  );
  expect(lines).toMatchObject([{ upstream: name }]);
  await expect(asking(async () => Response.json('nonsense'))).rejects.toThrow(
    `${title} answered something unexpected (`,
  );
});
