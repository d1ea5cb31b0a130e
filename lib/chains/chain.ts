/** Defines a chain as data: every difference between chains that needs no code is in one file per chain. */
import type { ChainId } from '../domain/chain-id.ts';

export type ChainKind = 'evm' | 'utxo' | 'cosmos' | 'solana' | 'substrate' | 'radix' | 'none';
export type NetworkName = 'mainnet' | 'sandbox';

/**
 * The spelling of transaction hashes. `evm`: 0x and lower case; `hex-lower` and `hex-upper`: without 0x; `base58`: 64
 * bytes; `extrinsic`: block-index, or 0x and lower case; `block-index`; `radix`: txid_rdx1…; `none`: the chain has
 * none.
 */
export type HashFormat = 'evm' | 'hex-lower' | 'hex-upper' | 'base58' | 'extrinsic' | 'block-index' | 'radix' | 'none';

/** Parameters of Bitcoin-family addresses. `pubKeyHash` and `scriptHash` are the base58check version bytes (ZEC has two). */
export type UtxoNetwork = {
  pubKeyHash: readonly number[];
  scriptHash: readonly number[];
  bech32?: string;
  /** Highest witness version that can be paid (0 P2WPKH and P2WSH, 1 P2TR); used only together with `bech32`. */
  maxWitnessVersion?: 0 | 1;
  /** Set where base58 addresses are not accepted because they look like Bitcoin's. */
  cashAddrPrefix?: string;
  /** WIF version byte. */
  wif: number;
};

/** What the nodes of a Bitcoin-family chain relay. Base units. */
export type UtxoPolicy = {
  /** Least fee rate, per virtual byte. */
  minRelayRate: bigint;
  /** Highest fee rate that is ever right, per virtual byte. Source: the bounds of xchain's UTXO clients. */
  maxRate: bigint;
  /** Change below this is left to the miners. */
  dust: bigint;
  /** Whether transactions have Bitcoin's own form, which PSBT libraries sign safely. */
  bitcoinFormat: boolean;
};

/** A chain that writes its data to Ethereum and whose coin is Ether. */
export type LayerTwo = {
  /** How a payment pays for that data: within its gas, or beside it by the OP Stack's oracle. */
  dataFee: 'in-gas' | 'op-stack';
  /** What contracts and some nodes give as the number of a block: the chain's own, or Ethereum's. */
  blockNumbers: 'own' | 'ethereum';
};

export type ChainNetwork = {
  /** EVM: the numeric chain id. Cosmos: the text chain id. Others: a name. */
  networkId: number | string;
  utxo?: UtxoNetwork;
  /** Cosmos bech32 prefix; Radix bech32m prefix of an account. */
  bech32Prefix?: string;
  /** SS58 prefix. */
  ss58Prefix?: number;
  /** URL templates with `{hash}` and `{address}`; absent where there is no explorer. */
  explorerTx?: string;
  explorerAddress?: string;
};

export type Chain = {
  id: ChainId;
  name: string;
  kind: ChainKind;
  /** `symbol` is the one in asset identifiers; `shownSymbol` is the coin's current name where that has changed. */
  native: { symbol: string; name: string; decimals: number; shownSymbol?: string };
  /** Longest memo in bytes that a payment on this chain can carry to a THORChain-like vault. */
  memoLimitBytes: number;
  /** Average seconds between blocks. */
  blockSeconds: number;
  /** Confirmations after which the page calls a payment on this chain final. */
  confirmations: number;
  /** Cosmos: base denomination of the native coin (`uatom`). */
  denom?: string;
  /**
   * Cosmos: denominations of the chain's other native assets, by symbol. Source: THORNode common/asset.go, `Native`.
   */
  otherDenoms?: Readonly<Record<string, string>>;
  /** Cosmos: BIP-44 coin type, by SLIP-44. */
  coinType?: number;
  /** The chain numbers further swaps of one transaction: `<hash>-1`. */
  numbersSwaps?: true;
  /** UTXO chains only. */
  utxoPolicy?: UtxoPolicy;
  layerTwo?: LayerTwo;
  /** URI scheme of payment links by BIP-321 and its kin; they carry no memo. */
  paymentScheme?: string;
  hashFormat: HashFormat;
  mainnet: ChainNetwork;
  /** Parameters of the sandbox, which also accepts the addresses of mainnet. */
  sandbox: ChainNetwork;
  /** The forms of an address, for messages: "bc1q…, bc1p…, 1… or 3…". */
  addressForm: string;
  /** The forms of the sandbox's own addresses. */
  sandboxAddressForm: string;
  /**
   * Public nodes of mainnet that need no key, best first: JSON-RPC, Esplora or Cosmos REST by the chain's kind. Without
   * one the chain is neither looked at nor paid on until a setting names one.
   */
  nodes?: readonly string[];
  /** False for a chain that stays in the enumeration although no provider trades it. */
  tradable: boolean;
};
