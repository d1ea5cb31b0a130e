/** What to do about each reason for which a provider offers no route. */
import type { ProviderErrorCode } from '../../lib/domain/errors.ts';

export const FAILURE_REMEDIES: Readonly<Record<ProviderErrorCode, string>> = {
  unknownError: 'Ask again in a moment; the other routes are not affected.',
  tradingHalted: 'Wait until trading resumes, or take another route.',
  providerQuoteTimeout: 'It did not answer in time. Ask again in a moment.',
  tokenNotFound: 'It does not trade this asset. Another provider or another asset may do.',
  unsupportedChainId: 'It does not serve this chain. Another provider may do.',
  invalidSellAmount: 'Change the amount.',
  crossChainNotSupported: 'It does not swap between these two. Another provider may do.',
  insufficientLiquidity: 'Sell less, or allow more slippage.',
  swapAmountTooSmall: 'Sell more.',
  quoteNotFound: 'It offers no route for this swap. Nothing needs doing: take another one.',
  dexAggregationNotSupported: 'Choose an asset that it trades itself.',
  httpError: 'Its service is in trouble. Ask again in a moment.',
  missingChainflipBuyAsset: 'It does not know the asset that you buy.',
  missingChainflipBuyChain: 'It does not know the chain that you buy on.',
  missingChainflipSellAsset: 'It does not know the asset that you sell.',
  missingChainflipSellChain: 'It does not know the chain that you sell on.',
};
