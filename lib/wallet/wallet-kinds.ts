/** Defines the capabilities of each kind of injected wallet, of any product. */
import type { ChainId } from '../domain/chain-id.ts';
import type { WalletOption } from './wallet-types.ts';

/** The part that all kinds share. Calls throw the wallet's errors. */
type Common = {
  option: WalletOption;
  chains: readonly ChainId[];
  /** Asks the person. */
  connect(chain: ChainId): Promise<string | undefined>;
  /** Never opens anything; absent when the wallet has no such call, and the page stores the account by itself. */
  reconnect?(chain: ChainId): Promise<string | undefined>;
  /** The current account, asked right before signing; it may open the wallet to be unlocked. */
  accountNow?(chain: ChainId): Promise<string | undefined>;
  /** Calls `onChange` when the wallet reports another account or lock. Returns the function that stops it. */
  watch?(onChange: () => void): () => void;
  /** Revokes this page's permission, if the wallet can. */
  disconnect?(chain: ChainId): Promise<void>;
};

/** A Bitcoin-family wallet. It signs a PSBT of ours, or composes the payment itself. */
export type UtxoWallet = Common & {
  kind: 'utxo';
  /** The signed PSBT in base64. */
  signPsbt?(psbt: { base64: string; address: string; inputs: number }): Promise<string>;
  /** The hash of the wallet's transaction. `value` in base units. */
  send?(payment: { chain: ChainId; from: string; to: string; value: bigint; memo: string }): Promise<string>;
};

/** Amino sign document, numbers as strings. */
export type SignDoc = {
  chain_id: string;
  account_number: string;
  sequence: string;
  fee: { amount: { denom: string; amount: string }[]; gas: string };
  msgs: { type: string; value: Record<string, unknown> }[];
  memo: string;
};
export type AminoAnswer = {
  signed: SignDoc;
  signature: { pub_key: { type: string; value: string }; signature: string };
};

/** A wallet in the shape of Keplr. */
export type CosmosWallet = Common & {
  kind: 'cosmos';
  /** Untrusted: to be checked against the document that was passed. */
  signAmino(chain: ChainId, address: string, doc: SignDoc): Promise<unknown>;
};

/** A Solana wallet of the Wallet Standard. It sends what it signs by itself if it can. */
export type SolanaWallet = Common & {
  kind: 'solana';
  /** The signature, base58. `transaction` is what goes over the wire. */
  signAndSend?(transaction: Uint8Array, address: string): Promise<string>;
  /** The signed transaction; untrusted: to be checked against the route. */
  sign?(transaction: Uint8Array, address: string): Promise<Uint8Array>;
};

export type InjectedWallet = UtxoWallet | CosmosWallet | SolanaWallet;
