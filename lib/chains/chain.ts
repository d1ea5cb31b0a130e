/** A chain as data: everything that differs between chains and is not code stands in one file per chain. */
import type { ChainId } from '../domain/chain-id.ts';

export type ChainKind = 'evm' | 'utxo' | 'cosmos' | 'solana' | 'substrate' | 'radix' | 'none';
export type NetworkName = 'mainnet' | 'sandbox';

/**
 * How transaction hashes are written: `evm` 0x and lower case, `hex-lower` and `hex-upper` without 0x, `base58` of
 * 64 bytes, `extrinsic` block-index or 0x and lower case, `block-index`, `radix` txid_rdx1…, `none` there are none.
 */
export type HashFormat = 'evm' | 'hex-lower' | 'hex-upper' | 'base58' | 'extrinsic' | 'block-index' | 'radix' | 'none';

/** Parameters of Bitcoin-family addresses. `pubKeyHash` and `scriptHash` are the base58check version bytes (ZEC has two). */
export type UtxoNetwork = {
  pubKeyHash: readonly number[];
  scriptHash: readonly number[];
  bech32?: string;
  /** Highest witness version that is paid to (0 P2WPKH and P2WSH, 1 P2TR); read only beside `bech32`. */
  maxWitnessVersion?: 0 | 1;
  /** Where this stands, base58 addresses are not accepted: they look like Bitcoin's. */
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
  /** EVM: the number. Cosmos: the text chain id. Others: a name. */
  networkId: number | string;
  utxo?: UtxoNetwork;
  /** Cosmos bech32 prefix; Radix bech32m prefix of an account. */
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
  /** `symbol` as it stands in asset identifiers; `shownSymbol` where people call the coin something else by now. */
  native: { symbol: string; name: string; decimals: number; shownSymbol?: string };
  /** Longest memo in bytes that a payment on this chain may carry to a THORChain-like vault. */
  memoLimitBytes: number;
  /** Average seconds between blocks. */
  blockSeconds: number;
  /** Confirmations after which the page calls a payment final on its own chain. */
  confirmations: number;
  /** Cosmos: base denomination of the native coin (`uatom`). */
  denom?: string;
  /** Cosmos: denominations of further assets of the chain's own, by symbol. Source: THORNode common/asset.go, `Native`. */
  otherDenoms?: Readonly<Record<string, string>>;
  /** UTXO chains only. */
  utxoPolicy?: UtxoPolicy;
  layerTwo?: LayerTwo;
  /** URI scheme of payment links by BIP-321 and its kin; they carry no memo. */
  paymentScheme?: string;
  hashFormat: HashFormat;
  mainnet: ChainNetwork;
  /** Sandbox values; addresses of mainnet are accepted there as well. */
  sandbox: ChainNetwork;
  /** What an address looks like, for messages: "bc1q…, bc1p…, 1… or 3…". */
  addressForm: string;
  /** The same for the sandbox's own addresses. */
  sandboxAddressForm: string;
  /** False where the chain stays in the enumeration but nobody trades it. */
  tradable: boolean;
};
