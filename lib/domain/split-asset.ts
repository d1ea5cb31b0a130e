/**
 * Splits an asset identifier into its parts without changing their spelling, in code small enough for the page's first
 * view.
 */
import { type ChainId, isChainId } from './chain-id.ts';

/**
 * An asset as section 1 of the specification defines it.
 * `symbol` is upper case. A token's `address` has its canonical spelling (EIP-55 on EVM chains, its own case elsewhere)
 * when it comes from the server or from `parseAsset`; `splitAsset` keeps the spelling that it was given.
 * A synth (`THOR.BTC/BTC`) lives on `chain`, and its `symbol` is the text after the dot (`BTC/BTC`), in upper case
 * except for an EVM address within it.
 */
export type Asset =
  | { readonly kind: 'native'; readonly chain: ChainId; readonly symbol: string }
  | { readonly kind: 'token'; readonly chain: ChainId; readonly symbol: string; readonly address: string }
  | { readonly kind: 'synth'; readonly chain: ChainId; readonly symbol: string };

export type AssetParse = { ok: true; asset: Asset } | { ok: false; reason: string };

const SYMBOL = /^[A-Za-z0-9][A-Za-z0-9._$+]{0,31}$/;
const SYNTH = /^[A-Za-z0-9]{1,16}\/[A-Za-z0-9][A-Za-z0-9._$+-]{0,96}$/;
const TOKEN_ADDRESS = /^[A-Za-z0-9._:]{2,100}$/;

/**
 * Splits `<CHAIN>.<SYMBOL>`, `<CHAIN>.<SYMBOL>-<address>` or `<CHAIN>.<ASSET>/<ASSET>` in any letter case.
 * Never throws; `reason` is a sentence that says what would be accepted. Addresses keep their letter case: compare
 * assets by `assetIdKey`, and use `parseAsset` for identifiers that are sent out.
 */
export function splitAsset(text: string): AssetParse {
  const dot = text.indexOf('.');
  if (dot <= 0)
    return { ok: false, reason: 'An asset is written CHAIN.SYMBOL or CHAIN.SYMBOL-ADDRESS, such as BTC.BTC.' };
  const chain = text.slice(0, dot).toUpperCase();
  if (!isChainId(chain)) return { ok: false, reason: `Portage knows no chain "${text.slice(0, dot).slice(0, 20)}".` };
  const rest = text.slice(dot + 1);
  if (rest.includes('/')) {
    if (!SYNTH.test(rest))
      return { ok: false, reason: 'A synthetic asset is written CHAIN.ASSET/ASSET, such as THOR.BTC/BTC.' };
    const symbol = rest.toUpperCase().replace(/0X[0-9A-F]{40}$/, () => `0x${rest.slice(-40)}`);
    return { ok: true, asset: { kind: 'synth', chain, symbol } };
  }
  const dash = rest.indexOf('-');
  const symbol = (dash < 0 ? rest : rest.slice(0, dash)).toUpperCase();
  if (!SYMBOL.test(symbol)) return { ok: false, reason: 'A symbol has 1 to 32 letters and digits.' };
  if (dash < 0) return { ok: true, asset: { kind: 'native', chain, symbol } };
  const address = rest.slice(dash + 1).replace(/^0X/, '0x');
  if (!TOKEN_ADDRESS.test(address))
    return { ok: false, reason: 'A token ends in its contract or mint address, such as ETH.USDC-0xA0b8…eB48.' };
  return { ok: true, asset: { kind: 'token', chain, symbol, address } };
}

/** Joins the parts of an asset into its identifier. */
export const assetId = (asset: Asset): string =>
  asset.kind === 'token' ? `${asset.chain}.${asset.symbol}-${asset.address}` : `${asset.chain}.${asset.symbol}`;

/** The key under which an identifier is stored and compared; all spellings of one asset share it. */
export const assetIdKey = (id: string): string => id.toLowerCase();

export const sameAssetId = (a: string, b: string): boolean => assetIdKey(a) === assetIdKey(b);
