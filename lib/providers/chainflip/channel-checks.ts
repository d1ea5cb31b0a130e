/**
 * Checks the channel that a broker reports as opened. A channel with other terms than the requested ones is never
 * shown.
 */
import { checkAddress, sameAddress } from '../../chains/address.ts';
import type { NetworkName } from '../../chains/chain.ts';
import { decodeSs58 } from '../../chains/ss58.ts';
import type { ChainId } from '../../domain/chain-id.ts';
import type { ChannelRequest } from '../provider.ts';
import type { SwapTerms } from './terms.ts';
import type { OpenedByBroker } from './upstream-schemas.ts';

const accountOf = (address: string): string => decodeSs58(address)?.account.join() ?? address;

/** Brokers write EVM addresses with or without `0x`, and accounts under another network's prefix. */
function sameRefund(chain: ChainId, asked: string, told: unknown): boolean {
  if (typeof told !== 'string') return false;
  const bare = (text: string) => text.toLowerCase().replace(/^0x/, '');
  const isHex = /^(0x)?[0-9a-f]{40}$/i;
  if (isHex.test(asked) && isHex.test(told)) return bare(asked) === bare(told);
  return sameAddress(chain, asked, told) || (chain === 'DOT' && accountOf(asked) === accountOf(told));
}

/** How the broker's answer differs from the request; undefined when it does not. */
export function refundMismatch(
  request: ChannelRequest,
  terms: SwapTerms,
  told: OpenedByBroker['refund_parameters'],
): string | undefined {
  if (told === undefined) return undefined;
  if (!sameRefund(request.route.sell.asset.chain, request.refundAddress, told.refund_address))
    return 'the refund address';
  if (told.min_price !== BigInt(terms.minPriceX128)) return 'the minimum price';
  if (told.retry_duration !== BigInt(terms.retryDurationBlocks)) return 'the retry duration';
  const live = told.max_oracle_price_slippage === undefined ? null : Number(told.max_oracle_price_slippage);
  if (live !== terms.maxOraclePriceSlippage) return 'the live price protection';
  if (told.refund_ccm_metadata !== undefined && told.refund_ccm_metadata !== null) return 'a call with the refund';
  return undefined;
}

/** The deposit address in its chain's canonical spelling; undefined when it is no address of that chain and network. */
export function depositAddressOf(chain: ChainId, address: string, network: NetworkName): string | undefined {
  const check = checkAddress(chain, address, network);
  return check.ok ? check.canonical : undefined;
}
