/**
 * Parses and prints assets as THORNode and MAYANode write them: upper case, four separators, short codes, fuzzy
 * suffixes.
 */

export type AssetKind = 'layer1' | 'synth' | 'trade' | 'secured';
export type NodeAsset = { readonly chain: string; readonly symbol: string; readonly kind: AssetKind };
export type NetworkId = 'thor' | 'maya';

const SEPARATORS: Record<AssetKind, string> = { layer1: '.', synth: '/', trade: '~', secured: '-' };
const KINDS: Record<string, AssetKind> = { '.': 'layer1', '/': 'synth', '~': 'trade', '-': 'secured' };

/** The short codes of memos. Source: common/asset.go ShortCode of each node. */
export const SHORT_CODES: Record<NetworkId, Readonly<Record<string, string>>> = {
  thor: {
    r: 'THOR.RUNE',
    b: 'BTC.BTC',
    e: 'ETH.ETH',
    g: 'GAIA.ATOM',
    d: 'DOGE.DOGE',
    l: 'LTC.LTC',
    c: 'BCH.BCH',
    a: 'AVAX.AVAX',
    s: 'BSC.BNB',
    f: 'BASE.ETH',
    tr: 'TRON.TRX',
    x: 'XRP.XRP',
    o: 'SOL.SOL',
    z: 'ZEC.ZEC',
    p: 'POL.POL',
    u: 'SUI.SUI',
    ad: 'ADA.ADA',
  },
  maya: {
    a: 'ARB.ETH',
    b: 'BTC.BTC',
    d: 'DASH.DASH',
    e: 'ETH.ETH',
    k: 'KUJI.KUJI',
    c: 'MAYA.CACAO',
    r: 'THOR.RUNE',
    x: 'XRD.XRD',
    z: 'ZEC.ZEC',
  },
};

export type AssetParse = { ok: true; asset: NodeAsset } | { ok: false; reason: string };

/** Parses an asset in any letter case; short codes only if `network` is given. */
export function parseNodeAsset(text: string, network?: NetworkId, home: 'THOR' | 'MAYA' = 'THOR'): AssetParse {
  const input = (network && SHORT_CODES[network][text]) ?? text;
  const separator = (network === 'maya' ? /[~./]/ : /[~./-]/).exec(input)?.[0];
  if (!separator) return withSymbol(home, input, 'layer1');
  const at = input.indexOf(separator);
  const chain = input.slice(0, at).toUpperCase();
  if (chain.length < 3) return { ok: false, reason: 'chain id len is less than 3' };
  if (chain.length > 10) return { ok: false, reason: 'chain id len is more than 10' };
  if (!/^[A-Z]+$/.test(chain)) return { ok: false, reason: 'invalid chain' };
  return withSymbol(chain, input.slice(at + 1), KINDS[separator] ?? 'layer1');
}

function withSymbol(chain: string, symbol: string, kind: AssetKind): AssetParse {
  if (!/^[A-Za-z0-9]+(-[A-Za-z0-9]*)?$/.test(symbol)) return { ok: false, reason: 'invalid symbol' };
  return { ok: true, asset: { chain, symbol: symbol.toUpperCase(), kind } };
}

/** Parses an asset that this program has printed. @throws {Error} when it is invalid. */
export function nodeAsset(text: string): NodeAsset {
  const seen = parsedNames.get(text);
  if (seen) return seen;
  const parsed = parseNodeAsset(text);
  if (!parsed.ok) throw new Error(`not an asset: ${text} (${parsed.reason})`);
  parsedNames.set(text, parsed.asset);
  return parsed.asset;
}
/** A cache: every block and quote parses the same few dozen names. */
const parsedNames = new Map<string, NodeAsset>();

export const formatNodeAsset = (asset: NodeAsset): string => `${asset.chain}${SEPARATORS[asset.kind]}${asset.symbol}`;
export const layer1Of = (asset: NodeAsset): NodeAsset => ({ ...asset, kind: 'layer1' });
export const tickerOf = (asset: NodeAsset): string => asset.symbol.split('-')[0] ?? asset.symbol;
/** The contract as the node prints it (`0XA0B8…`); undefined for coins. */
export const contractOf = (asset: NodeAsset): string | undefined => asset.symbol.split('-')[1];
export const sameNodeAsset = (a: NodeAsset, b: NodeAsset): boolean => formatNodeAsset(a) === formatNodeAsset(b);
/** The chain on which the asset is paid: all but layer 1 assets are on the network's own chain. */
export const paidOn = (asset: NodeAsset, home: string): string => (asset.kind === 'layer1' ? asset.chain : home);

/** The facts about a pool that fuzzy matching needs. */
export type PoolName = { asset: NodeAsset; available: boolean; depth: bigint };

/**
 * The exact pool, or else the deepest one with the same chain and ticker whose contract ends with the suffix. Source:
 * handler.go.
 */
export function fuzzyMatch(asset: NodeAsset, pools: readonly PoolName[]): NodeAsset {
  const wanted = layer1Of(asset);
  if (pools.some((pool) => pool.depth > 0n && sameNodeAsset(pool.asset, wanted))) return asset;
  const suffix = contractOf(asset) ?? '';
  let winner: PoolName | undefined;
  for (const pool of pools) {
    if (pool.asset.chain !== asset.chain || tickerOf(pool.asset) !== tickerOf(asset)) continue;
    if (suffix && !pool.asset.symbol.endsWith(suffix)) continue;
    if (!winner || winner.depth <= pool.depth) winner = pool;
  }
  return winner ? { ...asset, symbol: winner.asset.symbol } : asset;
}

/**
 * Drops the contract if chain and ticker are unique among available pools; otherwise keeps its shortest unique suffix.
 */
export function reverseFuzzy(asset: NodeAsset, pools: readonly PoolName[]): NodeAsset {
  const contract = contractOf(asset);
  if (contract === undefined) return asset;
  const others = pools
    .filter((pool) => pool.available && pool.depth > 0n && pool.asset.symbol !== asset.symbol)
    .filter((pool) => pool.asset.chain === asset.chain && tickerOf(pool.asset) === tickerOf(asset))
    .map((pool) => contractOf(pool.asset) ?? '');
  if (others.length === 0) return { ...asset, symbol: tickerOf(asset) };
  for (let at = contract.length - 1; at > 0; at -= 1) {
    const end = contract.slice(at);
    if (!others.some((other) => other.endsWith(end))) return { ...asset, symbol: `${tickerOf(asset)}-${end}` };
  }
  return asset;
}

/** The short code of a layer 1 asset on this network. */
export function shortCodeOf(asset: NodeAsset, network: NetworkId): string | undefined {
  if (asset.kind !== 'layer1') return undefined;
  const full = formatNodeAsset(asset);
  return Object.entries(SHORT_CODES[network]).find(([, name]) => name === full)?.[0];
}
