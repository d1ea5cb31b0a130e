import { randomBytes } from 'node:crypto';
import type { APIRequestContext } from '@playwright/test';
import { bech32 } from '@scure/base';
import type { ChainStates } from '../../lib/api/page-api.ts';
import { expect, test } from '../support/api-test.ts';
import { sharedSandbox } from '../support/sandbox.ts';

const sandbox = sharedSandbox();
const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const USDC_MINT = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';

const name = (request: APIRequestContext, text: string, chain: string) =>
  request.get(`/page/names/${encodeURIComponent(text)}?chain=${chain}`);
const stateOf = async (request: APIRequestContext, chain: string) => {
  const { chains } = (await (await request.get('/page/chains')).json()) as ChainStates;
  return chains.find((one) => one.chain === chain);
};

test('an ENS name resolves to the address that its owner set on each chain, read from the local Ethereum', async ({
  request,
}) => {
  const eth = await name(request, 'Portage.eth', 'ETH');
  expect(eth.status()).toBe(200);
  expect(await eth.json()).toEqual({
    name: 'Portage.eth',
    chain: 'ETH',
    address: expect.stringMatching(/^0x[0-9a-fA-F]{40}$/),
    service: 'ENS',
  });
  for (const [chain, form] of Object.entries({
    BTC: /^bcrt1q/,
    BCH: /^p/,
    DOGE: /^[nm]/,
    SOL: /^[1-9A-HJ-NP-Za-km-z]{32,44}$/,
    THOR: /^tthor1/,
    GAIA: /^cosmos1/,
    DOT: /^5/,
    ARB: /^0x/,
  }))
    expect(await (await name(request, 'portage.eth', chain)).json()).toMatchObject({
      chain,
      service: 'ENS',
      address: expect.stringMatching(form),
    });
  expect((await (await name(request, 'landing.portage.eth', 'ETH')).json()).service).toBe('ENS');
});

test('ENS names that have expired, lead nowhere or have no address on that chain are refused with the reason', async ({
  request,
}) => {
  for (const [text, chain, reason] of [
    ['sunken.eth', 'ETH', /has expired/],
    ['adrift.eth', 'ETH', /leads anywhere/],
    ['ferry.eth', 'BTC', /no address for Bitcoin/],
    ['ferry.eth', 'ARB', /no address for Arbitrum/],
    ['nobody.eth', 'ETH', /name\.thor/],
    ['under_score.eth', 'ETH', /no name that ENS allows/],
    ['%', 'ETH', /is no name/],
    ['naïve name', 'ETH', /is no name/],
  ] as const) {
    const answer = await name(request, text, chain);
    expect(answer.status(), text).toBe(404);
    expect((await answer.json()).detail).toMatch(reason);
  }
  expect((await (await name(request, 'anywhere.eth', 'BASE')).json()).service).toBe('ENS');
});

test('THORNames and MAYANames: the same, one of them, and two that differ', async ({ request }) => {
  expect(await (await name(request, 'satoshi', 'BTC')).json()).toMatchObject({ service: 'THORName', chain: 'BTC' });
  expect(await (await name(request, 'satoshi.maya', 'BTC')).json()).toMatchObject({ service: 'MAYAName' });
  expect(await (await name(request, 'satoshi', 'GAIA')).json()).toMatchObject({ service: 'THORName' });
  const differ = await name(request, 'pilot', 'BTC');
  expect(differ.status()).toBe(409);
  expect((await differ.json()).detail).toMatch(/by THORName and .* by MAYAName.*pilot\.thor or pilot\.maya/);
  expect((await name(request, 'pilot.thor', 'BTC')).status()).toBe(200);
  const wreck = await name(request, 'wreck.thor', 'BTC');
  expect(wreck.status()).toBe(404);
  expect((await wreck.json()).detail).toMatch(/has expired/);
  // Maya's answer is unknown, so nothing is returned that it might contradict.
  await sandbox.withFault({ target: 'mayanode', kind: '500' }, async () => {
    expect((await name(request, 'satoshi', 'BTC')).status()).toBe(502);
    expect((await name(request, 'satoshi.thor', 'BTC')).status()).toBe(200);
  });
});

test('a chain is paused once every provider has stopped there; a single one is named as such', {
  tag: '@long',
}, async ({ request }) => {
  expect(await stateOf(request, 'LTC')).toEqual({ chain: 'LTC', tradable: true });
  expect(await stateOf(request, 'KUJI')).toEqual({ chain: 'KUJI', tradable: false });
  const inForce = (chain: string, key: 'paused' | 'partly') =>
    expect.poll(async () => (await stateOf(request, chain))?.[key]?.by, { timeout: 60_000 });
  await sandbox.withFault({ target: 'thornode', kind: 'pauseTrading' }, async () => {
    await inForce('LTC', 'paused').toEqual(['THORCHAIN']);
    await inForce('BTC', 'partly').toEqual(['THORCHAIN']);
    expect((await stateOf(request, 'LTC'))?.paused?.reason).toMatch(/THORChain is paused/);
  });
  await inForce('LTC', 'paused').toBeUndefined();
});

test('chains are answered while upstreams are down', async ({ request }) => {
  await sandbox.withFault({ target: 'thornode', kind: '500' }, () =>
    sandbox.withFault({ target: 'chainflip-rpc', kind: '500' }, async () => {
      const answer = await request.get('/page/chains');
      expect(answer.status()).toBe(200);
      expect(((await answer.json()) as ChainStates).chains).toHaveLength(23);
    }),
  );
});

test('a token is described as its chain describes it, and any other address is no token', async ({ request }) => {
  expect(await (await request.get(`/page/token/ETH/${USDC.toLowerCase()}`)).json()).toEqual({
    asset: `ETH.USDC-${USDC}`,
    chain: 'ETH',
    address: USDC,
    symbol: 'USDC',
    name: 'USD Coin',
    decimals: 6,
  });
  const mint = await (await request.get(`/page/token/SOL/${USDC_MINT}`)).json();
  expect(mint).toMatchObject({ chain: 'SOL', address: USDC_MINT, decimals: 6 });
  expect((await request.get('/page/token/ETH/0x90F8bf6A479f320ead074411a4B0e7944Ea8c9C1')).status()).toBe(404);
  expect((await request.get('/page/token/ETH/nonsense')).status()).toBe(400);
});

test('an address is classified as an account, a contract or a token', async ({ request }) => {
  const facts = async (path: string) => (await request.get(`/page/address/${path}`)).json();
  expect(await facts('ETH/0x90F8bf6A479f320ead074411a4B0e7944Ea8c9C1')).toMatchObject({ code: 'none', isToken: false });
  expect(await facts(`ETH/${USDC}`)).toMatchObject({ code: 'contract', isToken: true });
  expect(await facts('ETH/0x111111125421cA6dc452d289314280a0f8842A65')).toMatchObject({
    code: 'contract',
    isToken: false,
  });
  expect(await facts(`SOL/${USDC_MINT}`)).toMatchObject({ isToken: true });
  const unused = bech32.encode('bcrt', [0, ...bech32.toWords(randomBytes(20))]);
  expect(await facts(`BTC/${unused}`)).toEqual({ nativeBalance: '0' });
});

test('scripts of other sites get no answer', async ({ request }) => {
  for (const path of ['/page/chains', '/page/names/portage.eth?chain=ETH'])
    expect((await request.get(path, { headers: { origin: 'https://elsewhere.example' } })).status()).toBe(403);
});
