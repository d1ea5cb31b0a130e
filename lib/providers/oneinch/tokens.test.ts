import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { formatAsset } from '../../domain/asset.ts';
import { type LoopbackUpstream, startLoopbackUpstream } from '../test-upstream.ts';
import { fixture, type Json, oneinchAt, oneinchDouble, request } from './testing/oneinch-double.ts';

let upstream: LoopbackUpstream;
beforeAll(async () => {
  upstream = await startLoopbackUpstream(oneinchDouble());
});
beforeEach(() => {
  upstream.answer();
  upstream.calls.length = 0;
});
afterAll(() => upstream.close());

const signal = new AbortController().signal;
const listed = (tokens: Json[]) =>
  upstream.answer(
    oneinchDouble({
      tokens: (chainId) =>
        chainId === '1'
          ? { json: { tokens: Object.fromEntries(tokens.map((token) => [String(token.address), token])) } }
          : { status: 404, json: { error: 'Not Found' } },
    }),
  );
const token = (changes: Json): Json => ({
  address: `0x${'9'.repeat(40)}`,
  symbol: 'NINE',
  name: 'Nine',
  decimals: 9,
  tags: ['tokens'],
  ...changes,
});
const namesOf = async () => (await oneinchAt(upstream.url).tokens({ signal })).map(({ asset }) => formatAsset(asset));

describe('1inch’s tokens', () => {
  it('are those of the chains that it serves here, each chain’s coin first; others are skipped', async () => {
    const { tokens } = fixture('tokens-two-entries') as { tokens: Record<string, Json> };
    listed([...Object.values(tokens), fixture('token-usdc-live-2026')]);
    expect(await namesOf()).toEqual([
      'ETH.LDO-0x5A98FcBEA516Cf06857215779Fd812CA3beF1B32',
      'ETH.WETH-0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2',
      'ETH.USDC-0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
      'ETH.ETH',
    ]);
  });

  it.each<[string, Json, string[]]>([
    ['that it warns of are left out', { tags: ['RISK:suspicious'] }, []],
    [
      'that it calls harmless or does not judge stay',
      { tags: ['RISK:norisk', 'RISK:unknown'] },
      [`ETH.NINE-0x${'9'.repeat(40)}`],
    ],
    [
      'whose tags are objects, as newer lists have them, are judged too',
      { tags: [{ value: 'RISK:malicious', provider: 'x' }] },
      [],
    ],
    [
      'whose symbol no identifier can carry go by what is left of it',
      { symbol: 'USD₮0' },
      [`ETH.USDT-0x${'9'.repeat(40)}`],
    ],
    ['without a symbol that can be written are left out', { symbol: '🦄' }, []],
    ['that cannot be read cost only themselves', { decimals: 'nine' }, []],
  ])('%s', async (_what, changes, names) => {
    listed([token(changes)]);
    expect(await namesOf()).toEqual([...names, 'ETH.ETH']);
  });

  it('carry decimals, logo and the price of quotes', async () => {
    const provider = oneinchAt(upstream.url);
    await provider.quote(request(), { signal });
    const tokens = await provider.tokens({ signal });
    const usdc = tokens.find(({ asset }) => asset.symbol === 'USDC');
    expect(usdc).toMatchObject({ name: 'USD Coin', decimals: 6, providers: ['ONEINCH'], priceUsd: 1 });
    listed([token({ logoURI: 'https://tokens.1inch.io/9.png' })]);
    expect((await oneinchAt(upstream.url).tokens({ signal }))[0]?.logoURI).toBe('https://tokens.1inch.io/9.png');
  });

  it('are fetched once an hour, not for every list: they share the key’s allowance with quotes', async () => {
    const provider = oneinchAt(upstream.url);
    await provider.tokens({ signal });
    await provider.tokens({ signal });
    expect(upstream.calls).toHaveLength(7);
  });

  it('are unavailable when no chain answers', async () => {
    upstream.answer(() => ({ status: 401, json: {} }));
    await expect(oneinchAt(upstream.url).tokens({ signal })).rejects.toMatchObject({ code: 'httpError' });
  });
});
