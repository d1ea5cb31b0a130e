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
function sameRefund(chain: ChainId, asked: string, answered: unknown): boolean {
  if (typeof answered !== 'string') return false;
  const bare = (text: string) => text.toLowerCase().replace(/^0x/, '');
  const isHex = /^(0x)?[0-9a-f]{40}$/i;
  if (isHex.test(asked) && isHex.test(answered)) return bare(asked) === bare(answered);
  return sameAddress(chain, asked, answered) || (chain === 'DOT' && accountOf(asked) === accountOf(answered));
}

/** How the broker's answer differs from the request; undefined when it does not. */
export function refundMismatch(
  request: ChannelRequest,
  terms: SwapTerms,
  answered: OpenedByBroker['refund_parameters'],
): string | undefined {
  if (answered === undefined) return undefined;
  if (!sameRefund(request.route.sell.asset.chain, request.refundAddress, answered.refund_address))
    return 'the refund address';
  if (answered.min_price !== BigInt(terms.minPriceX128)) return 'the minimum price';
  if (answered.retry_duration !== BigInt(terms.retryDurationBlocks)) return 'the retry duration';
  const live = answered.max_oracle_price_slippage === undefined ? null : Number(answered.max_oracle_price_slippage);
  if (live !== terms.maxOraclePriceSlippage) return 'the live price protection';
  if (answered.refund_ccm_metadata !== undefined && answered.refund_ccm_metadata !== null)
    return 'a call with the refund';
  return undefined;
}

/** The deposit address in its chain's canonical spelling; undefined when it is no address of that chain and network. */
export function depositAddressOf(chain: ChainId, address: string, network: NetworkName): string | undefined {
  const check = checkAddress(chain, address, network);
  return check.ok ? check.canonical : undefined;
}
