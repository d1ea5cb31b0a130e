/** If these fail, the page lets people prepare a swap that the network has stopped, or greys out a working one. */
import { describe, expect, it } from 'vitest';
import { clientsWith } from '../../chain-clients/test-clients.ts';
import { loopbackFetch, upstreamOfTest } from '../test-upstream.ts';
import { createThorFamily } from './index.ts';
import { listFixture, NOW_MS, type NodeAnswers, nodeDouble } from './testing/node-double.ts';

const options = { signal: new AbortController().signal };

async function family(variant: 'thor' | 'maya', answers: NodeAnswers) {
  const upstream = await upstreamOfTest(nodeDouble(variant, answers));
  const provider = createThorFamily({
    variant,
    nodeUrls: [upstream.url],
    midgardUrls: [],
    network: 'mainnet',
    clients: clientsWith(),
    fetch: loopbackFetch,
    now: () => NOW_MS,
    log: () => undefined,
  });
  const stopped = async () =>
    new Map((await provider.pauses?.(options))?.map((trade) => [trade.chain, trade.stopped] as const));
  return { provider, stopped, upstream };
}
const inbound = (chain: string | undefined, changes: Record<string, unknown>) =>
  listFixture('thor-inbound-addresses').map((entry) =>
    chain === undefined || entry.chain === chain ? { ...entry, ...changes } : entry,
  );

describe('chains at THORChain', () => {
  it('all trade while nothing is halted, the network’s own among them', async () => {
    const { stopped } = await family('thor', {});
    const chains = await stopped();
    expect([...chains.keys()]).toEqual(expect.arrayContaining(['THOR', 'BTC', 'ETH', 'GAIA']));
    expect([...chains.values()].filter((reason) => reason !== undefined)).toEqual([]);
  });

  it('are stopped by each of the flags and by the network’s switches, with the reason', async () => {
    const halted = await (await family('thor', { inbound: inbound('BTC', { halted: true }) })).stopped();
    expect(halted.get('BTC')).toMatch(/THORChain has halted BTC/);
    expect(halted.get('ETH')).toBeUndefined();
    const paused = await (await family('thor', { inbound: inbound('ETH', { chain_trading_paused: true }) })).stopped();
    expect(paused.get('ETH')).toMatch(/paused trading of ETH/);
    const mimir = await (await family('thor', { mimir: { HALTDOGETRADING: 1 } })).stopped();
    expect(mimir.get('DOGE')).toMatch(/paused trading of DOGE/);
  });

  it('are all stopped when all trading is, the network’s own too, which has no flags', async () => {
    const { stopped } = await family('thor', { inbound: inbound(undefined, { global_trading_paused: true }) });
    const chains = await stopped();
    expect([...chains.values()].every((reason) => /Trading on THORChain is paused/.test(reason ?? ''))).toBe(true);
    expect(chains.has('THOR')).toBe(true);
  });

  it('are stopped when every pool on them is, and not when one is open', async () => {
    const pools = (of: (asset: string) => boolean) =>
      listFixture('thor-pools').map((pool) => (of(String(pool.asset)) ? { ...pool, status: 'Suspended' } : pool));
    const all = await (await family('thor', { pools: pools((asset) => asset.startsWith('ETH.')) })).stopped();
    expect(all.get('ETH')).toMatch(/suspended the pool/);
    const some = await (await family('thor', { pools: pools((asset) => asset === 'ETH.ETH') })).stopped();
    expect(some.get('ETH')).toBeUndefined();
  });

  it('come from the list of this moment, not from one that quotes may still use', async () => {
    const answers: NodeAnswers = {};
    const { stopped } = await family('thor', answers);
    expect((await stopped()).get('BTC')).toBeUndefined();
    answers.inbound = inbound('BTC', { halted: true });
    expect((await stopped()).get('BTC')).toMatch(/halted BTC/);
  });
});

describe('names', () => {
  const name = (json: Record<string, unknown>, status = 200): NodeAnswers => ({ name: { json, status } });
  const odin = {
    name: 'odin',
    expire_block_height: 90_000_000,
    aliases: [
      { chain: 'BTC', address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4' },
      { chain: 'NOWHERE', address: 'x' },
    ],
  };

  it('have their addresses by chain, and only those of chains that Portage has', async () => {
    const { provider } = await family('thor', name(odin));
    const record = await provider.names?.find('odin', options);
    expect([...(record?.addresses ?? [])]).toEqual([['BTC', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4']]);
    expect(record?.expired).toBe(false);
    expect(provider.names?.service).toBe('THORName');
  });

  it('have expired once the network has passed their height', async () => {
    const { provider } = await family('thor', name({ ...odin, expire_block_height: 5 }));
    expect((await provider.names?.find('odin', options))?.expired).toBe(true);
  });

  it('without an owner are unknown; a failing node is an error and not an unknown name', async () => {
    const none = await family('thor', name({ code: 3, message: "THORName doesn't exist: x: invalid request" }, 400));
    expect(await none.provider.names?.find('x', options)).toBeUndefined();
    const maya = await family('maya', name({ error: "MAYAName doesn't exist: x" }, 404));
    expect(await maya.provider.names?.find('x', options)).toBeUndefined();
    expect(maya.provider.names?.service).toBe('MAYAName');
    const broken = await family('thor', name({ message: 'internal' }, 500));
    await expect(broken.provider.names?.find('x', options)).rejects.toMatchObject({ name: 'ProviderError' });
  });
});
