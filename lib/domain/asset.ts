/** Reads, writes and compares asset identifiers; every comparison of two assets goes through `assetKey` or `sameAsset`. */
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { type ChainId, isChainId } from './chain-id.ts';

/**
 * An asset of the specification, section 1.
 * `symbol` is upper case. A token's `address` is in canonical case: EIP-55 for EVM, its own case elsewhere.
 * A synth (`THOR.BTC/BTC`) lives on `chain` and its `symbol` is what stands after the dot (`BTC/BTC`), upper case but
 * for an EVM address in it.
 */
export type Asset =
  | { readonly kind: 'native'; readonly chain: ChainId; readonly symbol: string }
  | { readonly kind: 'token'; readonly chain: ChainId; readonly symbol: string; readonly address: string }
  | { readonly kind: 'synth'; readonly chain: ChainId; readonly symbol: string };

export type AssetParse = { ok: true; asset: Asset } | { ok: false; reason: string };

const SYMBOL = /^[A-Za-z0-9][A-Za-z0-9._$+]{0,31}$/;
const SYNTH = /^[A-Za-z0-9]{1,16}\/[A-Za-z0-9][A-Za-z0-9._$+-]{0,96}$/;
const TOKEN_ADDRESS = /^[A-Za-z0-9._:]{2,100}$/;
const EVM_ADDRESS = /^0x[0-9a-f]{40}$/i;

/** EIP-55 spelling of a 20-byte hex address; other text is returned as it is. Source: EIP-55. */
export function checksumAddress(address: string): string {
  if (!EVM_ADDRESS.test(address)) return address;
  const hex = address.slice(2).toLowerCase();
  const hash = bytesToHex(keccak_256(utf8ToBytes(hex)));
  let out = '0x';
  for (let i = 0; i < hex.length; i += 1) {
    const character = hex.charAt(i);
    out += Number.parseInt(hash.charAt(i), 16) >= 8 ? character.toUpperCase() : character;
  }
  return out;
}

const canonicalSynth = (text: string): string =>
  text.toUpperCase().replace(/0X[0-9A-F]{40}$/, (address) => checksumAddress(`0x${address.slice(2)}`));

/**
 * Parses `<CHAIN>.<SYMBOL>`, `<CHAIN>.<SYMBOL>-<address>` or `<CHAIN>.<ASSET>/<ASSET>` in any letter case.
 * Never throws; `reason` is a sentence that says what would be accepted.
 */
export function parseAsset(text: string): AssetParse {
  const dot = text.indexOf('.');
  if (dot <= 0)
    return { ok: false, reason: 'An asset is written CHAIN.SYMBOL or CHAIN.SYMBOL-ADDRESS, such as BTC.BTC.' };
  const chain = text.slice(0, dot).toUpperCase();
  if (!isChainId(chain)) return { ok: false, reason: `Portage knows no chain "${text.slice(0, dot).slice(0, 20)}".` };
  const rest = text.slice(dot + 1);
  if (rest.includes('/')) {
    if (!SYNTH.test(rest))
      return { ok: false, reason: 'A synthetic asset is written CHAIN.ASSET/ASSET, such as THOR.BTC/BTC.' };
    return { ok: true, asset: { kind: 'synth', chain, symbol: canonicalSynth(rest) } };
  }
  const dash = rest.indexOf('-');
  const symbol = (dash < 0 ? rest : rest.slice(0, dash)).toUpperCase();
  if (!SYMBOL.test(symbol)) return { ok: false, reason: 'A symbol has 1 to 32 letters and digits.' };
  if (dash < 0) return { ok: true, asset: { kind: 'native', chain, symbol } };
  const address = rest.slice(dash + 1).replace(/^0X/, '0x');
  if (!TOKEN_ADDRESS.test(address))
    return { ok: false, reason: 'A token ends in its contract or mint address, such as ETH.USDC-0xA0b8…eB48.' };
  return { ok: true, asset: { kind: 'token', chain, symbol, address: checksumAddress(address) } };
}

/** Parses an identifier that this program wrote itself. @throws {Error} when it is not one. */
export function assetOf(text: string): Asset {
  const parsed = parseAsset(text);
  if (!parsed.ok) throw new Error(`not an asset identifier: ${text} (${parsed.reason})`);
  return parsed.asset;
}

/** The canonical identifier, as it goes out. */
export const formatAsset = (asset: Asset): string =>
  asset.kind === 'token' ? `${asset.chain}.${asset.symbol}-${asset.address}` : `${asset.chain}.${asset.symbol}`;

/** The key under which an asset is stored and compared: its identifier in lower case. */
export const assetKey = (asset: Asset): string => formatAsset(asset).toLowerCase();

export const sameAsset = (a: Asset, b: Asset): boolean => assetKey(a) === assetKey(b);
