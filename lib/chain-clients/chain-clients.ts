/**
 * Defines how the server talks to chains, by kind of chain. Every call fails over between the configured base URLs and
 * throws `ChainUnavailable` when none answers; a thing that does not exist is `undefined`, never an error.
 */
import type { ChainId } from '../domain/chain-id.ts';

export class ChainUnavailable extends Error {
  override readonly name = 'ChainUnavailable';
}

/** The chain examined the transaction and rejected it; `message` is its reason. */
export class BroadcastRefused extends Error {
  override readonly name = 'BroadcastRefused';
  /** `expired`: the transaction names a block that is too old. Undefined where the reason is another or unknown. */
  readonly fault: 'expired' | 'insufficientFunds' | undefined;
  constructor(message?: string, options: { fault?: BroadcastRefused['fault'] } = {}) {
    super(message);
    this.fault = options.fault;
  }
}

/** A node's refusal of a call, with its JSON-RPC code, message and data. */
export class RpcError extends Error {
  override readonly name = 'RpcError';
  readonly code: number;
  readonly data: unknown;
  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

/** Compares the name: Next may load this module more than once, and `instanceof` would then fail. */
export const isRpcError = (error: unknown): error is RpcError => error instanceof Error && error.name === 'RpcError';

export type Options = { signal?: AbortSignal };

export type EvmReceipt = {
  hash: string;
  status: 'success' | 'reverted';
  blockNumber: number;
  from: string;
  to: string | null;
  logs: { address: string; topics: string[]; data: string }[];
  gasUsed: bigint;
  effectiveGasPrice: bigint;
};
export type EvmTransaction = {
  hash: string;
  from: string;
  to: string | null;
  nonce: number;
  value: bigint;
  input: string;
  blockNumber?: number;
};
export type EvmClient = {
  kind: 'evm';
  chain: ChainId;
  /**
   * Calls JSON-RPC. `eth_sendRawTransaction` also returns the hash when the chain already knows the transaction.
   * @throws {ChainUnavailable}, or `RpcError` with the node's own code, message and data.
   */
  rpc(method: string, params: unknown[], options?: Options): Promise<unknown>;
  receipt(hash: string, options?: Options): Promise<EvmReceipt | undefined>;
  transaction(hash: string, options?: Options): Promise<EvmTransaction | undefined>;
  blockNumber(options?: Options): Promise<number>;
  /** The time of a block, in unix seconds. */
  blockTime(blockNumber: number, options?: Options): Promise<number | undefined>;
  /** `eth_call` without a sender; returns `0x…`. */
  call(to: string, data: string, options?: Options): Promise<string>;
  codeAt(address: string, options?: Options): Promise<string>;
  transactionCount(address: string, options?: Options): Promise<number>;
};

/** Shapes of Esplora (Blockstream/esplora API.md); values in base units (sat). */
export type Utxo = { txid: string; vout: number; value: bigint; confirmed: boolean };
export type UtxoTx = {
  txid: string;
  vin: { txid: string; vout: number; address?: string; value?: bigint }[];
  vout: { address?: string; value: bigint; scriptHex: string }[];
  fee?: bigint;
  blockHeight?: number;
  /** Unix seconds. */
  blockTime?: number;
};
export type UtxoClient = {
  kind: 'utxo';
  chain: ChainId;
  utxos(address: string, options?: Options): Promise<Utxo[]>;
  balance(address: string, options?: Options): Promise<bigint>;
  transaction(txid: string, options?: Options): Promise<UtxoTx | undefined>;
  transactionHex(txid: string, options?: Options): Promise<string | undefined>;
  tipHeight(options?: Options): Promise<number>;
  /**
   * Base units per virtual byte, rounded up, at which a transaction is mined within about two blocks; undefined where
   * the service gives none.
   */
  feeRate(options?: Options): Promise<bigint | undefined>;
  /** The spender of an output; shows whether a payment was replaced. */
  outspend(txid: string, vout: number, options?: Options): Promise<{ spent: boolean; txid?: string }>;
  /** Returns the txid. @throws {BroadcastRefused} */
  broadcast(rawHex: string, options?: Options): Promise<string>;
};

export type CosmosTxResult = {
  hash: string;
  height: number;
  code: number;
  rawLog: string;
  /** Unix seconds. */
  time?: number;
  memo?: string;
  messages: Record<string, unknown>[];
};
export type CosmosClient = {
  kind: 'cosmos';
  chain: ChainId;
  account(address: string, options?: Options): Promise<{ accountNumber: string; sequence: string } | undefined>;
  balances(address: string, options?: Options): Promise<{ denom: string; amount: bigint }[]>;
  transaction(hash: string, options?: Options): Promise<CosmosTxResult | undefined>;
  latestHeight(options?: Options): Promise<number>;
  /** Returns the hash in upper case. `txBytes` is a base64 TxRaw. @throws {BroadcastRefused} */
  broadcast(txBytes: string, options?: Options): Promise<string>;
};

/** The status of a signature. `confirmations` is null once the block is rooted, and thus final. */
export type SolanaStatus = {
  slot: number;
  confirmations: number | null;
  level: 'processed' | 'confirmed' | 'finalized';
  /** The chain's reason for the failure; undefined where the transaction succeeded. */
  failed?: string;
};
/** A transaction with the balances that it changed, in lamports or the token's base units. */
export type SolanaTransaction = {
  signature: string;
  slot: number;
  /** Unix seconds. */
  blockTime?: number;
  feeLamports: bigint;
  failed?: string;
  /** Static and looked-up accounts in the order of the message; the first one pays the fee. */
  accounts: string[];
  preBalances: bigint[];
  postBalances: bigint[];
  tokenChanges: { account: string; mint: string; owner?: string; before: bigint; after: bigint }[];
  /** Outer and inner instructions in order; `data` is base58. */
  instructions: { programId: string; accounts: string[]; data: string }[];
  logs: string[];
};
export type SolanaClient = {
  kind: 'solana';
  chain: ChainId;
  /** Calls JSON-RPC. @throws {ChainUnavailable} or `RpcError`. */
  rpc(method: string, params: unknown[], options?: Options): Promise<unknown>;
  balance(address: string, options?: Options): Promise<bigint>;
  /** The sum over the owner's accounts of that mint. */
  tokenBalance(owner: string, mint: string, options?: Options): Promise<bigint>;
  latestBlockhash(options?: Options): Promise<{ blockhash: string; lastValidBlockHeight: number }>;
  blockHeight(options?: Options): Promise<number>;
  status(signature: string, options?: Options): Promise<SolanaStatus | undefined>;
  transaction(signature: string, options?: Options): Promise<SolanaTransaction | undefined>;
  /**
   * Returns the signature. `base64` is a signed transaction. @throws {BroadcastRefused} with the reason of the
   * simulation.
   */
  broadcast(base64: string, options?: Options): Promise<string>;
};

/** An extrinsic of Asset Hub, identified by `block-index`. */
export type SubstrateExtrinsic = {
  id: string;
  blockNumber: number;
  /** Whether the block is below the finalized head. */
  finalized: boolean;
  /** Unix seconds. */
  blockTime?: number;
  failed?: string;
  from?: string;
  /**
   * The transfers of its events; for a failed extrinsic those that its call requested, as far as they can be decoded.
   * Without `assetId` it is the native coin.
   */
  transfers: { to: string; assetId?: string; baseUnits: bigint }[];
};
export type SubstrateClient = {
  kind: 'substrate';
  chain: ChainId;
  rpc(method: string, params: unknown[], options?: Options): Promise<unknown>;
  balance(address: string, assetId?: string, options?: Options): Promise<bigint>;
  blockNumber(options?: Options): Promise<number>;
  /** @param id `block-index`. */
  extrinsic(id: string, options?: Options): Promise<SubstrateExtrinsic | undefined>;
  /**
   * Finds an extrinsic by its 0x hash, which nodes do not index, among the blocks of the last quarter of an hour.
   * Without `id` it waits for a block.
   */
  find(hash: string, options?: Options): Promise<{ id?: string } | undefined>;
  /** Returns the extrinsic's 0x hash. @throws {BroadcastRefused} */
  broadcast(hex: string, options?: Options): Promise<string>;
};

export type ChainClients = {
  /** Undefined where no URL is configured for that chain; `missing` then names the setting. */
  evm(chain: ChainId): EvmClient | undefined;
  utxo(chain: ChainId): UtxoClient | undefined;
  cosmos(chain: ChainId): CosmosClient | undefined;
  solana(chain: ChainId): SolanaClient | undefined;
  substrate(chain: ChainId): SubstrateClient | undefined;
  /**
   * A sentence that names the setting (such as `ESPLORA_URL_DASH`) which enables this chain's observation and payments.
   */
  missing(chain: ChainId): string | undefined;
};
