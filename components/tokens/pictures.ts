/**
 * Lists the assets whose pictures are shipped in public/tokens. For others nothing is fetched and letters are shown at
 * once.
 */
const NAMES =
  '1inch aave arb atom avax axs bch bnb bonk btc btcb cacao cake cbbtc comp crv dai dash doge dot dpi ens eth eurc fet flip fox frax gld gmx gno gns grt gusd hegic hot hype imx jitosol jup kuji kyl ldo leo link ltc lusd mana matic maya mkr mog op pepe pol pyth pyusd ray raze rpl ruji rune sand shib snx sol stg susd sushi taxed tcy tgt thor tusd twt uni uos usdc usde usdp usdt wavax wbnb wbtc weth wsteth xdefi xrd xrune yfi zec';

const shipped: ReadonlySet<string> = new Set(NAMES.split(' ').map((name) => `/tokens/${name}.svg`));

/** @param path such as `/tokens/usdc.svg`. */
export const hasPicture = (path: string): boolean => shipped.has(path);
