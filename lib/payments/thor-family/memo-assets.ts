/** Resolves the short forms of assets in memos by the rules of THORChain and Maya. */

export type MemoCodes = Readonly<Record<string, string>>;

/** Source: THORNode common/asset.go, short codes of memos. */
export const THOR_CODES: MemoCodes = {
  a: 'AVAX.AVAX',
  b: 'BTC.BTC',
  c: 'BCH.BCH',
  d: 'DOGE.DOGE',
  e: 'ETH.ETH',
  f: 'BASE.ETH',
  g: 'GAIA.ATOM',
  l: 'LTC.LTC',
  o: 'SOL.SOL',
  r: 'THOR.RUNE',
  s: 'BSC.BNB',
  z: 'ZEC.ZEC',
  rune: 'THOR.RUNE',
  tcy: 'THOR.TCY',
  ruji: 'THOR.RUJI',
};

/** Source: mayanode common/asset.go, `ShortCode` and `TwoLetterShortCode` (commit 25a30f2; `x`, `xx` and `z` from 1.128). */
export const MAYA_CODES: MemoCodes = {
  a: 'ARB.ETH',
  b: 'BTC.BTC',
  c: 'MAYA.CACAO',
  d: 'DASH.DASH',
  e: 'ETH.ETH',
  k: 'KUJI.KUJI',
  r: 'THOR.RUNE',
  x: 'XRD.XRD',
  z: 'ZEC.ZEC',
  cacao: 'MAYA.CACAO',
  ab: 'ARB.WBTC-0X2F2A2543B76A4166549F7AAB2E75BEF0AEFC5B0F',
  ac: 'ARB.USDC-0XAF88D065E77C8CC2239327C5EDB3A432268E5831',
  ad: 'ARB.DAI-0XDA10009CBD5D07DD0CECC66161FC93D7C9000DA1',
  ae: 'ARB.ETH',
  ap: 'ARB.PEPE-0X25D887CE7A35172C62FEBFD67A1856F20FAEBB00',
  at: 'ARB.USDT-0XFD086BC7CD5C481DCC9C85EBE478A1C0B69FCBB9',
  aw: 'ARB.WSTETH-0X5979D7B546E38E414F7E9822514BE443A4800529',
  bb: 'BTC.BTC',
  dd: 'DASH.DASH',
  ec: 'ETH.USDC-0XA0B86991C6218B36C1D19D4A2E9EB0CE3606EB48',
  ee: 'ETH.ETH',
  ep: 'ETH.PEPE-0X6982508145454CE325DDBE47A25D4EC3D2311933',
  et: 'ETH.USDT-0XDAC17F958D2EE523A2206206994597C13D831EC7',
  ew: 'ETH.WSTETH-0X7F39C581F595B53C5CB19BD0B3F8DA6C935E2CA0',
  kk: 'KUJI.KUJI',
  ku: 'KUJI.USK',
  mc: 'MAYA.CACAO',
  tr: 'THOR.RUNE',
  xx: 'XRD.XRD',
  zz: 'ZEC.ZEC',
};

/**
 * Whether the memo's asset can mean `asset`: whole, by its code, or with the end of a contract's address. A code that
 * the network lacks means nothing.
 */
export function memoAssetMeans(written: string, asset: string, codes: MemoCodes): boolean {
  const [given, full] = [written.toUpperCase(), asset.toUpperCase()];
  if (given === full) return true;
  const code = written.toLowerCase();
  if (Object.hasOwn(codes, code)) return codes[code] === full;
  if (!given.includes('.')) return false;
  const [named = '', address = ''] = full.split('-');
  const [asked = '', tail] = given.split('-');
  return asked === named && (tail === undefined || (address !== '' && address.endsWith(tail)));
}

/** The codes of the network that a route pays, which is the one that reads the memo. */
export const codesOf = (providers: readonly string[] | undefined): MemoCodes =>
  providers?.[0]?.startsWith('MAYA') ? MAYA_CODES : THOR_CODES;

/** Whether either network could read `written` as `asset`. */
export const mayMean = (written: string, asset: string): boolean =>
  [THOR_CODES, MAYA_CODES].some((codes) => memoAssetMeans(written, asset, codes));
