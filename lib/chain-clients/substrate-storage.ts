/** Computes where Asset Hub stores balances, and decodes what is stored there. */
import { blake2b } from '@noble/hashes/blake2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { ScaleReader } from '../chains/scale-reader.ts';

/** twox128 of pallet and item: "System" "Account", "Assets" "Account", "System" "Events". */
const SYSTEM_ACCOUNT = '26aa394eea5630e07c48ae0c9558cef7b99d880ec681799c0cf30e8886371da9';
const ASSETS_ACCOUNT = '682a59d51ab9e48a8c8cc418ff9708d2b99d880ec681799c0cf30e8886371da9';
export const EVENTS_KEY = '0x26aa394eea5630e07c48ae0c9558cef780d41e5e16056765bc8461851072c9d7';

const blake128Concat = (bytes: Uint8Array): string => bytesToHex(blake2b(bytes, { dkLen: 16 })) + bytesToHex(bytes);

export const accountKey = (account: Uint8Array): string => `0x${SYSTEM_ACCOUNT}${blake128Concat(account)}`;

/** The storage key of an account's balance. @param assetId id of a trust-backed asset, a number of 32 bits. */
export function assetAccountKey(assetId: string, account: Uint8Array): string {
  const id = new Uint8Array(4);
  new DataView(id.buffer).setUint32(0, Number(assetId), true);
  return `0x${ASSETS_ACCOUNT}${blake128Concat(id)}${blake128Concat(account)}`;
}

/** The spendable balance: free minus what is frozen beyond the reserved amount. Decodes AccountInfo of frame-system. */
export function spendableOf(bytes: Uint8Array): bigint {
  const from = new ScaleReader(bytes);
  // Skips nonce, consumers, providers and sufficients.
  from.take(16);
  const [free, reserved, frozen] = [from.uint(16), from.uint(16), from.uint(16)];
  const held = frozen > reserved ? frozen - reserved : 0n;
  return free > held ? free - held : 0n;
}

/** Decodes AssetAccount of pallet-assets: the balance, then whether it is liquid (0). */
export function assetBalanceOf(bytes: Uint8Array): bigint {
  const from = new ScaleReader(bytes);
  const balance = from.uint(16);
  return from.byte() === 0 ? balance : 0n;
}
