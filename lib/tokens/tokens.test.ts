/** The token list has what can be swapped now, from every provider that answers, and finds the requested tokens. */
import { describe, expect, it } from 'vitest';
import { isProblem } from '../api/problem.ts';
import { tokensResponseSchema } from '../api/schemas/tokens.ts';
import { assetOf, formatAsset } from '../domain/asset.ts';
import type { ProviderId } from '../domain/provider-id.ts';
import type { ListedToken, Provider } from '../providers/provider.ts';
import { decodeTokensQuery, selectTokens } from './list-tokens.ts';
import { createTokenList, mergeTokens } from './token-list.ts';

const USDC = 'ETH.USDC-0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const MINT = 'SOL.USDC-EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';

const listed = (asset: string, change: Partial<ListedToken> = {}): ListedToken => ({
  asset: assetOf(asset),
  name: asset,
  decimals: 8,
  providers: ['THORCHAIN', 'THORCHAIN_STREAMING'],
  ...change,
});

type Lists = { tokens: () => Promise<ListedToken[]>; ids: Provider['ids'] };
const providerOf = ({ tokens, ids }: Lists): Provider => ({
  name: ids.join(),
  ids,
  refuse: () => undefined,
  quote: async () => [],
  track: async () => ({ observations: [], stale: false }),
  tokens,
});

function setUp(lists: Lists[]) {
  const clock = { now: 1_000_000 };
  const list = createTokenList({
    providers: lists.map(providerOf),
    now: () => clock.now,
    log: () => undefined,
    timeoutMs: 1000,
  });
  return { clock, list };
}

const thor = (tokens: Lists['tokens']): Lists => ({ tokens, ids: ['THORCHAIN', 'THORCHAIN_STREAMING'] });
const maya = (tokens: Lists['tokens']): Lists => ({ tokens, ids: ['MAYACHAIN'] });

describe('the token list', () => {
  it('has each asset once with all providers that swap it, sorted by chain, symbol, address', async () => {
    const { list } = setUp([
      thor(async () => [listed('ETH.ETH'), listed(USDC, { decimals: 6 }), listed('BTC.BTC', { priceUsd: 96_000 })]),
      maya(async () => [
        listed('BTC.BTC', { providers: ['MAYACHAIN'] }),
        listed('DASH.DASH', { providers: ['MAYACHAIN'] }),
      ]),
    ]);
    const tokens = await list.tokens();
    expect(tokens.map(({ id }) => id)).toEqual(['BTC.BTC', 'DASH.DASH', 'ETH.ETH', USDC]);
    expect(tokens[0]).toMatchObject({ providers: ['THORCHAIN', 'THORCHAIN_STREAMING', 'MAYACHAIN'], priceUsd: 96_000 });
  });

  it('knows listed assets, even those that cannot be swapped now, and is undefined for a chain without a list', async () => {
    const { list } = setUp([thor(async () => [listed('ETH.ETH'), listed(USDC, { unavailable: 'Halted.' })])]);
    expect(list.lists(assetOf('ETH.ETH'))).toBeUndefined();
    expect((await list.tokens()).map(({ id }) => id)).toEqual(['ETH.ETH']);
    expect(
      ['ETH.ETH', USDC.toLowerCase(), 'ETH.NOBODY-0x5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e', 'BTC.BTC'].map((id) =>
        list.lists(assetOf(id)),
      ),
    ).toEqual([true, true, false, undefined]);
  });

  it('finds the token at an address under any symbol, and nothing for a native coin', async () => {
    const weth = 'ETH.WETH-0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2';
    const other = weth.replace('WETH-', 'ETHW-');
    const { list } = setUp([
      thor(async () => [listed(weth), listed('ETH.ETH')]),
      maya(async () => [listed(other, { providers: ['MAYACHAIN'] }), listed(weth, { providers: ['MAYACHAIN'] })]),
    ]);
    await list.tokens();
    const at = (id: string) => list.listedAt(assetOf(id)).map(formatAsset);
    expect(at(weth.replace('WETH-', 'SCAM-').toLowerCase())).toEqual([weth, other]);
    expect([at('ETH.ETH'), at(USDC)]).toEqual([[], []]);
  });

  it('calls verified what at least one provider vouches for', async () => {
    const { list } = setUp([
      thor(async () => [listed('ETH.ETH', { unverified: true }), listed(USDC, { unverified: true })]),
      maya(async () => [listed('ETH.ETH', { providers: ['MAYACHAIN'] })]),
    ]);
    const tokens = await list.tokens();
    expect(tokens.map(({ verified }) => verified)).toEqual([true, false]);
    const {
      tokens: [first, second],
    } = selectTokens(tokens, { offset: 0 }, '');
    expect([first?.verified, second?.verified]).toEqual([true, false]);
  });

  it('leaves out what cannot be swapped now and providers that are not offered here', async () => {
    const { list } = setUp([
      maya(async () => [
        listed('BTC.BTC', { providers: ['MAYACHAIN'], unavailable: 'Trading is paused.' }),
        listed('DASH.DASH', { providers: ['MAYACHAIN', 'MAYACHAIN_STREAMING'] }),
        listed('ETH.ETH', { providers: ['GARDEN'] }),
      ]),
    ]);
    expect(await list.tokens()).toMatchObject([{ id: 'DASH.DASH', providers: ['MAYACHAIN'] }]);
  });

  it('keeps the last good list of a provider that fails, and the others whole', async () => {
    let fails = false;
    const { list, clock } = setUp([
      thor(async () => {
        if (fails) throw new Error('down');
        return [listed('BTC.BTC')];
      }),
      maya(async () => {
        throw new Error('never up');
      }),
    ]);
    expect(await list.tokens()).toHaveLength(1);
    fails = true;
    clock.now += 3_600_000;
    expect(await list.tokens()).toHaveLength(1);
    clock.now += 3_600_000;
    expect(await list.tokens()).toHaveLength(1);
  });

  it('does not ask an upstream that just failed again for every request', async () => {
    let asked = 0;
    const { list, clock } = setUp([
      thor(async () => {
        asked += 1;
        throw new Error('down');
      }),
    ]);
    for (let request = 0; request < 20; request += 1) await list.tokens();
    expect(asked).toBe(1);
    clock.now += 10_000;
    await list.tokens();
    expect(asked).toBe(2);
  });

  it('corrects the letter case of a known mint, and leaves unknown ones unchanged', async () => {
    const { list } = setUp([thor(async () => [listed(MINT)])]);
    await list.tokens();
    expect(list.canonicalAsset(assetOf(MINT.toUpperCase()))).toEqual(assetOf(MINT));
    expect(list.canonicalAsset(assetOf('BTC.BTC'))).toEqual(assetOf('BTC.BTC'));
  });

  it('finds the tokens of a symbol on a chain, verified ones first', async () => {
    const copy = 'ETH.USDC-0x1111111111111111111111111111111111111111';
    const { list } = setUp([thor(async () => [listed(copy, { unverified: true }), listed(USDC), listed('BTC.BTC')])]);
    await list.tokens();
    expect(list.namesakes(assetOf('eth.usdc'))).toEqual([assetOf(USDC), assetOf(copy)]);
    expect(list.namesakes(assetOf('BTC.BTC'))).toEqual([]);
  });
});

const faultsOf = (query: string): (string | undefined)[] => {
  try {
    decodeTokensQuery(new URLSearchParams(query));
    return [];
  } catch (error) {
    if (!isProblem(error)) throw error;
    expect(error.status).toBe(400);
    return (error.errors ?? []).map(({ field }) => field);
  }
};

describe('a request for tokens', () => {
  const tokensOf = async (query: string) => {
    const { list } = setUp([
      thor(async () => [listed('ETH.ETH'), listed(USDC, { name: 'USD Coin' }), listed('BTC.BTC')]),
      maya(async () => [listed('DASH.DASH', { providers: ['MAYACHAIN'] })]),
    ]);
    const wanted = decodeTokensQuery(new URLSearchParams(query));
    const answer = selectTokens(await list.tokens(), wanted, 'https://portage.example');
    expect(tokensResponseSchema.parse(answer)).toEqual(answer);
    return { ids: answer.tokens.map(({ asset }) => asset), total: answer.total, first: answer.tokens[0] };
  };

  it.each([
    ['', ['BTC.BTC', 'DASH.DASH', 'ETH.ETH', USDC], 4],
    ['provider=MAYACHAIN', ['DASH.DASH'], 1],
    ['provider=mayachain', ['DASH.DASH'], 1],
    ['provider=ONEINCH-%3ECHAINFLIP', [], 0],
    ['chain=eth', ['ETH.ETH', USDC], 2],
    ['search=usd%20c', [USDC], 1],
    ['search=0xA0B86991', [USDC], 1],
    ['limit=2', ['BTC.BTC', 'DASH.DASH'], 4],
    ['limit=2&offset=3', [USDC], 4],
    ['offset=99', [], 4],
    ['unknown=1', ['BTC.BTC', 'DASH.DASH', 'ETH.ETH', USDC], 4],
    ['sort=popular', ['BTC.BTC', 'ETH.ETH', USDC, 'DASH.DASH'], 4],
    ['sort=popular&limit=2', ['BTC.BTC', 'ETH.ETH'], 4],
    [`assets=${USDC.toLowerCase()},btc.btc,ETH.NOBODY`, ['BTC.BTC', USDC], 2],
  ])('%s', async (query, ids, total) => {
    expect(await tokensOf(query)).toMatchObject({ ids, total });
  });

  it('returns complete URLs of pictures and complete addresses', async () => {
    expect((await tokensOf('search=usdc')).first).toMatchObject({
      logoURI: 'https://portage.example/tokens/usdc.svg',
      address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
      chain: 'ETH',
      symbol: 'USDC',
    });
  });

  it('finds the tokens of a two-leg provider by its id, in any spelling of its arrow and case', async () => {
    const { list } = setUp([
      thor(async () => [listed('BTC.BTC'), listed(USDC)]),
      {
        ids: ['CHAINFLIP->ONEINCH'],
        tokens: async () => [
          listed('BTC.BTC', { providers: ['CHAINFLIP->ONEINCH'] }),
          listed('ETH.ETH', { providers: ['CHAINFLIP->ONEINCH'], unavailable: 'Not now.' }),
        ],
      },
    ]);
    const tokens = await list.tokens();
    expect(tokens.find(({ id }) => id === 'BTC.BTC')?.providers).toEqual([
      'THORCHAIN',
      'THORCHAIN_STREAMING',
      'CHAINFLIP->ONEINCH',
    ]);
    for (const query of [
      'provider=CHAINFLIP-%3EONEINCH',
      'provider=chainflip-%3Eoneinch',
      'provider=CHAINFLIP->ONEINCH',
    ]) {
      const answer = selectTokens(tokens, decodeTokensQuery(new URLSearchParams(query)), 'https://portage.example');
      expect(tokensResponseSchema.parse(answer)).toMatchObject({ total: 1, tokens: [{ asset: 'BTC.BTC' }] });
    }
  });

  it.each([
    ['provider=NOPE', ['provider']],
    ['sort=price', ['sort']],
    ['assets=BTC.BTC,nonsense', ['assets']],
    ['assets=', ['assets']],
    [`assets=${Array.from({ length: 51 }, () => 'BTC.BTC').join()}`, ['assets']],
    ['provider=', ['provider']],
    ['provider=MAYACHAIN&provider=CHAINFLIP', ['provider']],
    ['limit=2&chain=ETH&chain=BTC', ['chain']],
    ['chain=XYZ', ['chain']],
    ['limit=0&offset=-1', ['limit', 'offset']],
    ['limit=1.5', ['limit']],
    ['limit=99999', ['limit']],
    ['offset=1e3', ['offset']],
    [`search=${'x'.repeat(141)}`, ['search']],
    ['provider=NOPE&chain=XYZ&limit=x', ['provider', 'chain', 'limit']],
  ])('names what is wrong in %s', (query, fields) => {
    expect(faultsOf(query)).toEqual(fields);
  });

  it('says what is accepted instead of a repeated parameter', () => {
    const query = new URLSearchParams('provider=MAYACHAIN&provider=CHAINFLIP');
    expect(() => decodeTokensQuery(query)).toThrow(
      expect.objectContaining({
        errors: [
          expect.objectContaining({ message: expect.stringMatching(/^provider may be given once\. One provider id/) }),
        ],
      }),
    );
  });
});

it('removes control and direction-changing characters from upstream names', () => {
  const asset = { kind: 'native', chain: 'BTC', symbol: 'BTC' } as const;
  const name = '\u202eCDSU\u0007\u200b  <b>\u2066x';
  const [token] = mergeTokens([[{ asset, name, decimals: 8, providers: ['THORCHAIN'] }]], new Set(['THORCHAIN']));
  expect(token?.name).toBe('CDSU <b> x');
});

describe('decimals that a provider had to guess', () => {
  const USDC_BSC = 'BSC.USDC-0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d';
  const enabled = new Set<ProviderId>(['THORCHAIN', 'ONEINCH']);
  const guess = listed(USDC_BSC, { decimals: 6, guessesDecimals: true, providers: ['THORCHAIN'] });
  const read = listed(USDC_BSC, { decimals: 18, providers: ['ONEINCH'] });
  const decimalsOf = (lists: ListedToken[][]) => mergeTokens(lists, enabled).map(({ decimals }) => decimals);

  it('give way to those that another has read, whoever comes first', () => {
    expect(decimalsOf([[guess], [read]])).toEqual([18]);
    expect(decimalsOf([[read], [guess]])).toEqual([18]);
    expect(decimalsOf([[guess], [read], [{ ...read, decimals: 8 }]])).toEqual([18]);
  });

  it('are shown where nobody knows better', () => {
    expect(decimalsOf([[guess], [guess]])).toEqual([6]);
  });
});
