/**
 * Gets the call of a swap that a contract makes later with an amount of its own: checked like one that a person
 * signs, and only when amount and minimum return can be replaced without touching anything else.
 */
import { CHAINS } from '../../chains/chains.ts';
import { checksumAddress } from '../../domain/asset.ts';
import { ProviderError } from '../../domain/errors.ts';
import { adjustableOffsets } from '../../payments/oneinch/adjustable-call.ts';
import type { CallOptions, ProviderQuoteRequest, SwapCall } from '../provider.ts';
import { callOf, checkTokens, checkWorth, type QuoteDeps, swapParams, termsOf } from './quote.ts';

const hexOf = (data: string): `0x${string}` => `0x${data.slice(2)}`;

/**
 * One call to `/swap` in the name of the contract (`sourceAddress`), paid to `destinationAddress`. @throws
 * {ProviderError} `quoteNotFound` when the swap's amounts cannot be replaced.
 */
export async function swapCallOf(
  deps: QuoteDeps,
  request: ProviderQuoteRequest,
  options: CallOptions,
): Promise<SwapCall> {
  const { sourceAddress = '', destinationAddress = '' } = request;
  if (sourceAddress === '' || destinationAddress === '')
    throw new ProviderError('unknownError', 'A swap by a contract needs its address and that of whom it pays.');
  if (sourceAddress.toLowerCase() === destinationAddress.toLowerCase())
    throw new ProviderError('unknownError', 'A contract that swaps pays somebody else than itself.');
  options.signal.throwIfAborted();
  const terms = await termsOf(deps, { ...request, adjustable: true, includeTx: true }, options.signal);
  if (terms.noTx !== undefined) throw new ProviderError('httpError', terms.noTx);
  const swap = await deps.client.swap(terms.chainId, swapParams(terms), request, options);
  checkTokens(terms, swap);
  checkWorth(swap.dstAmount, terms.slippage.bps);
  const call = await callOf(deps, terms, swap, options.signal);
  const offsets = adjustableOffsets(swap.tx.data);
  if (!offsets)
    throw new ProviderError(
      'quoteNotFound',
      `1inch would make this swap on ${CHAINS[request.sellAsset.chain].name} by ${call.function}, whose amount a contract cannot replace. Another amount, or another asset in between, may go.`,
    );
  const { amountOffset, leastOffset } = offsets;
  return {
    to: checksumAddress(swap.tx.to),
    data: hexOf(swap.tx.data),
    expected: swap.dstAmount,
    least: call.minReturn,
    ...(amountOffset === undefined ? {} : { amountOffset }),
    leastOffset,
  };
}
