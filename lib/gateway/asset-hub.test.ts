/** The page pays Polkadot from wallets outside Portage: its facts on accounts and payments there are exact. */
import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createChainClients } from '../chain-clients/create-chain-clients.ts';
import { loopbackFetch, startTestServer } from '../chain-clients/test-server.ts';
import { decodeSs58, encodeSs58 } from '../chains/ss58.ts';
import { sandboxNetwork } from '../config/networks.ts';
import type { GatewayDeps } from './chain-of-path.ts';
import { readBalance, readReceipt } from './read-chain.ts';
import { broadcast } from './send-to-chain.ts';

const fixture = z
  .object({
    alice: z.string(),
    bob: z.string(),
    hashes: z.array(z.string()),
    calls: z.array(z.object({ method: z.string(), params: z.array(z.unknown()) }).catchall(z.unknown())),
  })
  .parse(JSON.parse(readFileSync(new URL('../chain-clients/__fixtures__/asset-hub.json', import.meta.url), 'utf8')));

const servers: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function gateway(): Promise<GatewayDeps> {
  const server = await startTestServer(({ body }) => {
    const { method, params } = JSON.parse(body);
    const asked = JSON.stringify([method, params]);
    const known = fixture.calls.find((call) => JSON.stringify([call.method, call.params]) === asked);
    const outcome = known?.error ? { error: known.error } : { result: known?.result ?? null };
    return { body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...outcome }) };
  });
  servers.push(server);
  const network = { ...sandboxNetwork('http://127.0.0.1:1'), substrateRpc: { DOT: [server.url] } };
  const clients = createChainClients({ network, fetch: loopbackFetch, log: () => {} });
  return { clients, network: 'sandbox' };
}
const asking = (query: Record<string, string>) => ({
  chain: 'dot',
  query: new URLSearchParams(query),
  signal: new AbortController().signal,
});

describe('Asset Hub', () => {
  it('balances are of DOT or of an asset by its number, under any prefix of the account', async () => {
    const deps = await gateway();
    expect(await readBalance(deps, asking({ address: fixture.alice }))).toEqual({ baseUnits: '979809499995' });
    const main = encodeSs58(decodeSs58(fixture.bob)?.account ?? new Uint8Array(), 0);
    expect(await readBalance(deps, asking({ address: main, token: '1337' }))).toEqual({ baseUnits: '5000000' });
    for (const token of ['usdc', '99999999999', '0x1'])
      await expect(readBalance(deps, asking({ address: fixture.bob, token }))).rejects.toMatchObject({ status: 400 });
  });

  it('receipts come by block-index and by the hash that wallets show', async () => {
    const deps = await gateway();
    const success = { status: 'success', blockNumber: 10_000_005, confirmations: 1 };
    expect(await readReceipt(deps, asking({ hash: '10000005-1' }))).toEqual(success);
    expect(await readReceipt(deps, asking({ hash: fixture.hashes[0] ?? '' }))).toEqual(success);
    expect(await readReceipt(deps, asking({ hash: '10000005-4' }))).toMatchObject({
      status: 'failed',
      reason: 'the balance is too low',
    });
    expect(await readReceipt(deps, asking({ hash: '10000010-1' }))).toMatchObject({
      status: 'success',
      confirmations: 0,
    });
    expect(await readReceipt(deps, asking({ hash: `0x${'12'.repeat(32)}` }))).toEqual({ status: 'unknown' });
  });

  it('a signed extrinsic is sent, and a refusal is reported as the chain’s', async () => {
    const deps = await gateway();
    const sent = fixture.calls.find(({ method }) => method === 'author_submitExtrinsic');
    const { signal } = new AbortController();
    await expect(broadcast(deps, { chain: 'dot', body: { raw: sent?.params[0] }, signal })).rejects.toMatchObject({
      status: 422,
      detail: expect.stringContaining('outdated'),
    });
    await expect(broadcast(deps, { chain: 'dot', body: { raw: 'AQID' }, signal })).rejects.toMatchObject({
      status: 400,
    });
  });
});
