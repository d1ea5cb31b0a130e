/** Reads a call of Chainflip's swap program on Solana: what it takes, and what the network is told to do with it. */
import { bytesToHex } from '@noble/hashes/utils.js';
import { base58 } from '@scure/base';
import type { ChainId } from '../domain/chain-id.ts';
import { CHAINS } from './chains.ts';
import { encodeSs58 } from './ss58.ts';

export type SolanaVaultSwap = {
  /** The program that was called. */
  programId: string;
  /** Pays and signs. */
  from: string;
  /** Token account that is debited, and its mint; undefined for the chain's own coin. */
  fromTokenAccount?: string;
  mint?: string;
  baseUnits: bigint;
  /** Of the token, as the program holds them against the mint. */
  decimals?: number;
  /** Chainflip's number of the chain and of the asset that it pays. */
  dstChain: number;
  dstToken: number;
  dstAddress: Uint8Array;
  /** A call of a contract along with the payout. */
  call?: { message: Uint8Array; gasAmount: bigint };
  /** Undefined where the parameters are of a version that is not known here. */
  refund?: VaultRefund;
};

export type VaultRefund = {
  /** Base58. */
  address: string;
  /** State-chain blocks of 6 s. */
  retryBlocks: number;
  /** Output base units for each input base unit, fixed point with 128 fractional bits. */
  minPriceX128: bigint;
};

/** sha256 of `global:x_swap_native` and `global:x_swap_token`, first 8 bytes, as Anchor names instructions. */
const SWAP_NATIVE = 'a3265ce2f3698dc4';
const SWAP_TOKEN = '4532fc63e55377eb';

/** Places among the accounts. Source: chainflip-backend chains/src/sol/sol_tx_core/program_instructions.rs. */
const NATIVE_ACCOUNTS = { count: 6, from: 2 };
const TOKEN_ACCOUNTS = { count: 10, from: 2, fromTokenAccount: 3, mint: 8 };

const MAX_BYTES = 20_000;

/** Reads fields from the front; `undefined` once it runs past the end. */
function reader(data: Uint8Array) {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  let at = 0;
  const take = (count: number): number => {
    if (at + count > data.length) throw new RangeError('the data ends early');
    at += count;
    return at - count;
  };
  const u8 = () => view.getUint8(take(1));
  const u32 = () => view.getUint32(take(4), true);
  const u64 = () => view.getBigUint64(take(8), true);
  const bytes = (count: number) => {
    const from = take(count);
    return data.slice(from, from + count);
  };
  /** SCALE's compact integers up to 2^30. */
  const compact = (): number => {
    const first = u8();
    const mode = first & 3;
    if (mode === 0) return first >> 2;
    if (mode === 1) return (first >> 2) | (u8() << 6);
    if (mode === 2) return (first >> 2) + u8() * 2 ** 6 + u8() * 2 ** 14 + u8() * 2 ** 22;
    throw new RangeError('a length is too long');
  };
  return { u8, u32, u64, bytes, compact, left: () => data.length - at };
}

/** Source: chainflip-backend chains/src/cf_parameters.rs, V0 and V1; what follows the least price is not read. */
function readRefund(parameters: Uint8Array, hasCall: boolean): VaultRefund | undefined {
  try {
    const { u8, u32, bytes, compact } = reader(parameters);
    if (u8() > 1) return undefined;
    if (hasCall) bytes(compact());
    const retryBlocks = u32();
    const address = base58.encode(bytes(32));
    const minPriceX128 = BigInt(`0x${bytesToHex(bytes(32).reverse())}`);
    return { address, retryBlocks, minPriceX128 };
  } catch {
    return undefined;
  }
}

type Call = { programId: string; accounts: readonly string[]; data: Uint8Array };

function readData(data: Uint8Array, isToken: boolean) {
  const { u8, u32, u64, bytes, left } = reader(data.subarray(8));
  const list = () => bytes(Math.min(u32(), MAX_BYTES));
  const baseUnits = u64();
  const dstChain = u32();
  const dstAddress = list();
  const dstToken = u32();
  const hasCall = u8();
  if (hasCall > 1) throw new RangeError('an option is neither there nor absent');
  const call = hasCall === 1 ? { message: list(), gasAmount: u64() } : undefined;
  const parameters = list();
  const decimals = isToken ? u8() : undefined;
  list();
  if (left() !== 0) throw new RangeError('bytes are left over');
  const refund = readRefund(parameters, call !== undefined);
  return {
    baseUnits,
    ...(decimals === undefined ? {} : { decimals }),
    dstChain,
    dstAddress,
    dstToken,
    ...(call ? { call } : {}),
    ...(refund ? { refund } : {}),
  };
}

/** Undefined for any other call of the program. */
export function readVaultSwap({ programId, accounts, data }: Call): SolanaVaultSwap | undefined {
  const name = bytesToHex(data.subarray(0, 8));
  const isToken = name === SWAP_TOKEN;
  if (!isToken && name !== SWAP_NATIVE) return undefined;
  const places = isToken ? TOKEN_ACCOUNTS : NATIVE_ACCOUNTS;
  const from = accounts[places.from];
  if (accounts.length < places.count || from === undefined) return undefined;
  const [fromTokenAccount, mint] = isToken
    ? [accounts[TOKEN_ACCOUNTS.fromTokenAccount], accounts[TOKEN_ACCOUNTS.mint]]
    : [];
  try {
    return {
      programId,
      from,
      ...(fromTokenAccount === undefined ? {} : { fromTokenAccount }),
      ...(mint === undefined ? {} : { mint }),
      ...readData(data, isToken),
    };
  } catch {
    return undefined;
  }
}

/** Source: chainflip-product-toolkit packages/utils/src/chainflip.ts; Tron is left out. */
const CHAIN_NUMBERS: Readonly<Record<number, ChainId>> = { 1: 'ETH', 3: 'BTC', 4: 'ARB', 5: 'SOL', 6: 'DOT', 8: 'BSC' };
const ASSET_NUMBERS: Readonly<Record<number, readonly [asset: string, decimals: number]>> = {
  1: ['ETH.ETH', 18],
  2: ['ETH.FLIP-0x826180541412D574cf1336d22c0C0a287822678A', 18],
  3: ['ETH.USDC-0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', 6],
  5: ['BTC.BTC', 8],
  6: ['ARB.ETH', 18],
  7: ['ARB.USDC-0xaf88d065e77c8cC2239327C5EDb3A432268e5831', 6],
  8: ['ETH.USDT-0xdAC17F958D2ee523a2206206994597C13D831ec7', 6],
  9: ['SOL.SOL', 9],
  10: ['SOL.USDC-EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', 6],
  11: ['DOT.DOT', 10],
  12: ['DOT.USDT-1984', 6],
  13: ['DOT.USDC-1337', 6],
  14: ['ETH.WBTC-0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599', 8],
  15: ['ARB.USDT-0xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9', 6],
  16: ['SOL.USDT-Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB', 6],
  19: ['BSC.BNB', 18],
  20: ['BSC.USDT-0x55d398326f99059fF775485246999027B3197955', 18],
  21: ['ETH.CBBTC-0xcbB7C0000aB88B473b1f5aFd9ef808440eed33Bf', 8],
};

/** How Chainflip writes an address into a call: raw bytes, but Bitcoin's as text. */
function addressText(chain: ChainId, bytes: Uint8Array): string | undefined {
  const { kind } = CHAINS[chain];
  if (kind === 'evm') return bytes.length === 20 ? `0x${bytesToHex(bytes)}` : undefined;
  if (kind === 'utxo') return new TextDecoder().decode(bytes);
  if (bytes.length !== 32) return undefined;
  return kind === 'solana' ? base58.encode(bytes) : encodeSs58(bytes, CHAINS[chain].mainnet.ss58Prefix ?? 0);
}

/** `decimals` are the asset's. */
export type VaultDestination = { chain: ChainId; asset: string; decimals: number; address: string };

/** Where a call pays to; undefined where a number is not known here, or the asset is not of that chain. */
export function vaultDestination({
  dstChain,
  dstToken,
  dstAddress,
}: Pick<SolanaVaultSwap, 'dstChain' | 'dstToken' | 'dstAddress'>): VaultDestination | undefined {
  const chain = CHAIN_NUMBERS[dstChain];
  const [asset, decimals] = ASSET_NUMBERS[dstToken] ?? [];
  const address = chain && addressText(chain, dstAddress);
  if (chain === undefined || address === undefined || asset?.split('.')[0] !== chain || decimals === undefined)
    return undefined;
  return { chain, asset, decimals, address };
}
