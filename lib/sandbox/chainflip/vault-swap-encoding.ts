/**
 * Encodes what a wallet sends for a vault swap, calldata for EVM vaults, the payload for Bitcoin, the instruction for
 * Solana, and decodes Solana's. Source: chainflip-backend state-chain/runtime/src/chainflip/vault_swaps.rs,
 * chainflip-eth-contracts IVault.sol.
 */

import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js';
import { base58 } from '@scure/base';
import { encodeFunctionData, parseAbi } from 'viem/utils';
import { SYSTEM_PROGRAM, TOKEN_PROGRAM, tokenAccountOf } from '../solana/addresses.ts';
import {
  NATIVE_VAULT,
  SWAP_DATA_ACCOUNT,
  SWAP_ENDPOINT_PROGRAM,
  supportedTokenAccount,
  swapEventAccount,
  TOKEN_DECIMALS,
  tokenVaultOf,
  VAULT_DATA_ACCOUNT,
} from '../solana/chainflip-accounts.ts';
import { assetOfContractId, assetOfToken, type CfAsset, CHAIN_INFO } from './assets.ts';
import { encodeBitcoinPayload } from './bitcoin-payload.ts';
import { ByteReader, ByteWriter, MalformedBytes } from './byte-codec.ts';
import { addressFromBytes, addressToBytes } from './protocol-address.ts';
import { type CfParameters, decodeCfParameters, encodeCfParameters } from './scale.ts';

export const vaultAbi = parseAbi([
  'function xSwapNative(uint32 dstChain, bytes dstAddress, uint32 dstToken, bytes cfParameters) payable',
  'function xSwapToken(uint32 dstChain, bytes dstAddress, uint32 dstToken, address srcToken, uint256 amount, bytes cfParameters)',
  'function xCallNative(uint32 dstChain, bytes dstAddress, uint32 dstToken, bytes message, uint256 gasAmount, bytes cfParameters) payable',
  'function xCallToken(uint32 dstChain, bytes dstAddress, uint32 dstToken, bytes message, uint256 gasAmount, address srcToken, uint256 amount, bytes cfParameters)',
]);

/** The fields of a swap that every source chain encodes. */
export type EncodableSwap = {
  src: CfAsset;
  dst: CfAsset;
  destination: string;
  /** In base units. */
  amount: bigint;
  message?: { bytes: Uint8Array; gasBudget: bigint };
  parameters: CfParameters;
};

type Hex = `0x${string}`;
const hexOf = (bytes: Uint8Array): Hex => `0x${bytesToHex(bytes)}`;

function destinationBytes({ dst, destination }: Pick<EncodableSwap, 'dst' | 'destination'>): Uint8Array {
  const bytes = addressToBytes(dst.chain, destination);
  if (bytes === undefined) throw new MalformedBytes(`no address of ${dst.chain}: ${destination}`);
  return bytes;
}

/** The asset's contract as viem's hex type. @throws {MalformedBytes} for a native coin, which has none. */
function contractOf(asset: CfAsset): Hex {
  if (asset.token === undefined) throw new MalformedBytes(`${asset.id} has no contract`);
  return hexOf(hexToBytes(asset.token.slice(2)));
}

/** The calldata of the vault's function for this swap. */
export function evmCalldata(swap: EncodableSwap): Hex {
  const { src, dst, message } = swap;
  const chain = CHAIN_INFO[dst.chain].contractId;
  const address = hexOf(destinationBytes(swap));
  const parameters = hexOf(encodeCfParameters(swap.parameters));
  const call = message === undefined ? undefined : ([hexOf(message.bytes), message.gasBudget] as const);
  if (src.token === undefined)
    return call === undefined
      ? encodeFunctionData({
          abi: vaultAbi,
          functionName: 'xSwapNative',
          args: [chain, address, dst.contractId, parameters],
        })
      : encodeFunctionData({
          abi: vaultAbi,
          functionName: 'xCallNative',
          args: [chain, address, dst.contractId, ...call, parameters],
        });
  const token = contractOf(src);
  return call === undefined
    ? encodeFunctionData({
        abi: vaultAbi,
        functionName: 'xSwapToken',
        args: [chain, address, dst.contractId, token, swap.amount, parameters],
      })
    : encodeFunctionData({
        abi: vaultAbi,
        functionName: 'xCallToken',
        args: [chain, address, dst.contractId, ...call, token, swap.amount, parameters],
      });
}

/** The result of `cf_request_swap_parameter_encoding` for an EVM source; `value` is 0 for tokens. */
export const evmVaultSwap = (swap: EncodableSwap, vault: string): Record<string, unknown> => ({
  chain: swap.src.chain,
  calldata: evmCalldata(swap),
  value: swap.src.token === undefined ? `0x${swap.amount.toString(16)}` : '0x0',
  to: vault.toLowerCase(),
  ...(swap.src.token === undefined ? {} : { source_token_address: contractOf(swap.src) }),
});

/** The result for a Bitcoin source. @throws {RangeError} for values that the payload cannot hold. */
export const bitcoinVaultSwap = (
  swap: Pick<EncodableSwap, 'dst' | 'destination' | 'parameters'> & { minOutput: bigint },
  depositAddress: string,
): Record<string, unknown> => {
  const { dca, boostFeeBps, broker, affiliates, retryDuration, maxOracleSlippageBps } = swap.parameters;
  const payload = encodeBitcoinPayload({
    output: swap.dst,
    destination: swap.destination,
    retryDuration,
    minOutput: swap.minOutput,
    ...(maxOracleSlippageBps === undefined ? {} : { maxOracleSlippageBps }),
    numberOfChunks: dca?.numberOfChunks ?? 1,
    chunkIntervalBlocks: dca?.chunkIntervalBlocks ?? 2,
    boostFeeBps,
    brokerBps: broker.bps,
    affiliates,
  });
  return { chain: 'Bitcoin', nulldata_payload: hexOf(payload), deposit_address: depositAddress };
};

/** Anchor's discriminators: the first 8 bytes of sha256("global:<name>"). */
const X_SWAP_NATIVE = 'a3265ce2f3698dc4';
const X_SWAP_TOKEN = '4532fc63e55377eb';

export type SolanaAccount = { pubkey: string; is_signer: boolean; is_writable: boolean };
const account = (pubkey: string, flags = ''): SolanaAccount => ({
  pubkey,
  is_signer: flags.includes('s'),
  is_writable: flags.includes('w'),
});

/** The positions of the payer in the accounts, and of a token's mint and source account. */
const FROM_INDEX = 2;
const FROM_TOKEN_INDEX = 3;
const MINT_INDEX = 8;

function solanaAccounts(src: CfAsset, from: string, seed: Uint8Array, fromTokenAccount?: string): SolanaAccount[] {
  const event = account(swapEventAccount(from, seed), 'w');
  const data = account(SWAP_DATA_ACCOUNT, 'w');
  const system = account(SYSTEM_PROGRAM);
  const head = account(VAULT_DATA_ACCOUNT);
  if (src.token === undefined) return [head, account(NATIVE_VAULT, 'w'), account(from, 'sw'), event, data, system];
  return [
    head,
    account(tokenVaultOf(src.token), 'w'),
    account(from, 'sw'),
    account(fromTokenAccount ?? tokenAccountOf(from, src.token), 'w'),
    event,
    data,
    account(supportedTokenAccount(src.token)),
    account(TOKEN_PROGRAM),
    account(src.token),
    system,
  ];
}

/** The instruction's arguments in Borsh, after the discriminator. */
function solanaData(swap: EncodableSwap, seed: Uint8Array): Uint8Array {
  const { src, dst, message, parameters } = swap;
  const vector = (out: ByteWriter, bytes: Uint8Array) => out.uint(bytes.length, 4).raw(bytes);
  const out = new ByteWriter().uint(swap.amount, 8).uint(CHAIN_INFO[dst.chain].contractId, 4);
  vector(out, destinationBytes(swap)).uint(dst.contractId, 4);
  out.uint(message === undefined ? 0 : 1, 1);
  if (message !== undefined) vector(out, message.bytes).uint(message.gasBudget, 8);
  vector(out, encodeCfParameters(parameters));
  if (src.token !== undefined) out.uint(TOKEN_DECIMALS, 1);
  vector(out, seed);
  return concatBytes(hexToBytes(src.token === undefined ? X_SWAP_NATIVE : X_SWAP_TOKEN), out.bytes());
}

type SolanaSender = { from: string; seed: Uint8Array; fromTokenAccount?: string };

/** The result for a Solana source: one instruction, signed by `from`. */
export const solanaVaultSwap = (swap: EncodableSwap, sender: SolanaSender): Record<string, unknown> => ({
  chain: 'Solana',
  program_id: SWAP_ENDPOINT_PROGRAM,
  accounts: solanaAccounts(swap.src, sender.from, sender.seed, sender.fromTokenAccount),
  data: hexOf(solanaData(swap, sender.seed)),
});

/**
 * Decodes an instruction of any version of the program. `accounts` are base58 keys in the instruction's order. @throws
 * {MalformedBytes} for any other instruction.
 */
export function decodeSolanaInstruction(
  data: Uint8Array,
  accounts: readonly string[],
): EncodableSwap & { sender: SolanaSender } {
  const read = new ByteReader(data);
  const name = bytesToHex(read.take(8));
  if (name !== X_SWAP_NATIVE && name !== X_SWAP_TOKEN) throw new MalformedBytes(`no vault swap: ${name}`);
  const isToken = name === X_SWAP_TOKEN;
  const amount = read.big(8);
  const chainId = read.uint(4);
  const address = read.take(read.uint(4));
  const dst = assetOfContractId(read.uint(4));
  const message = read.option(() => ({ bytes: read.take(read.uint(4)), gasBudget: read.big(8) }));
  const parameters = decodeCfParameters(read.take(read.uint(4)), {
    addressBytes: 32,
    withMessage: message !== undefined,
  });
  if (isToken) read.take(1);
  const seed = read.take(read.uint(4));
  read.end();
  const src = assetOfToken('SOL', isToken ? accounts[MINT_INDEX] : undefined);
  const from = accounts[FROM_INDEX];
  const destination = dst && addressFromBytes(dst.chain, address);
  if (src === undefined || from === undefined || dst === undefined || destination === undefined)
    throw new MalformedBytes('an asset, an account or the destination is none that Chainflip knows');
  if (CHAIN_INFO[dst.chain].contractId !== chainId) throw new MalformedBytes('asset and chain do not belong together');
  const fromTokenAccount = isToken ? accounts[FROM_TOKEN_INDEX] : undefined;
  return {
    src,
    dst,
    destination,
    amount,
    ...(message === undefined ? {} : { message }),
    parameters,
    sender: { from, seed, ...(fromTokenAccount === undefined ? {} : { fromTokenAccount }) },
  };
}

export const isSolanaKey = (text: string): boolean => {
  try {
    return base58.decode(text).length === 32;
  } catch {
    return false;
  }
};
