/** Signs calls of Chainflip's vaults: anyone with a signed call may send it, and it is executed once. */
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import type { Hex } from 'viem';
import {
  encodeAbiParameters,
  encodeFunctionData,
  encodePacked,
  getAddress,
  keccak256,
  parseAbi,
  parseAbiParameters,
  toFunctionSelector,
} from 'viem/utils';
import { checksumAddress } from '../../domain/asset.ts';
import type { Payout } from '../ledger.ts';
import { NATIVE_ADDRESS, vaultAbi } from './chainflip-contracts.ts';

const { BASE, Fn } = secp256k1.Point;

/** As the vault stores it: x, and 1 if y is odd. */
export type VaultKey = { x: bigint; parity: 0 | 1 };

const numberOf = (bytes: Uint8Array): bigint => BigInt(`0x${bytesToHex(bytes)}`);
const scalar = (bytes: Uint8Array): bigint => Fn.create(numberOf(bytes));

export function vaultKeyOf(secret: Uint8Array): VaultKey {
  const { x, y } = BASE.multiply(scalar(secret)).toAffine();
  return { x, parity: y % 2n === 0n ? 0 : 1 };
}

const TRANSFER = 'transfer((uint256,uint256,address),(address,address,uint256))';
const EXECUTE = 'executexSwapAndCall((uint256,uint256,address),(address,address,uint256),uint32,bytes,bytes)';
const transferAbi = parseAbi([
  'function transfer((uint256 sig, uint256 nonce, address kTimesGAddress), (address token, address recipient, uint256 amount))',
]);
const CONTENT_OF_TRANSFER = parseAbiParameters('bytes4, (address token, address recipient, uint256 amount)');
const CONTENT_OF_CALL = parseAbiParameters(
  'bytes4, (address token, address recipient, uint256 amount), uint32, bytes, bytes',
);
const SIGNED = parseAbiParameters('bytes32, uint256, address, uint256, address');
/** Swaps through a channel have no sender. */
const NO_SENDER = '0x';

type Params = { token: Hex; recipient: Hex; amount: bigint };

const paramsOf = ({ to, token, amountBaseUnits }: Payout): Params => ({
  token: token === undefined ? NATIVE_ADDRESS : getAddress(checksumAddress(token)),
  recipient: getAddress(checksumAddress(to)),
  amount: amountBaseUnits,
});

function contentOf(params: Params, call: Payout['call']): Hex {
  if (call === undefined)
    return keccak256(encodeAbiParameters(CONTENT_OF_TRANSFER, [toFunctionSelector(TRANSFER), params]));
  const args = [toFunctionSelector(EXECUTE), params, call.srcChain, NO_SENDER, `0x${call.message}`] as const;
  return keccak256(encodeAbiParameters(CONTENT_OF_CALL, args));
}

/**
 * A Schnorr signature over secp256k1, as the public chains' KeyManager verifies it. Source: chainflip-eth-contracts,
 * SchnorrSECP256K1.sol.
 */
function sign(secret: Uint8Array, message: Hex): { sig: bigint; kTimesGAddress: Hex } {
  const { x, parity } = vaultKeyOf(secret);
  // Must differ for every message, or the key could be computed.
  const k = scalar(keccak_256(Uint8Array.of(...secret, ...hexToBytes(message.slice(2)))));
  const point = BASE.multiply(k).toBytes(false).slice(1);
  const kTimesGAddress = getAddress(`0x${bytesToHex(keccak_256(point).slice(-20))}`);
  const challenge = keccak256(
    encodePacked(['uint256', 'uint8', 'bytes32', 'address'], [x, parity, message, kTimesGAddress]),
  );
  return { sig: Fn.create(k - Fn.create(BigInt(challenge)) * scalar(secret)), kTimesGAddress };
}

/**
 * The vault's call that makes a payout. The same payout always gives the same call, which a vault executes once.
 * @param secret the network's key, 32 bytes.
 */
export function signedPayout(
  secret: Uint8Array,
  { vault, chainId }: { vault: Hex; chainId: number },
  payout: Payout,
): Hex {
  const { key, call } = payout;
  const params = paramsOf(payout);
  const nonce = numberOf(keccak_256(utf8ToBytes(key)));
  const message = keccak256(
    encodeAbiParameters(SIGNED, [contentOf(params, call), nonce, vault, BigInt(chainId), vault]),
  );
  const sigData = { ...sign(secret, message), nonce };
  const abi = vaultAbi;
  if (call === undefined)
    return encodeFunctionData({ abi: transferAbi, functionName: 'transfer', args: [sigData, params] });
  const args = [sigData, params, call.srcChain, NO_SENDER, `0x${call.message}`] as const;
  return encodeFunctionData({ abi, functionName: 'executexSwapAndCall', args });
}
