/**
 * Lists the pools of the first block: every asset that the networks list, at plausible and mutually consistent prices.
 */
import { floorToDecimals } from './math.ts';
import type { NetworkConfig } from './network-config.ts';
import type { Pool } from './state.ts';
import { isListed, localToken } from './token-list.ts';

/** Name, US dollars per coin, depth of one side in thousand dollars; `staged` pools are listed but do not trade. */
export type Seed = readonly [asset: string, usd: number, depthThousandUsd: number, staged?: 'staged'];

export const THOR_POOLS: readonly Seed[] = [
  ['AVAX.AVAX', 18, 900],
  ['AVAX.USDC-0XB97EF9EF8734C71904D8002F8B6BC66DD9C48A6E', 1, 600],
  ['AVAX.USDT-0X9702230A8EA53601F5CD2DC00FDBC13D4DF4A8C7', 1, 250],
  ['BASE.CBBTC-0XCBB7C0000AB88B473B1F5AFD9EF808440EED33BF', 95_000, 500],
  ['BASE.ETH', 3300, 900],
  ['BASE.USDC-0X833589FCD6EDB6E08F4C7C32D4F71B54BDA02913', 1, 1100],
  ['BCH.BCH', 520, 1300],
  ['BSC.BNB', 900, 1000],
  ['BSC.USDC-0X8AC76A51CC950D9822D68B83FE1AD97B32CD580D', 1, 400],
  ['BSC.USDT-0X55D398326F99059FF775485246999027B3197955', 1, 500],
  ['BTC.BTC', 95_000, 10_500],
  ['DOGE.DOGE', 0.16, 1100],
  ['ETH.AAVE-0X7FC66500C84A76AD7E9C93437BFC5AC33E2DDAE9', 180, 150],
  ['ETH.DAI-0X6B175474E89094C44DA98B954EEDEAC495271D0F', 1, 200],
  ['ETH.DPI-0X1494CA1F11D487C2BBE4543E90080AEBA4BA3C2B', 110, 60],
  ['ETH.ETH', 3300, 5300],
  ['ETH.FOX-0XC770EEFAD204B5180DF6A14EE197D99D808EE52D', 0.02, 70],
  ['ETH.GUSD-0X056FD409E1D7A124BD7017459DFEA2F387B6D5CD', 1, 60],
  ['ETH.HEGIC-0X584BC13C7D411C00C01A62E8019472DE68768430', 0.03, 20, 'staged'],
  ['ETH.HOT-0X6C6EE5E31D828DE241282B9606C8E98EA48526E2', 0.0007, 20, 'staged'],
  ['ETH.LINK-0X514910771AF9CA656AF840DFF83E8264ECF986CA', 14, 120],
  ['ETH.LUSD-0X5F98805A4E8BE255A32880FDEC7F6728C6568BA0', 1, 60],
  ['ETH.SNX-0XC011A73EE8576FB46F5E1C5751CA3B9FE0AF2A6F', 0.6, 60],
  ['ETH.TGT-0X108A850856DB3F85D0269A2693D896B394C80325', 0.01, 60],
  ['ETH.THOR-0XA5F2211B9B8170F694421F2046281775E8468044', 0.2, 400],
  ['ETH.USDC-0XA0B86991C6218B36C1D19D4A2E9EB0CE3606EB48', 1, 3200],
  ['ETH.USDP-0X8E870D67F660D95D5BE530380D0EC0BD388289E1', 1, 60],
  ['ETH.USDT-0XDAC17F958D2EE523A2206206994597C13D831EC7', 1, 2600],
  ['ETH.WBTC-0X2260FAC5E5542A773AA44FBCFEDF7C193BC2C599', 95_000, 700],
  ['ETH.WSTETH-0X7F39C581F595B53C5CB19BD0B3F8DA6C935E2CA0', 4000, 40, 'staged'],
  ['ETH.XRUNE-0X69FA0FEE221AD11012BAB0FDB45D444D3D2CE71C', 0.005, 50],
  ['ETH.YFI-0X0BC529C00C6401AEF6D220BE8C6EA1667F6AD93E', 4800, 60],
  ['GAIA.ATOM', 4, 400],
  ['LTC.LTC', 100, 950],
  ['NOBLE.USDC', 1, 150],
  ['SOL.SOL', 150, 600],
  ['THOR.RUJI', 0.35, 300],
  ['THOR.TCY', 0.12, 700],
  ['TRON.TRX', 0.28, 500],
  ['TRON.USDT-TR7NHQJEKQXGTCI8Q8ZY4PL8OTSZGJLJ6T', 1, 350],
  ['XRP.XRP', 2.2, 1500],
  ['ZEC.ZEC', 450, 220],
];

export const MAYA_POOLS: readonly Seed[] = [
  ['ARB.ARB-0X912CE59144191C1204E64559FE8253A0E49E6548', 0.25, 120],
  ['ARB.DAI-0XDA10009CBD5D07DD0CECC66161FC93D7C9000DA1', 1, 120],
  ['ARB.ETH', 3300, 500],
  ['ARB.GLD-0XAFD091F140C21770F4E5D53D26B2859AE97555AA', 0.005, 60],
  ['ARB.GMX-0XFC5A1A6EB076A2C7AD06ED22C90D7E710E35AD0A', 11, 20, 'staged'],
  ['ARB.GNS-0X18C11FD286C5EC11C3B683CAA813B77F5163A122', 1.2, 20, 'staged'],
  ['ARB.LEO-0X93864D81175095DD93360FFA2A529B8642F76A6E', 0.02, 50],
  ['ARB.LINK-0XF97F4DF75117A78C1A5A0DBB814AF92458539FB4', 14, 80],
  ['ARB.PEPE-0X25D887CE7A35172C62FEBFD67A1856F20FAEBB00', 0.0000045, 50],
  ['ARB.TGT-0X429FED88F10285E61B12BDF00848315FBDFCC341', 0.01, 50],
  ['ARB.USDC-0XAF88D065E77C8CC2239327C5EDB3A432268E5831', 1, 450],
  ['ARB.USDT-0XFD086BC7CD5C481DCC9C85EBE478A1C0B69FCBB9', 1, 300],
  ['ARB.WBTC-0X2F2A2543B76A4166549F7AAB2E75BEF0AEFC5B0F', 95_000, 150],
  ['ARB.WSTETH-0X5979D7B546E38E414F7E9822514BE443A4800529', 4000, 60],
  ['BTC.BTC', 95_000, 4200],
  ['DASH.DASH', 60, 900],
  ['ETH.ETH', 3300, 2100],
  ['ETH.MOG-0XAAEE1A9723AADB7AFA2810263653A34BA2C21C7A', 0.0000003, 40],
  ['ETH.PEPE-0X6982508145454CE325DDBE47A25D4EC3D2311933', 0.0000045, 60],
  ['ETH.USDC-0XA0B86991C6218B36C1D19D4A2E9EB0CE3606EB48', 1, 1400],
  ['ETH.USDT-0XDAC17F958D2EE523A2206206994597C13D831EC7', 1, 900],
  ['ETH.WSTETH-0X7F39C581F595B53C5CB19BD0B3F8DA6C935E2CA0', 4000, 250],
  ['KUJI.KUJI', 0.02, 30, 'staged'],
  ['THOR.RUNE', 0.75, 1700],
  ['XRD.XRD', 0.003, 200],
  ['ZEC.ZEC', 450, 500],
];

/** Scale of `Pool.marketPrice`. */
export const PRICE_SCALE = 1_000_000_000_000n;
const USD_SCALE = 100_000_000;
/** Decimals of assets that are neither a chain's gas coin nor a token of a local EVM chain. */
const OTHER_DECIMALS: Readonly<Record<string, number>> = {
  'THOR.RUJI': 8,
  'THOR.TCY': 8,
  'TRON.USDT-TR7NHQJEKQXGTCI8Q8ZY4PL8OTSZGJLJ6T': 6,
};

/** Builds the pools; tokens that no local chain has are left out. */
export const seedPools = (config: NetworkConfig, seeds: readonly Seed[]): Pool[] =>
  seeds.filter(([asset]) => isListed(asset)).map((seed) => seedPool(config, seed));

function seedPool(config: NetworkConfig, [name, usd, depthThousandUsd, staged]: Seed): Pool {
  const chainDecimals = decimalsOf(config, name);
  const decimals = chainDecimals < 8 ? chainDecimals : 0;
  const price = BigInt(Math.round(usd * USD_SCALE));
  const depthUsd = BigInt(depthThousandUsd) * 1000n * BigInt(USD_SCALE);
  const native = (depthUsd * 10n ** BigInt(config.nativeDecimals)) / config.nativeUsd;
  const asset = floorToDecimals((depthUsd * 100_000_000n) / price, decimals);
  return {
    name,
    status: staged ? 'Staged' : 'Available',
    decimals,
    chainDecimals,
    asset,
    native,
    income: 0n,
    marketPrice: (native * PRICE_SCALE) / asset,
    volumeNative: 0n,
  };
}

function decimalsOf(config: NetworkConfig, name: string): number {
  const coin = config.chains.find((chain) => chain.gasAsset === name);
  const known = coin?.decimals ?? localToken(name)?.decimals ?? OTHER_DECIMALS[name];
  if (known === undefined) throw new Error(`${name} has no known decimals`);
  return known;
}
