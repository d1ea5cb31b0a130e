/** The pools of the sandbox's first block: every asset the networks list, at plausible and mutually consistent prices. */
import type { NetworkConfig } from './network-config.ts';
import type { Pool } from './state.ts';

/** Name, US dollars a coin, depth of one side in thousand dollars, decimals of a token on its chain (absent: 18). */
export type Seed = readonly [asset: string, usd: number, depthThousandUsd: number, decimals?: number];

const USDC = 'USDC-0XA0B86991C6218B36C1D19D4A2E9EB0CE3606EB48';
const USDT = 'USDT-0XDAC17F958D2EE523A2206206994597C13D831EC7';
const DAI = 'DAI-0X6B175474E89094C44DA98B954EEDEAC495271D0F';
const WBTC = 'WBTC-0X2260FAC5E5542A773AA44FBCFEDF7C193BC2C599';

export const THOR_POOLS: readonly Seed[] = [
  ['AVAX.AVAX', 18, 900],
  ['AVAX.USDC-0XB97EF9EF8734C71904D8002F8B6BC66DD9C48A6E', 1, 600, 6],
  ['AVAX.USDT-0X9702230A8EA53601F5CD2DC00FDBC13D4DF4A8C7', 1, 250, 6],
  ['BASE.CBBTC-0XCBB7C0000AB88B473B1F5AFD9EF808440EED33BF', 95_000, 500, 8],
  ['BASE.ETH', 3300, 900],
  ['BASE.USDC-0X833589FCD6EDB6E08F4C7C32D4F71B54BDA02913', 1, 1100, 6],
  ['BCH.BCH', 520, 1300],
  ['BSC.BNB', 900, 1000],
  ['BSC.USDC-0X8AC76A51CC950D9822D68B83FE1AD97B32CD580D', 1, 400],
  ['BSC.USDT-0X55D398326F99059FF775485246999027B3197955', 1, 500],
  ['BTC.BTC', 95_000, 10_500],
  ['DOGE.DOGE', 0.16, 1100],
  ['ETH.AAVE-0X7FC66500C84A76AD7E9C93437BFC5AC33E2DDAE9', 180, 150],
  [`ETH.${DAI}`, 1, 200],
  ['ETH.ETH', 3300, 5300],
  ['ETH.LINK-0X514910771AF9CA656AF840DFF83E8264ECF986CA', 14, 120],
  ['ETH.THOR-0XA5F2211B9B8170F694421F2046281775E8468044', 0.2, 400],
  [`ETH.${USDC}`, 1, 3200, 6],
  [`ETH.${USDT}`, 1, 2600, 6],
  [`ETH.${WBTC}`, 95_000, 700, 8],
  ['GAIA.ATOM', 4, 400, 6],
  ['LTC.LTC', 100, 950],
  ['NOBLE.USDC', 1, 150, 6],
  ['SOL.SOL', 150, 600],
  ['THOR.RUJI', 0.35, 300, 8],
  ['THOR.TCY', 0.12, 700, 8],
  ['TRON.TRX', 0.28, 500, 6],
  ['TRON.USDT-TR7NHQJEKQXGTCI8Q8ZY4PL8OTSZGJLJ6T', 1, 350, 6],
  ['XRP.XRP', 2.2, 1500, 6],
  ['ZEC.ZEC', 450, 220],
];

export const MAYA_POOLS: readonly Seed[] = [
  ['ARB.ARB-0X912CE59144191C1204E64559FE8253A0E49E6548', 0.25, 120],
  ['ARB.DAI-0XDA10009CBD5D07DD0CECC66161FC93D7C9000DA1', 1, 120],
  ['ARB.ETH', 3300, 500],
  ['ARB.LINK-0XF97F4DF75117A78C1A5A0DBB814AF92458539FB4', 14, 80],
  ['ARB.USDC-0XAF88D065E77C8CC2239327C5EDB3A432268E5831', 1, 450, 6],
  ['ARB.USDT-0XFD086BC7CD5C481DCC9C85EBE478A1C0B69FCBB9', 1, 300, 6],
  ['ARB.WBTC-0X2F2A2543B76A4166549F7AAB2E75BEF0AEFC5B0F', 95_000, 150, 8],
  ['BTC.BTC', 95_000, 4200],
  ['DASH.DASH', 60, 900],
  ['ETH.ETH', 3300, 2100],
  [`ETH.${USDC}`, 1, 1400, 6],
  [`ETH.${USDT}`, 1, 900, 6],
  ['ETH.WSTETH-0X7F39C581F595B53C5CB19BD0B3F8DA6C935E2CA0', 4000, 250],
  ['KUJI.KUJI', 0.02, 30, 6],
  ['THOR.RUNE', 0.75, 1700],
  ['XRD.XRD', 0.003, 200],
  ['ZEC.ZEC', 450, 500],
];

/** Scale of `Pool.marketPrice`. */
export const PRICE_SCALE = 1_000_000_000_000n;
const USD_SCALE = 100_000_000;

/** Builds the pools; `known` leaves out tokens that no local chain has. */
export function seedPools(config: NetworkConfig, seeds: readonly Seed[], known: (asset: string) => boolean): Pool[] {
  const nativeOne = 10n ** BigInt(config.nativeDecimals);
  return seeds
    .filter(([asset]) => known(asset))
    .map(([asset, usd, depthThousandUsd, tokenDecimals]) => {
      const chainDecimals = tokenDecimals ?? coinDecimals(config, asset) ?? 18;
      const decimals = chainDecimals < 8 ? chainDecimals : 0;
      const price = BigInt(Math.round(usd * USD_SCALE));
      const depthUsd = BigInt(depthThousandUsd) * 1000n * BigInt(USD_SCALE);
      const native = (depthUsd * nativeOne) / config.nativeUsd;
      const step = decimals > 0 ? 10n ** BigInt(8 - decimals) : 1n;
      const amount = ((depthUsd * 100_000_000n) / price / step) * step;
      return {
        name: asset,
        status: 'Available',
        decimals,
        chainDecimals,
        asset: amount,
        native,
        income: 0n,
        marketPrice: (native * PRICE_SCALE) / amount,
        volumeNative: 0n,
      };
    });
}

const coinDecimals = (config: NetworkConfig, asset: string): number | undefined =>
  config.chains.find((chain) => chain.gasAsset === asset)?.decimals;
