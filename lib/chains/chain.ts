/** A chain as data: everything that differs between chains and is not code stands in one file per chain. */
import type { ChainId } from '../domain/chain-id.ts';

export type ChainKind = 'evm' | 'utxo' | 'cosmos' | 'solana' | 'substrate' | 'radix' | 'none';
export type NetworkName = 'mainnet' | 'sandbox';

/** Parameters of Bitcoin-family addresses. `pubKeyHash` and `scriptHash` are the base58check version bytes (ZEC has two). */
export type UtxoNetwork = {
  pubKeyHash: readonly number[];
  scriptHash: readonly number[];
  bech32?: string;
  cashAddrPrefix?: string;
  /** WIF version byte. */
  wif: number;
};

export type ChainNetwork = {
  /** EVM: the number. Cosmos: the text chain id. Others: a name. */
  networkId: number | string;
  utxo?: UtxoNetwork;
  /** Cosmos bech32 prefix. */
  bech32Prefix?: string;
  /** SS58 prefix. */
  ss58Prefix?: number;
  /** `{hash}` and `{address}` are replaced; absent where there is no explorer. */
  explorerTx?: string;
  explorerAddress?: string;
};

export type Chain = {
  id: ChainId;
  name: string;
  kind: ChainKind;
  native: { symbol: string; name: string; decimals: number };
  /** Longest memo in bytes that a payment on this chain may carry to a THORChain-like vault. */
  memoLimitBytes: number;
  /** Average seconds between blocks. */
  blockSeconds: number;
  /** Confirmations after which the page calls a payment final on its own chain. */
  confirmations: number;
  /** Cosmos: base denomination of the native coin (`uatom`). */
  denom?: string;
  /** How transaction hashes are written on this chain. */
  hashFormat: 'evm' | 'hex-lower' | 'hex-upper' | 'base58' | 'other';
  mainnet: ChainNetwork;
  /** Sandbox values; addresses of mainnet are accepted there as well. */
  sandbox: ChainNetwork;
  /** False where the chain stays in the enumeration but nobody trades it. */
  tradable: boolean;
};
