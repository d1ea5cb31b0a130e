/**
 * Lists Garden's hash time lock contracts and programs by the asset that they lock. They are redeployed from time to
 * time; old ones stay valid, for their code cannot change. Sources: api.garden.finance/v2/chains, each contract's
 * `token()` and `version()` (2026-09-29); gardenfi/garden.js packages/orderbook, `Config` of SDK 3.1.3, for native
 * coins and Solana.
 */
import { type Asset, assetKey, assetOf } from '../../domain/asset.ts';

const row = (asset: string, ...locks: readonly string[]): [string, readonly string[]] => [
  assetKey(assetOf(asset)),
  locks,
];

/** One address on several chains. */
const NATIVE = '0xE413743B51f3cC8b3ac24addf50D18fa138cB0Bb';
const CBBTC = '0xe35d025d0f0d9492db4700FE8646f7F89150eC04';
const USDC = '0x5fA58e4E89c85B8d678Ade970bD6afD4311aF17E';
const USDC_LATER = '0x227A436e93AAEf856ed406713F2bc3D110A7b797';
const USDT = '0xCF5E5e28848cFe779f7Fb711C57857Cb3b144A19';
const SOLANA_TOKENS = 'gdnvdMCHJgnidtU7SL8RkRshHPvDJU1pdfZEpoLvqdU';

const LOCKS: ReadonlyMap<string, readonly string[]> = new Map([
  row('ETH.ETH', NATIVE),
  row('ETH.WBTC-0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599', '0xD781a2abB3FCB9fC0D1Dd85697c237d06b75fe95'),
  row('ETH.CBBTC-0xcbB7C0000aB88B473b1f5aFd9ef808440eed33Bf', CBBTC),
  row('ETH.USDC-0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', USDC),
  row('ETH.USDT-0xdAC17F958D2ee523a2206206994597C13D831ec7', USDT),
  row('BASE.CBBTC-0xcbB7C0000aB88B473b1f5aFd9ef808440eed33Bf', CBBTC),
  row('BASE.USDC-0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', USDC_LATER, USDC),
  row('ARB.WBTC-0x2f2a2543B76A4166549F7aaB2e75Bef0aefC5B0f', '0xb5AE9785349186069C48794a763DB39EC756B1cF'),
  row('ARB.USDC-0xaf88d065e77c8cC2239327C5EDb3A432268e5831', USDC_LATER, '0x8E12d730756457B99ce6E6AbFd60eBe751dA169B'),
  row('BSC.BNB', NATIVE),
  row('BSC.BTCB-0x7130d2A12B9BCbFAe4f2634d864A1Ee1Ce3Ead9c', '0xe74784E5A45528fDEcB257477DD6bd31c8ef0761'),
  row('BSC.USDC-0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d', USDC),
  row('SOL.SOL', '2bag6xpshpvPe7SJ9nSDLHpxqhEAoHPGpEkjNSv7gxoF'),
  row('SOL.USDC-EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', SOLANA_TOKENS),
  row('SOL.CBBTC-cbbtcf3aa214zXHbiAZQwf4122FBYbraNdFqgw4iMij', SOLANA_TOKENS),
]);

/** The contracts or programs that lock the asset; empty when none is known. */
export const locksOf = (asset: Asset): readonly string[] => LOCKS.get(assetKey(asset)) ?? [];
