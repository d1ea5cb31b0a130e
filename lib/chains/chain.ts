/** Defines a chain as data: every difference between chains that needs no code is in one file per chain. */
import type { ChainId } from '../domain/chain-id.ts';

/** Wallets that a newcomer can get for a chain that is not an EVM chain; `lib/wallet/known-wallets.ts` has them. */
export type KnownWalletName =
  | 'Xverse'
  | 'UniSat'
  | 'Leather'
  | 'OKX Wallet'
  | 'Phantom'
  | 'Solflare'
  | 'Keplr'
  | 'Vultisig';

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
  /** Its former version of script addresses, which is Bitcoin's. */
  legacyScriptHash?: readonly number[];
  bech32?: string;
  /** Highest witness version that can be paid (0 P2WPKH and P2WSH, 1 P2TR); used only together with `bech32`. */
  maxWitnessVersion?: 0 | 1;
  /** Set where base58 addresses are refused because they look like Bitcoin's. */
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
  /** Every signature commits to the amount of its input, whatever the script. */
  signsAmounts?: true;
};

/** A chain that writes its data to Ethereum and whose coin is Ether. */
export type LayerTwo = {
  /** How a payment pays for that data: within its gas, or beside it by the OP Stack's oracle. */
  dataFee: 'in-gas' | 'op-stack';
  /** The block number that contracts and some nodes return: the chain's own, or Ethereum's. */
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
  /** The chain's coin type of SLIP-44; absent for an EVM chain that is named by its network id. */
  coinType?: number;
  /** Cosmos: the coin type by which wallets derive its keys where that is not its own. */
  derivedBy?: number;
  /**
   * The position of this chain's kind of wallet in the offer; absent where another chain's kind covers it, or none
   * does.
   */
  walletOrder?: number;
  /** Names of well-known wallets for it, beside those of its kind. */
  wallets?: readonly KnownWalletName[];
  /** Whether THORChain or Maya accept payments with a memo there. Source: thornode and mayanode, common/chain.go. */
  takesMemos?: true;
  /** Cosmos: the most that a payment's own fee may take from the account, in base units. */
  feeReserve?: bigint;
  /** Whether it uses Zcash's transaction format, and its addresses that accept transparent payments only (ZIP-320). */
  zcashForms?: true;
  /** Whether the chain numbers further swaps of one transaction: `<hash>-1`. */
  numbersSwaps?: true;
  /** UTXO chains only: the name of a base unit, in which fee rates are shown. */
  feeUnit?: 'sat';
  /** UTXO chains only. */
  utxoPolicy?: UtxoPolicy;
  layerTwo?: LayerTwo;
  /** URI scheme of payment links by BIP-321 and its relatives; such links carry no memo. */
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
   * one, the chain is neither observed nor paid on until a setting names one.
   */
  nodes?: readonly string[];
  /** Requests a second that each of those nodes allows; absent where no limit is known. */
  nodesPerSecond?: number;
  /** Whether the sandbox has no node of it. */
  noSandboxNode?: true;
  /** False for a chain that stays in the enumeration although no provider trades it. */
  tradable: boolean;
};
