/** Defines the interface of Chainflip's vaults, and computes the addresses of deposit channels' contracts. */
import type { Hex } from 'viem';
import { encodeAbiParameters, getContractAddress, parseAbi } from 'viem/utils';
import type { ChainId } from '../../domain/chain-id.ts';
import { depositArtifact } from './artifacts.ts';
import { word } from './storage.ts';

/** The vaults' addresses on the public chains, which the sandbox uses too. */
const VAULTS: Partial<Record<ChainId, Hex>> = {
  ETH: '0xF5e10380213880111522dd0efD3dbb45b9f62Bcc',
  ARB: '0x79001a5e762f3bEFC8e5871b42F6734e00498920',
  BSC: '0x79001a5e762f3bEFC8e5871b42F6734e00498920',
};

/** Chainflip's vault on a chain, EIP-55; undefined if it has none. */
export const chainflipVault = (chain: ChainId): Hex | undefined => VAULTS[chain];

/** The address that represents the native coin in Chainflip's contracts. */
export const NATIVE_ADDRESS = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE';

/**
 * The public functions, signed by the network or not, are those of chainflip-eth-contracts, IVault.sol; the others are
 * the sandbox's own.
 */
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
 * The present or future address of a channel's contract (EIP-1014), EIP-55. `token` is `NATIVE_ADDRESS` for the native
 * coin. Source: chainflip-backend state-chain/chains/src/eth/deposit_address.rs.
 */
export const channelContract = (vault: Hex, number: bigint, token: Hex): Hex =>
  getContractAddress({
    opcode: 'CREATE2',
    from: vault,
    salt: channelSalt(number),
    bytecode: `${depositArtifact.bytecode}${encodeAbiParameters([{ type: 'address' }], [token]).slice(2)}`,
  });
