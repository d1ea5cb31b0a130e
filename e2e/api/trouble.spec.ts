import { createPortageClient } from '../../lib/api/client.ts';
import { expect, test } from '../support/api-test.ts';
import { sharedSandbox } from '../support/sandbox.ts';

const sandbox = sharedSandbox();
const ask = { sellAsset: 'BTC.BTC', buyAsset: 'ETH.ETH', sellAmount: '0.1', slippage: 3 };
const THOR = ['THORCHAIN', 'THORCHAIN_STREAMING'];
/** The answers of providers that never swap this pair or amount, whichever upstream is in trouble. */
const OF_THEIR_OWN = ['quoteNotFound', 'unsupportedChainId'];

type Failures = { provider: string; errorCode: string }[] | undefined;
const inTrouble = (failures: Failures) => failures?.filter(({ errorCode }) => !OF_THEIR_OWN.includes(errorCode)) ?? [];

test.describe('an upstream in trouble loses only its own routes', () => {
  for (const [kind, code] of [
    ['429', 'httpError'],
    ['500', 'httpError'],
    ['html', 'httpError'],
    ['garbage', 'httpError'],
    ['down', 'httpError'],
    ['hang', 'providerQuoteTimeout'],
    ['wrongTypes', 'httpError'],
  ] as const) {
    test(`${kind}: ${code}`, async ({ baseURL }) => {
      const client = createPortageClient({ baseUrl: baseURL ?? '' });
      const quote = await sandbox.withFault({ target: 'thornode', kind, path: '/quote' }, () => client.quote(ask));
      const failures = inTrouble(quote.providerErrors);
      expect(failures.map(({ provider }) => provider).sort()).toEqual(THOR);
      expect(new Set(failures.map(({ errorCode }) => errorCode))).toEqual(new Set([code]));
      expect(quote.routes.length).toBeGreaterThan(0);
      expect(quote.routes.flatMap(({ providers }) => providers).filter((id) => id.startsWith('THOR'))).toEqual([]);
    });
  }
});

test('Chainflip is quoted by its node while its backend is down; without both it says so, and no other provider is affected', async ({
  baseURL,
}) => {
  const client = createPortageClient({ baseUrl: baseURL ?? '' });
  const backend = { target: 'chainflip-backend', kind: 'down' };
  const byNode = await sandbox.withFault(backend, () => client.quote({ ...ask, providers: ['CHAINFLIP'] }));
  expect(byNode.routes.map(({ providers }) => providers)).toEqual([['CHAINFLIP']]);
  const without = await sandbox.withFault(backend, () =>
    sandbox.withFault({ target: 'chainflip-rpc', kind: 'down' }, () => client.quote({ ...ask, sellAmount: '0.11' })),
  );
  const failed = inTrouble(without.providerErrors);
  expect(failed.map(({ provider, errorCode }) => `${provider} ${errorCode}`).sort()).toEqual([
    'CHAINFLIP httpError',
    'CHAINFLIP->ONEINCH httpError',
    'CHAINFLIP_STREAMING httpError',
  ]);
  const others = without.routes.flatMap(({ providers }) => providers);
  expect(others).toEqual(expect.arrayContaining(['THORCHAIN', 'MAYACHAIN']));
});

test('a quote that pays another recipient, or a vault that is not listed, never becomes a route', async ({
  baseURL,
}) => {
  const client = createPortageClient({ baseUrl: baseURL ?? '' });
  const full = {
    ...ask,
    destinationAddress: '0x52908400098527886E0F7030069857D2E4169EE7',
    sourceAddress: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  };
  for (const kind of ['otherDestination', 'otherVault']) {
    const quote = await sandbox.withFault({ target: 'thornode', kind }, () => client.quote(full));
    expect(quote.routes.filter((route) => route.providers[0]?.startsWith('THOR'))).toEqual([]);
    expect((quote.providerErrors ?? []).map(({ provider }) => provider)).toContain('THORCHAIN');
  }
});

test('a halted chain is reported as halted, before anything about amounts', { tag: '@long' }, async ({ baseURL }) => {
  const client = createPortageClient({ baseUrl: baseURL ?? '' });
  await sandbox.withFault({ target: 'DOGE', kind: 'halt' }, async () => {
    await expect
      .poll(
        async () => {
          const quote = await client.quote({
            ...ask,
            sellAsset: 'DOGE.DOGE',
            sellAmount: '0.00000001',
            providers: ['THORCHAIN'],
          });
          return quote.providerErrors?.[0]?.errorCode;
        },
        { timeout: 60_000 },
      )
      .toBe('tradingHalted');
  });
});

test('an amount that is too small is refused with the minimum in the sold asset', async ({ baseURL }) => {
  const client = createPortageClient({ baseUrl: baseURL ?? '' });
  const quote = await client.quote({ ...ask, sellAmount: '0.00001', providers: ['THORCHAIN'] });
  expect(quote.routes).toEqual([]);
  expect(quote.error).toBeTruthy();
  expect(quote.providerErrors?.[0]).toMatchObject({
    errorCode: 'swapAmountTooSmall',
    message: expect.stringMatching(/0\.\d+ BTC/),
  });
});

test('a provider that never swaps the pair says so by name, and the others answer', async ({ baseURL }) => {
  const client = createPortageClient({ baseUrl: baseURL ?? '' });
  const quote = await client.quote({ ...ask, providers: ['JUPITER->CHAINFLIP', 'THORCHAIN'] });
  expect(quote.routes).toHaveLength(1);
  expect(quote.providerErrors).toEqual([
    expect.objectContaining({
      provider: 'JUPITER->CHAINFLIP',
      errorCode: 'unsupportedChainId',
      message: expect.stringContaining('starts on Solana'),
    }),
  ]);
});

test('an asset that no provider lists is an answer, not an error: every provider answers tokenNotFound', async ({
  baseURL,
}) => {
  const client = createPortageClient({ baseUrl: baseURL ?? '' });
  const nobody = 'ETH.NOPE-0x52908400098527886E0F7030069857D2E4169EE7';
  const { tokens } = await client.tokens();
  expect(tokens.map(({ chain }) => chain)).toContain('ETH');
  for (const pair of [{ sellAsset: nobody }, { buyAsset: nobody }]) {
    const quote = await client.quote({ ...ask, ...pair });
    expect(quote.routes).toEqual([]);
    const asked = quote.providerErrors?.map(({ provider }) => provider.replace('_STREAMING', ''));
    expect(new Set(asked)).toEqual(
      new Set([
        ...['THORCHAIN', 'MAYACHAIN', 'CHAINFLIP', 'ONEINCH', 'GARDEN', 'JUPITER'],
        ...['ONEINCH->CHAINFLIP', 'JUPITER->CHAINFLIP', 'CHAINFLIP->ONEINCH'],
      ]),
    );
    for (const { provider, errorCode } of quote.providerErrors ?? [])
      expect([provider, errorCode]).toEqual([provider, 'tokenNotFound']);
  }
});
