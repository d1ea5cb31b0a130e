/** What the short forms of assets in memos stand for, as the networks themselves read them. */

export type MemoCodes = Readonly<Record<string, string>>;

/** Source: THORNode common/asset.go and mayanode common/asset.go, short codes of memos. */
const THOR_CODES: MemoCodes = {
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
const MAYA_CODES: MemoCodes = {
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
};

/** Whether the memo's asset can mean `asset`: whole, by its code, or with the end of a contract's address. */
export function memoAssetMeans(written: string, asset: string, codes: MemoCodes): boolean {
  const [given, full] = [written.toUpperCase(), asset.toUpperCase()];
  if (given === full) return true;
  const code = written.toLowerCase();
  if (Object.hasOwn(codes, code)) return codes[code] === full;
  const [chain = '', rest = ''] = full.split('.');
  // Codes of two letters name a token of a chain by its first letter. Source: mayanode common/asset.go.
  if (!given.includes('.')) return given.length === 2 && chain.startsWith(given.charAt(0));
  const [ticker = '', address = ''] = rest.split('-');
  const [asked = '', tail = ''] = given.split('-');
  return asked === `${chain}.${ticker}` && (tail === '' || address.endsWith(tail));
}

/** The codes of the network that a route pays, which is the one that reads the memo. */
export const codesOf = (providers: readonly string[] | undefined): MemoCodes =>
  providers?.[0]?.startsWith('MAYA') ? MAYA_CODES : THOR_CODES;

/** Whether either network could mean `asset` by what is written. */
export const mayMean = (written: string, asset: string): boolean =>
  [THOR_CODES, MAYA_CODES].some((codes) => memoAssetMeans(written, asset, codes));
