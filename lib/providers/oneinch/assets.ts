/** Maps asset identifiers to 1inch's tokens and back by their address; the symbol does not count. */
import { CHAINS } from '../../chains/chains.ts';
import { type Asset, checksumAddress, parseAsset } from '../../domain/asset.ts';
import type { ChainId } from '../../domain/chain-id.ts';
import { isNativeToken } from '../../payments/oneinch/router.ts';
import type { UpstreamToken } from './upstream-schemas.ts';

/** The chain's own coin, in the form of fees and lists. */
export const coinOf = (chain: ChainId): Asset => ({ kind: 'native', chain, symbol: CHAINS[chain].native.symbol });

/** 1inch writes symbols with characters that identifiers lack; USD₮0 is Tether's token on newer chains. */
const symbolOf = (symbol: string): string =>
  symbol
    .replace(/^USD₮0?$/i, 'USDT')
    .replaceAll('₮', 'T')
    .replaceAll('₿', 'B')
    .replace(/[^A-Za-z0-9._$+]/g, '')
    .toUpperCase();

/** Undefined when no identifier can name the token. */
export function assetOfToken(chain: ChainId, token: UpstreamToken): Asset | undefined {
  if (isNativeToken(token.address)) return coinOf(chain);
  const parsed = parseAsset(`${chain}.${symbolOf(token.symbol)}-${checksumAddress(token.address)}`);
  return parsed.ok ? parsed.asset : undefined;
}

const HARMLESS = /^RISK:(norisk|unknown)$/i;

/** 1inch's warning about the token (`RISK:malicious`), or undefined. */
export const riskOf = ({ tags }: UpstreamToken): string | undefined =>
  tags.find((tag) => /^RISK:/i.test(tag) && !HARMLESS.test(tag));

/** Whether 1inch lists it with unknown risk. */
export const isUnrated = ({ tags }: UpstreamToken): boolean => tags.some((tag) => /^RISK:unknown$/i.test(tag));
