/** Accounts by code (a Safe, ERC-1271) pay the providers that see such payments, and are refused by those that do not. */
import { parseUnits } from 'viem';
import { createPortageClient } from '../../lib/api/client.ts';
import type { QuoteRequest } from '../../lib/api/schemas/quote.ts';
import { NEWCOMER } from '../support/accounts.ts';
import { expect, test } from '../support/api-test.ts';
import { createEvmReader } from '../support/evm-reader.ts';
import { follow, last } from '../support/follow.ts';
import { ETH_WBTC, WBTC } from '../support/garden.ts';
import { USDC } from '../support/oneinch.ts';
import { sharedSandbox } from '../support/sandbox.ts';
import { createSmartAccount } from '../support/smart-account.ts';
import { ETH_LINK, LINK } from '../support/two-leg.ts';

const sandbox = sharedSandbox();
const ETH_TO_USDC = { sellAsset: 'ETH.ETH', buyAsset: `ETH.USDC-${USDC}`, sellAmount: '1', slippage: 1 };

const TO_BITCOIN = { buyAsset: 'BTC.BTC', destinationAddress: NEWCOMER.BTC };

/** An account that holds what it is to sell, and the route that it was quoted; without a destination to itself. */
async function seller(baseURL: string | undefined, question: Omit<QuoteRequest, 'sourceAddress'>, token?: string) {
  const account = await createSmartAccount(baseURL ?? '', sandbox, 'ETH');
  await sandbox.fund('ETH', account.address, question.sellAmount ?? '', token);
  const client = createPortageClient({ baseUrl: baseURL ?? '' });
  const own = { sourceAddress: account.address, destinationAddress: account.address };
  const { quoteId, routes, providerErrors } = await client.quote({ ...own, ...question, includeTx: true });
  const [route] = routes;
  if (!route) throw new Error(`a route was expected: ${JSON.stringify(providerErrors)}`);
  return { account, client, quoteId, route };
}

test('an account by code sells ETH through 1inch: its owner’s transaction is followed as the payment', async ({
  baseURL,
}) => {
  const { account, client, quoteId, route } = await seller(baseURL, { ...ETH_TO_USDC, providers: ['ONEINCH'] });
  const hash = await account.pay(route);
  const end = last(await follow(client, { quoteId, hash }));
  expect(end).toMatchObject({ success: true, trackingStatus: 'completed', data: { inbound: { hash, amount: '1' } } });
  // Its owner's signature is the account's own, as its code says on that chain.
  const { message } = await client.signInMessage({ address: account.address, chain: 'ETH' });
  const { token, chain } = await client.signIn({ message, signature: await account.owner.signMessage({ message }) });
  expect(chain).toBe('ETH');
  expect((await client.swaps({}, { token })).swaps).toMatchObject([{ quoteId, hash, status: 'completed' }]);
  const got = parseUnits(end.data.route?.actualBuyAmount ?? '', 6);
  expect(await createEvmReader(baseURL ?? '', 'ETH').balance(account.address, USDC)).toBe(got);
});

test('a call that fails within the account’s transaction has failed, although the transaction has not', async ({
  baseURL,
}) => {
  const { account, client, quoteId, route } = await seller(baseURL, { ...ETH_TO_USDC, providers: ['ONEINCH'] });
  // The account spends its coins first, so that it cannot pay.
  await account.execute({ to: account.owner.address, from: account.address, value: '1', data: '0x' });
  const hash = await account.execute(route.tx, 1n);
  expect(last(await follow(client, { quoteId, hash }))).toMatchObject({ success: true, trackingStatus: 'failed' });
});

test('an account by code sells WBTC through Garden', async ({ baseURL }) => {
  const { account, client, quoteId, route } = await seller(
    baseURL,
    { ...TO_BITCOIN, sellAsset: ETH_WBTC, sellAmount: '0.01', slippage: 1, providers: ['GARDEN'] },
    WBTC,
  );
  const hash = await account.pay(route);
  expect(last(await follow(client, { quoteId, hash }))).toMatchObject({
    success: true,
    trackingStatus: 'completed',
    data: { inbound: { hash }, outbound: { chain: 'BTC', address: NEWCOMER.BTC } },
  });
});

test('an account by code pays Chainflip’s vault', async ({ baseURL }) => {
  const { account, client, quoteId, route } = await seller(baseURL, {
    ...TO_BITCOIN,
    sellAsset: 'ETH.ETH',
    sellAmount: '1',
    slippage: 3,
    providers: ['CHAINFLIP'],
  });
  const hash = await account.pay(route);
  expect(last(await follow(client, { quoteId, hash }))).toMatchObject({ success: true, trackingStatus: 'completed' });
});

test('an account by code sells LINK for BTC through 1inch and Chainflip', async ({ baseURL }) => {
  const { account, client, quoteId, route } = await seller(
    baseURL,
    { ...TO_BITCOIN, sellAsset: ETH_LINK, sellAmount: '60', slippage: 3, providers: ['ONEINCH->CHAINFLIP'] },
    LINK,
  );
  const hash = await account.pay(route);
  expect(last(await follow(client, { quoteId, hash }))).toMatchObject({
    success: true,
    trackingStatus: 'completed',
    data: { inbound: { hash, amount: '60' }, outbound: { chain: 'BTC' } },
  });
});

test('THORChain would not see its payment, so it gets no transaction and the reason', async ({ baseURL }) => {
  const { route } = await seller(baseURL, {
    ...TO_BITCOIN,
    sellAsset: 'ETH.ETH',
    sellAmount: '1',
    slippage: 3,
    providers: ['THORCHAIN'],
  });
  expect(route.tx).toBeUndefined();
  expect(route.inboundAddress).toBeUndefined();
  expect(route.meta.txUnavailable).toContain('contract');
});
