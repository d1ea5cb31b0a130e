/**
 * Defines the interface of a local chain to the emulated networks: what they observe on it, and how their vaults pay
 * out with real, signed transactions.
 */
import type { ChainId } from '../domain/chain-id.ts';

/** A payment as an observing node sees it on its chain. */
export type InboundPayment = {
  chain: ChainId;
  /** As the chain writes it (EVM: 0x + lower case; UTXO: lower; Cosmos: upper). */
  hash: string;
  from: string;
  /** The vault. `'module'` for a MsgDeposit on THOR or MAYA. */
  to: string;
  /** The EVM router that was called, in EIP-55 case. */
  router?: string;
  /** Token contract, or Cosmos denom where it is not the native one; undefined for the native coin. */
  token?: string;
  /** In the asset's own base units on its chain (wei, sat, uatom). */
  amountBaseUnits: bigint;
  memo: string;
  blockHeight: number;
  gasBaseUnits?: bigint;
};

export type Payout = {
  /** Unique: the same key twice sends one transaction. */
  key: string;
  /** Name of the vault that pays (`thor-0`, `maya-1`); `module` pays native coins of THOR and MAYA. */
  vault: string;
  to: string;
  token?: string;
  amountBaseUnits: bigint;
  memo: string;
  /** Chainflip on EVM chains: the receiver is a contract, and is called with the payment; both happen or neither. */
  call?: PayoutContractCall;
};

export type PayoutContractCall = {
  /** Hex without 0x. */
  message: string;
  /** Gas units of the whole transaction. */
  gasLimit: bigint;
  /** Chainflip's number of the chain that the swap came from. */
  srcChain: number;
};

/** A signed call that is bound to no sender: sending it makes the payout. `value` is in base units. */
export type PayoutPayload = { contract: string; data: string; value: bigint };

/** The receiver of a payout with a call rejects it: nothing was sent or paid. */
export class PayoutRefused extends Error {
  override readonly name = 'PayoutRefused';
}

/** A payment to a deposit address, by any sender and in any way. */
export type ChannelDeposit = {
  chain: ChainId;
  /** As the chain writes it; DOT: `block-index`. */
  hash: string;
  from?: string;
  to: string;
  /** Token contract, mint or asset id; undefined for the native coin. */
  token?: string;
  amountBaseUnits: bigint;
  blockHeight: number;
  /** UTXO: the content of the transaction's OP_RETURN output, hex, and the address of the output after it. */
  data?: string;
  changeAddress?: string;
};

/** A call of the Chainflip vault's swap functions, as reported by its event (EVM) or its event account (Solana). */
export type VaultSwap = {
  chain: ChainId;
  hash: string;
  from: string;
  token?: string;
  amountBaseUnits: bigint;
  blockHeight: number;
  /** Contract ids of Chainflip's protocol; bytes are hex without 0x. */
  dstChain: number;
  dstAddress: string;
  dstToken: number;
  cfParameters: string;
  /** Contract calls: the message and its gas budget. */
  message?: string;
  gasAmount?: bigint;
};

/** What the emulated Chainflip needs of a chain that it serves (ETH, ARB, BSC, BTC, SOL, DOT). */
export type ChannelLedger = {
  /**
   * Address of a deposit channel; the same for the same number. Nothing on a public network can be paid to it as far as
   * the chain's format allows. EVM: CREATE2 from the vault, one address a token.
   */
  channelAddress(channel: { number: bigint; token?: string }): string;
  /** Payments to these addresses in blocks above `height` up to the tip, oldest first; every asset, inner transfers too. */
  depositsTo(addresses: readonly string[], height: number): Promise<ChannelDeposit[]>;
  /** The same for unconfirmed payments; `blockHeight` is 0. */
  pendingTo(addresses: readonly string[]): Promise<ChannelDeposit[]>;
  /** Chains with a vault program or contract (EVM, Solana): its swap calls above `height`, oldest first. */
  vaultSwapsAbove?(height: number): Promise<VaultSwap[]>;
  /**
   * The target of vault swaps: the contract or the program. Bitcoin's go to the address of the broker's private
   * channel.
   */
  vault?: string;
  /** EVM: the payout as a call that anyone may send; it pays once, whether sent by the network or by others. */
  payloadOf?(payout: Payout): PayoutPayload;
  /** EVM: whether a transaction was mined and reverted. */
  hasReverted?(hash: string): Promise<boolean>;
  /** Moves a channel's content to the vault, as the network does after a deposit; the same key acts once. */
  fetch?(fetch: { key: string; channel: { number: bigint; token?: string } }): Promise<{ hash: string }>;
};

export type Ledger = {
  chain: ChainId;
  /** Chains that Chainflip serves. Its payouts go through `payOut` with the vault name `chainflip-0`. */
  channels?: ChannelLedger;
  /** Height of the last block. */
  height(): number;
  /** Payments to any vault address in blocks above `height` up to the tip, oldest first. Mempool is not included. */
  inboundsAbove(height: number): Promise<InboundPayment[]>;
  /** Address of a named vault; its key is derived from the world's seed, the chain and the name. */
  vaultAddress(vault: string): string;
  /** Contract that token sells go through (EVM); one per network that uses the chain. */
  routerAddress?(network: 'thor' | 'maya'): string;
  /** @throws {PayoutRefused} for a payout with a call that its receiver refuses. */
  payOut(payout: Payout): Promise<{ hash: string; gasBaseUnits: bigint }>;
  /** Confirmations of a transaction: 0 in the mempool, undefined when unknown. */
  confirmations(hash: string): Promise<number | undefined>;
  /** Creates coins for an account (wallets and vaults at the world's start, tests). */
  fund(address: string, amountBaseUnits: bigint, token?: string): Promise<void>;
  /**
   * THOR and MAYA: called when a block executes a MsgDeposit, before any coin moves; a text refuses the message (its
   * transaction gets a non-zero code and still pays its fee). Set by the network whose chain it is.
   */
  onDeposit?: (payment: InboundPayment) => string | undefined;
};

/** The world's one clock. Chain seconds are real proportions; wall time between two events is chain seconds / speed. */
export type Clock = {
  /** The time of every timestamp in Unix milliseconds: wall time plus all steps. */
  now(): number;
  /** Calls `tick` every `chainSeconds` of chain time, one after another, never overlapping itself. */
  every(chainSeconds: number, name: string, tick: () => Promise<void> | void): void;
  speed: number;
  held: boolean;
  /** Advances chain time and timestamps, and runs everything that falls due in order. */
  step(chainSeconds: number): Promise<void>;
};

/** Named faults that the control endpoint switches; `target` is an upstream (`thornode`) or chain (`ETH`). */
export type Faults = {
  /** Undefined when off. */
  get(target: string, kind: string): Record<string, unknown> | undefined;
  /** Uses one of a fault's `times`, if it has that number, and ends the fault with the last. */
  use(target: string, kind: string): void;
};

/** A part of the world that survives restarts. `dump` is plain JSON (bigint allowed); saved whenever `touch` was called. */
export type Persisted = { name: string; dump(): unknown; load(state: unknown): void };

export type World = {
  seed: string;
  clock: Clock;
  faults: Faults;
  ledgers: Partial<Record<ChainId, Ledger>>;
  /** Registers state; `touch()` marks it changed, `flush()` writes it before something is answered. */
  persist(state: Persisted): { touch(): void; flush(): void };
  /** Deterministic bytes for a name: sha256(seed | name). */
  secret(name: string): Uint8Array;
  log(event: Record<string, unknown>): void;
  /**
   * Adds `POST /control/<name>`: a part's own action (`churn`, `halt`, `move-price`). `handler` gets the parsed JSON
   * body (`{}` without one), checks it itself, and its answer is sent as JSON (bigint as decimal strings). A thrown
   * `ControlError` is answered as 400 with its message.
   */
  control(name: string, handler: (params: unknown) => Promise<unknown> | unknown): void;
};

/** What the caller of the control endpoint did wrong, as a sentence for them. */
export class ControlError extends Error {
  override readonly name = 'ControlError';
}

/** An HTTP service below a path prefix of the sandbox's one port. */
export type Service = {
  /** First path segment (`thornode`), or the first two where a service has one for each chain (`esplora/btc`). */
  prefix: string;
  /**
   * `path` is what follows the prefix, with its slash (`/thorchain/pools`), percent-decoding left to the service.
   * `headers` have lower-case names; services that ask for a key look there.
   */
  handle(request: {
    method: string;
    path: string;
    query: URLSearchParams;
    body: string;
    headers?: Readonly<Record<string, string | string[] | undefined>>;
  }): Promise<ServiceAnswer>;
};
export type ServiceAnswer = { status: number; headers?: Record<string, string>; body: string };
