/** Reads, writes and compares asset identifiers; every comparison of two assets goes through `assetKey` or `sameAsset`. */
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { type Asset, type AssetParse, assetId, assetIdKey, splitAsset } from './split-asset.ts';

export type { Asset, AssetParse } from './split-asset.ts';

const EVM_ADDRESS = /^0x[0-9a-f]{40}$/i;

/** EIP-55 spelling of a 20-byte hex address; other text is returned as it is. Source: EIP-55. */
export function checksumAddress<T extends string | undefined>(address: T): T | string {
  if (address === undefined || !EVM_ADDRESS.test(address)) return address;
  const hex = address.slice(2).toLowerCase();
  const hash = bytesToHex(keccak_256(utf8ToBytes(hex)));
  let out = '0x';
  for (let i = 0; i < hex.length; i += 1) {
    const character = hex.charAt(i);
    out += Number.parseInt(hash.charAt(i), 16) >= 8 ? character.toUpperCase() : character;
  }
  return out;
}

const canonicalSynth = (symbol: string): string => symbol.replace(/0x[0-9a-fA-F]{40}$/, checksumAddress);

/**
 * Parses `<CHAIN>.<SYMBOL>`, `<CHAIN>.<SYMBOL>-<address>` or `<CHAIN>.<ASSET>/<ASSET>` in any letter case into its
 * canonical spelling. Never throws; `reason` is a sentence that says what would be accepted.
 */
export function parseAsset(text: string): AssetParse {
  const split = splitAsset(text);
  if (!split.ok || split.asset.kind === 'native') return split;
  const { asset } = split;
  return asset.kind === 'synth'
    ? { ok: true, asset: { ...asset, symbol: canonicalSynth(asset.symbol) } }
    : { ok: true, asset: { ...asset, address: checksumAddress(asset.address) } };
}

/** Parses an identifier that Portage itself wrote. @throws {Error} when it is not a valid identifier. */
export function assetOf(text: string): Asset {
  const parsed = parseAsset(text);
  if (!parsed.ok) throw new Error(`not an asset identifier: ${text} (${parsed.reason})`);
  return parsed.asset;
}

/** The canonical identifier, as it is sent out. */
export const formatAsset = assetId;

/** The key under which an asset is stored and compared: its identifier in lower case. */
export const assetKey = (asset: Asset): string => assetIdKey(assetId(asset));

export const sameAsset = (a: Asset, b: Asset): boolean => assetKey(a) === assetKey(b);
