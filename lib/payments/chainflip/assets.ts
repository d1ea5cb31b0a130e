/** Maps assets to Chainflip's names and numbers, and back. The network reports which of them are live. */
import { type Asset, assetKey, assetOf } from '../../domain/asset.ts';
import type { ChainId } from '../../domain/chain-id.ts';

/** As Chainflip names it: `{chain: 'Ethereum', asset: 'USDC'}`. */
export type CfAssetName = { chain: string; asset: string };

export type CfAsset = {
  asset: Asset;
  /** The number in vault contracts and payloads. */
  number: number;
  /** `{chain: 'Ethereum', asset: 'USDC'}`. */
  cf: CfAssetName;
  /** The name in the backend's network information and messages: `ArbUsdc`. */
  internal: string;
  /** The name in oracle prices; undefined when the chain has no oracle for it. */
  oracle?: 'Btc' | 'Eth' | 'Sol' | 'Usdc' | 'Usdt';
  name: string;
  decimals: number;
};

/** Source: chainflip-product-toolkit packages/utils/src/chainflip.ts. Tron is left out: Portage has no such chain. */
const CF_CHAINS: Readonly<Partial<Record<ChainId, { name: string; number: number }>>> = {
  BTC: { name: 'Bitcoin', number: 3 },
  ETH: { name: 'Ethereum', number: 1 },
  ARB: { name: 'Arbitrum', number: 4 },
  SOL: { name: 'Solana', number: 5 },
  DOT: { name: 'Assethub', number: 6 },
  BSC: { name: 'Bsc', number: 8 },
};

const row = (
  number: number,
  id: string,
  symbol: string,
  internal: string,
  name: string,
  decimals: number,
  oracle?: CfAsset['oracle'],
): CfAsset => {
  const asset = assetOf(id);
  const chain = CF_CHAINS[asset.chain]?.name;
  if (chain === undefined) throw new Error(`Chainflip has no chain for ${id}`);
  return { asset, number, cf: { chain, asset: symbol }, internal, name, decimals, ...(oracle ? { oracle } : {}) };
};

/** Everything that the runtime of 2026 can swap; contracts and mints of the main networks. */
export const CF_ASSETS: readonly CfAsset[] = [
  row(5, 'BTC.BTC', 'BTC', 'Btc', 'Bitcoin', 8, 'Btc'),
  row(1, 'ETH.ETH', 'ETH', 'Eth', 'Ether', 18, 'Eth'),
  row(2, 'ETH.FLIP-0x826180541412D574cf1336d22c0C0a287822678A', 'FLIP', 'Flip', 'Chainflip', 18),
  row(3, 'ETH.USDC-0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', 'USDC', 'Usdc', 'USD Coin', 6, 'Usdc'),
  row(8, 'ETH.USDT-0xdAC17F958D2ee523a2206206994597C13D831ec7', 'USDT', 'Usdt', 'Tether USD', 6, 'Usdt'),
  row(14, 'ETH.WBTC-0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599', 'WBTC', 'Wbtc', 'Wrapped Bitcoin', 8),
  row(21, 'ETH.CBBTC-0xcbB7C0000aB88B473b1f5aFd9ef808440eed33Bf', 'CBBTC', 'Cbbtc', 'Coinbase Wrapped BTC', 8),
  row(6, 'ARB.ETH', 'ETH', 'ArbEth', 'Ether', 18, 'Eth'),
  row(7, 'ARB.USDC-0xaf88d065e77c8cC2239327C5EDb3A432268e5831', 'USDC', 'ArbUsdc', 'USD Coin', 6, 'Usdc'),
  row(15, 'ARB.USDT-0xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9', 'USDT', 'ArbUsdt', 'Tether USD', 6, 'Usdt'),
  row(9, 'SOL.SOL', 'SOL', 'Sol', 'Solana', 9, 'Sol'),
  row(10, 'SOL.USDC-EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', 'USDC', 'SolUsdc', 'USD Coin', 6, 'Usdc'),
  row(16, 'SOL.USDT-Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB', 'USDT', 'SolUsdt', 'Tether USD', 6, 'Usdt'),
  row(11, 'DOT.DOT', 'DOT', 'HubDot', 'Polkadot', 10),
  row(13, 'DOT.USDC-1337', 'USDC', 'HubUsdc', 'USD Coin', 6, 'Usdc'),
  row(12, 'DOT.USDT-1984', 'USDT', 'HubUsdt', 'Tether USD', 6, 'Usdt'),
  row(19, 'BSC.BNB', 'BNB', 'Bnb', 'BNB', 18),
  row(20, 'BSC.USDT-0x55d398326f99059fF775485246999027B3197955', 'USDT', 'BscUsdt', 'Tether USD', 18),
];

const nameKey = ({ chain, asset }: CfAssetName): string => `${chain}.${asset}`.toLowerCase();

const byAsset = new Map(CF_ASSETS.map((one) => [assetKey(one.asset), one]));
const byName = new Map(CF_ASSETS.map((one) => [nameKey(one.cf), one]));
const byNumber = new Map(CF_ASSETS.map((one) => [one.number, one]));
const byInternal = new Map(CF_ASSETS.map((one) => [one.internal.toLowerCase(), one]));

/** Chainflip's name of a chain; undefined when it has none. */
export const cfChainOf = (chain: ChainId): string | undefined => CF_CHAINS[chain]?.name;

/** Chainflip's number of a chain by its name (`Ethereum`); undefined when Portage lacks the chain. */
export const cfChainNumber = (name: string): number | undefined =>
  Object.values(CF_CHAINS).find((chain) => chain.name === name)?.number;

/** Undefined when Chainflip lacks the asset. */
export const cfAssetOf = (asset: Asset): CfAsset | undefined => byAsset.get(assetKey(asset));

/** Undefined for an asset that Portage lacks (Tron, or newer than this table). */
export const cfAssetNamed = (name: CfAssetName): CfAsset | undefined => byName.get(nameKey(name));

/** By its number in vault contracts and payloads. */
export const cfAssetNumbered = (number: number): CfAsset | undefined => byNumber.get(number);

/** By its name in the backend's messages and switches: `ArbUsdc`. */
export const cfAssetByInternal = (internal: string): CfAsset | undefined => byInternal.get(internal.toLowerCase());

/** The pool asset, in which network and broker fees are taken. */
export const USDC = { chain: 'Ethereum', asset: 'USDC' } as const;

export const sameCfAsset = (a: CfAssetName, b: CfAssetName): boolean => nameKey(a) === nameKey(b);

/** The symbol with its chain, for sentences: `USDC on Arbitrum`, `BTC`. */
export const assetName = ({ asset, cf }: CfAsset): string =>
  asset.kind === 'token' || cf.chain === 'Arbitrum' ? `${cf.asset} on ${cf.chain}` : cf.asset;

/**
 * Seconds a block, on the low side: countdowns computed from them end early. Source: chainflip-sdk-monorepo
 * packages/swap/src/utils/swap.ts.
 */
export const CF_BLOCK_SECONDS: Readonly<Record<string, number>> = {
  Bitcoin: 600,
  Ethereum: 12,
  Arbitrum: 0.25,
  Solana: 0.4,
  Assethub: 3,
  Bsc: 0.45,
};
export const STATE_CHAIN_BLOCK_SECONDS = 6;
