/** What the sandbox says to and hears from Chainflip's vaults, and where a deposit channel's contract stands. */
import type { Hex } from 'viem';
import { encodeAbiParameters, getContractAddress, parseAbi } from 'viem/utils';
import type { ChainId } from '../../domain/chain-id.ts';
import { depositArtifact } from './artifacts.ts';
import { word } from './storage.ts';

/** Where the vaults stand on the public chains; the same here. */
const VAULTS: Partial<Record<ChainId, Hex>> = {
  ETH: '0xF5e10380213880111522dd0efD3dbb45b9f62Bcc',
  ARB: '0x79001a5e762f3bEFC8e5871b42F6734e00498920',
  BSC: '0x79001a5e762f3bEFC8e5871b42F6734e00498920',
};

/** Chainflip's vault of a chain, EIP-55; undefined where it has none. */
export const chainflipVault = (chain: ChainId): Hex | undefined => VAULTS[chain];

/** How Chainflip's contracts write the chain's own coin. */
export const NATIVE_ADDRESS = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE';

/** What everybody may call, with the network's signature or without, is that of chainflip-eth-contracts, IVault.sol; the rest is the sandbox's own. */
export const vaultAbi = parseAbi([
  'function xSwapNative(uint32 dstChain, bytes dstAddress, uint32 dstToken, bytes cfParameters) payable',
  'function xSwapToken(uint32 dstChain, bytes dstAddress, uint32 dstToken, address srcToken, uint256 amount, bytes cfParameters)',
  'function xCallNative(uint32 dstChain, bytes dstAddress, uint32 dstToken, bytes message, uint256 gasAmount, bytes cfParameters) payable',
  'function xCallToken(uint32 dstChain, bytes dstAddress, uint32 dstToken, bytes message, uint256 gasAmount, address srcToken, uint256 amount, bytes cfParameters)',
  'function transfer(address token, address recipient, uint256 amount)',
  'struct SigData { uint256 sig; uint256 nonce; address kTimesGAddress; }',
  'struct TransferParams { address token; address recipient; uint256 amount; }',
  'function executexSwapAndCall(SigData sigData, TransferParams transferParams, uint32 srcChain, bytes srcAddress, bytes message)',
  'function deployAndFetch(bytes32 channel, address token)',
  'function fetch(address deposit, address token)',
  'event SwapNative(uint32 dstChain, bytes dstAddress, uint32 dstToken, uint256 amount, address indexed sender, bytes cfParameters)',
  'event SwapToken(uint32 dstChain, bytes dstAddress, uint32 dstToken, address srcToken, uint256 amount, address indexed sender, bytes cfParameters)',
  'event XCallNative(uint32 dstChain, bytes dstAddress, uint32 dstToken, uint256 amount, address indexed sender, bytes message, uint256 gasAmount, bytes cfParameters)',
  'event XCallToken(uint32 dstChain, bytes dstAddress, uint32 dstToken, address srcToken, uint256 amount, address indexed sender, bytes message, uint256 gasAmount, bytes cfParameters)',
  'event TransferNativeFailed(address indexed recipient, uint256 amount)',
  'event TransferTokenFailed(address indexed recipient, uint256 amount, address indexed token, bytes reason)',
  'event FetchedNative(address indexed sender, uint256 amount)',
]);

/** The salt of a channel's contract: its number. @throws {RangeError} above 2^256. */
export function channelSalt(number: bigint): Hex {
  if (number < 0n || number >= 1n << 256n) throw new RangeError(`no channel has the number ${number}`);
  return word(number);
}

/**
 * Where the contract of a channel stands or will stand (EIP-1014), EIP-55. `token` is `NATIVE_ADDRESS` for the coin.
 * Source: chainflip-backend state-chain/chains/src/eth/deposit_address.rs.
 */
export const channelContract = (vault: Hex, number: bigint, token: Hex): Hex =>
  getContractAddress({
    opcode: 'CREATE2',
    from: vault,
    salt: channelSalt(number),
    bytecode: `${depositArtifact.bytecode}${encodeAbiParameters([{ type: 'address' }], [token]).slice(2)}`,
  });
