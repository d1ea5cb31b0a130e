/**
 * Orders assets by popularity, the same way for the server and the page. Tokens are listed by contract, so that no
 * other token becomes popular by its symbol.
 */
import { assetIdKey } from './split-asset.ts';

/** Most popular first. */
export const popularAssets: readonly string[] = [
  'BTC.BTC',
  'ETH.ETH',
  'ETH.USDC-0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  'ETH.USDT-0xdAC17F958D2ee523a2206206994597C13D831ec7',
  'SOL.SOL',
  'THOR.RUNE',
  'BSC.BNB',
  'AVAX.AVAX',
  'BASE.ETH',
  'ARB.ETH',
  'SOL.USDC-EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
  'BASE.USDC-0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  'ARB.USDC-0xaf88d065e77c8cC2239327C5EDb3A432268e5831',
  'BSC.USDT-0x55d398326f99059fF775485246999027B3197955',
  'LTC.LTC',
  'DOGE.DOGE',
  'GAIA.ATOM',
  'MAYA.CACAO',
  'BCH.BCH',
  'ZEC.ZEC',
  'DASH.DASH',
  'DOT.DOT',
  'HYPE.HYPE',
  'OP.ETH',
  'MATIC.POL',
  'MATIC.MATIC',
  'KUJI.KUJI',
  'XRD.XRD',
  'ETH.WBTC-0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599',
  'ETH.CBBTC-0xcbB7C0000aB88B473b1f5aFd9ef808440eed33Bf',
  'ETH.DAI-0x6B175474E89094C44Da98b954EedeAC495271d0F',
  'ETH.WSTETH-0x7f39C581F595B53c5cb19bD0b3f8dA6c935E2Ca0',
  'ETH.LINK-0x514910771AF9Ca656af840dff83E8264EcF986CA',
  'ETH.AAVE-0x7Fc66500c84A76Ad7e9c93437bFc5Ac33E2DDaE9',
  'ETH.PEPE-0x6982508145454Ce325dDbE47a25d4ec3d2311933',
  'ETH.FLIP-0x826180541412D574cf1336d22c0C0a287822678A',
  'ETH.WETH-0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2',
  'BASE.CBBTC-0xcbB7C0000aB88B473b1f5aFd9ef808440eed33Bf',
  'BASE.WETH-0x4200000000000000000000000000000000000006',
  'ARB.USDT-0xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9',
  'ARB.WBTC-0x2f2a2543B76A4166549F7aaB2e75Bef0aefC5B0f',
  'ARB.ARB-0x912CE59144191C1204E64559FE8253a0e49E6548',
  'ARB.DAI-0xDA10009cBd5D07dd0CeCc66161FC93D7c9000da1',
  'ARB.GMX-0xfc5A1A6EB076a2C7aD06eD22C90d7E710E35ad0a',
  'AVAX.USDC-0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E',
  'AVAX.USDT-0x9702230A8Ea53601f5cD2dc00fDBc13d4dF4A8c7',
  'BSC.USDC-0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d',
  'BSC.BTCB-0x7130d2A12B9BCbFAe4f2634d864A1Ee1Ce3Ead9c',
  'OP.USDC-0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85',
  'MATIC.USDC-0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359',
  'SOL.USDT-Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB',
  'SOL.JITOSOL-J1toso1uCk3RLmjorhTtrVwY9HJ7X8V9yYac6Y7kGCPn',
  'SOL.JUP-JUPyiwrYJFskUPiHa7hkeR8VUtAeFoSYbKedZNsDvCN',
  'SOL.BONK-DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263',
  'THOR.TCY',
  'THOR.RUJI',
  'MAYA.MAYA',
];

export const POPULAR_COUNT = popularAssets.length;

const rankOf = new Map(popularAssets.map((id, rank) => [assetIdKey(id), rank]));

/**
 * The asset's place in `popularAssets`, from 0; undefined for an asset that is not listed. @param id in any letter
 * case.
 */
export const popularityRank = (id: string): number | undefined => rankOf.get(assetIdKey(id));

/** Providers beyond this number do not improve a token's order. */
const MOST_PROVIDERS = 64;

type Listed = { readonly verified?: boolean; readonly providers: readonly string[] };

/**
 * Sorts popular assets first, then verified tokens, then the rest, each group by the number of its providers. Stable.
 * The sort keys are small whole numbers and index buckets, so that tens of thousands of tokens need no comparison sort.
 * @param idOf returns a record's asset identifier.
 */
export function byPopularity<T extends Listed>(tokens: readonly T[], idOf: (token: T) => string): T[] {
  const buckets: T[][] = [];
  for (const token of tokens) {
    const behind = POPULAR_COUNT + MOST_PROVIDERS * (token.verified === false ? 2 : 1);
    const rank = popularityRank(idOf(token)) ?? behind - Math.min(token.providers.length, MOST_PROVIDERS - 1);
    buckets[rank] ??= [];
    buckets[rank].push(token);
  }
  return buckets.flat();
}
