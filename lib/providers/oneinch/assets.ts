/** Maps asset identifiers to 1inch's tokens and back by their address; the symbol does not count. */
import { CHAINS } from '../../chains/chains.ts';
import { type Asset, checksumAddress, parseAsset } from '../../domain/asset.ts';
import type { ChainId } from '../../domain/chain-id.ts';
import { isNativeToken } from '../../payments/oneinch/router.ts';
import type { UpstreamToken } from './upstream-schemas.ts';

/** The chain's own coin, as fees and lists name it. */
export const coinOf = (chain: ChainId): Asset => ({ kind: 'native', chain, symbol: CHAINS[chain].native.symbol });

/** Symbols that 1inch writes with signs which identifiers do not have; USD₮0 is Tether's token on newer chains. */
const symbolOf = (symbol: string): string =>
  symbol
    .replace(/^USD₮0?$/i, 'USDT')
    .replaceAll('₮', 'T')
    .replaceAll('₿', 'B')
    .replace(/[^A-Za-z0-9._$+]/g, '')
    .toUpperCase();

/** Undefined where no identifier can name the token. */
export function assetOfToken(chain: ChainId, token: UpstreamToken): Asset | undefined {
  if (isNativeToken(token.address)) return coinOf(chain);
  const parsed = parseAsset(`${chain}.${symbolOf(token.symbol)}-${checksumAddress(token.address)}`);
  return parsed.ok ? parsed.asset : undefined;
}

const HARMLESS = /^RISK:(norisk|unknown)$/i;

/** What 1inch warns of in the token (`RISK:malicious`), or undefined. */
export const riskOf = ({ tags }: UpstreamToken): string | undefined =>
  tags.find((tag) => /^RISK:/i.test(tag) && !HARMLESS.test(tag));

/** 1inch lists it and says that it does not know its risk. */
export const isUnrated = ({ tags }: UpstreamToken): boolean => tags.some((tag) => /^RISK:unknown$/i.test(tag));
