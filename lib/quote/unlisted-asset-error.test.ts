/**
 * Every provider answers `tokenNotFound` for an unlisted asset; a provider's own failure and a listed asset keep
 * their codes.
 */
import { expect, it } from 'vitest';
import { assetOf } from '../domain/asset.ts';
import type { ProviderErrorCode } from '../domain/errors.ts';
import { withUnlistedCode } from './unlisted-asset-error.ts';

const NOBODY = 'ETH.NOBODY-0x5e5E5e5e5E5e5E5E5e5E5E5e5e5E5E5E5e5E5E5e';
const lists = ({ kind, chain }: ReturnType<typeof assetOf>) =>
  chain === 'ETH' || chain === 'BTC' ? kind === 'native' : undefined;
const error = (sell: string, buy: string, errorCode: ProviderErrorCode) =>
  withUnlistedCode(
    { sellAsset: assetOf(sell), buyAsset: assetOf(buy) },
    lists,
  )({ provider: 'CHAINFLIP', errorCode, message: 'Chainflip does not swap it.' });

it.each([
  [NOBODY, 'BTC.BTC', 'missingChainflipSellAsset'],
  ['BTC.BTC', NOBODY, 'missingChainflipBuyAsset'],
  [NOBODY, 'BTC.BTC', 'unsupportedChainId'],
  [NOBODY, 'BTC.BTC', 'crossChainNotSupported'],
  ['BTC.BTC', NOBODY, 'dexAggregationNotSupported'],
] as const)('%s to %s: %s is tokenNotFound', (sell, buy, code) => {
  expect(error(sell, buy, code)).toEqual({
    provider: 'CHAINFLIP',
    errorCode: 'tokenNotFound',
    message: `No provider lists ${NOBODY}. Chainflip does not swap it.`,
  });
});

it.each([
  [NOBODY, 'BTC.BTC', 'tradingHalted'],
  [NOBODY, 'BTC.BTC', 'providerQuoteTimeout'],
  [NOBODY, 'BTC.BTC', 'quoteNotFound'],
  ['ETH.ETH', 'BTC.BTC', 'unsupportedChainId'],
  // No list covers the chain: its own refusal says more.
  ['KUJI.KUJI', 'BTC.BTC', 'unsupportedChainId'],
  ['ETH.ETH/ETH', 'BTC.BTC', 'crossChainNotSupported'],
] as const)('%s to %s: %s stays', (sell, buy, code) => {
  expect(error(sell, buy, code)).toMatchObject({ errorCode: code, message: 'Chainflip does not swap it.' });
});

it('says how a token is written when only its symbol was given', () => {
  const USDC = 'ETH.USDC-0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
  const pair = { sellAsset: assetOf('ETH.USDC'), buyAsset: assetOf('BTC.BTC') };
  const namesakes = () => [assetOf(USDC)];
  const failure = { provider: 'CHAINFLIP', message: 'Chainflip does not swap it.' } as const;
  const hint = `No provider lists ETH.USDC. A token is named with its contract: ${USDC}. Chainflip does not swap it.`;
  for (const errorCode of ['tokenNotFound', 'missingChainflipSellAsset'] as const)
    expect(withUnlistedCode(pair, () => false, namesakes)({ ...failure, errorCode }).message).toBe(hint);
});
