/**
 * Runs one Cosmos chain: decides which transactions it accepts and executes them in blocks; a refused message costs its
 * fee and moves nothing else.
 */
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { base64 } from '@scure/base';
import { z } from 'zod';
import type { Chain } from '../../chains/chain.ts';
import { type AminoMessage, type Coin, signDocDigest } from './amino.ts';
import { type Account, Bank, coinsText } from './bank.ts';
import { type AccountId, type AccountNames, accountNames, moduleAccount } from './bech32-accounts.ts';
import { type CosmosRules, cosmosRulesOf } from './cosmos-rules.ts';
import { type DecodedTx, decodeTx, type Message, TxRefused } from './decode-tx.ts';

/** A transaction in a block, successful or not. */
export type TxResult = {
  tx: DecodedTx;
  height: number;
  timeSeconds: number;
  /** 0 for success. */
  code: number;
  codespace: string;
  rawLog: string;
};

/** Called before a deposit is executed; a text as the result refuses it. */
export type BeforeDeposit = (
  message: Message & { kind: 'deposit' },
  tx: DecodedTx,
  height: number,
) => string | undefined;

const stateSchema = z.object({
  bank: z.unknown(),
  results: z.array(
    z.object({
      bytes: z.string(),
      height: z.number().int(),
      timeSeconds: z.number().int(),
      code: z.number().int(),
      codespace: z.string(),
      rawLog: z.string(),
    }),
  ),
  waiting: z.array(z.string()),
});

export class CosmosChain {
  readonly bank = new Bank();
  readonly names: AccountNames;
  readonly rules: CosmosRules;
  readonly denom: string;
  readonly chainId: string;
  /** Receives deposits and makes native payouts; its coins are those of the network's pools. */
  readonly module: AccountId;
  readonly feeCollector = moduleAccount('fee_collector');
  private readonly results = new Map<string, TxResult>();
  private readonly byHeight: TxResult[] = [];
  private waiting: DecodedTx[] = [];

  constructor(definition: Chain) {
    if (!definition.denom) throw new Error(`${definition.id} has no denomination`);
    this.denom = definition.denom;
    this.chainId = String(definition.sandbox.networkId);
    this.names = accountNames(definition);
    this.rules = cosmosRulesOf(definition.id);
    this.module = moduleAccount(this.rules.network ?? 'transfer');
  }

  result(hash: string): TxResult | undefined {
    return this.results.get(hash);
  }

  isWaiting(hash: string): boolean {
    return this.waiting.some((tx) => tx.hash === hash);
  }

  /** The transactions in blocks above `height`, oldest first. */
  above(height: number): TxResult[] {
    return this.byHeight.slice(this.byHeight.findLastIndex((result) => result.height <= height) + 1);
  }

  /** The sequence number of an account's next transaction. */
  nextSequence(id: AccountId): bigint {
    const sequence = this.bank.account(id)?.sequence ?? 0n;
    return sequence + BigInt(this.waiting.filter((tx) => tx.signer === id).length);
  }

  /** Base units that an account's unconfirmed transactions will take from it. */
  outgoing(id: AccountId, denom: string): bigint {
    const own = this.waiting.filter((tx) => tx.signer === id);
    const coins = own.flatMap((tx) => [...this.feeOf(tx), ...tx.messages.flatMap((message) => message.coins)]);
    return coins.filter((coin) => coin.denom === denom).reduce((sum, coin) => sum + BigInt(coin.amount), 0n);
  }

  /** Checks a transaction and queues it for the next block. @throws {TxRefused} */
  accept(bytes: Uint8Array, height: number): string {
    const tx = decodeTx(bytes, this.names, this.rules);
    if (this.results.has(tx.hash) || this.isWaiting(tx.hash)) throw new TxRefused(19, 'tx already in mempool');
    if (tx.timeoutHeight !== 0n && BigInt(height) >= tx.timeoutHeight)
      throw new TxRefused(30, `block height: ${height}, timeout height: ${tx.timeoutHeight}: tx timeout height`);
    const account = this.bank.account(tx.signer);
    if (!account) throw new TxRefused(9, `account ${this.names.address(tx.signer)} does not exist: unknown address`);
    this.checkFee(tx);
    this.checkSignature(tx, account, this.nextSequence(tx.signer));
    this.waiting.push(tx);
    return tx.hash;
  }

  /** Executes the queue as the block of this height. Returns false if it was empty. */
  produce(height: number, timeSeconds: number, beforeDeposit: BeforeDeposit): boolean {
    const included = this.waiting;
    this.waiting = [];
    for (const tx of included) {
      const outcome = this.deliver(tx, height, beforeDeposit);
      this.remember({ tx, height, timeSeconds, ...outcome });
    }
    return included.length > 0;
  }

  dump(): unknown {
    return {
      bank: this.bank.dump(),
      results: this.byHeight.map(({ tx, ...rest }) => ({ bytes: base64.encode(tx.bytes), ...rest })),
      waiting: this.waiting.map((tx) => base64.encode(tx.bytes)),
    };
  }

  load(state: unknown): void {
    const { bank, results, waiting } = stateSchema.parse(state);
    const decode = (bytes: string) => decodeTx(base64.decode(bytes), this.names, this.rules);
    this.bank.load(bank);
    for (const { bytes, ...rest } of results) this.remember({ tx: decode(bytes), ...rest });
    this.waiting = waiting.map(decode);
  }

  private remember(result: TxResult): void {
    this.results.set(result.tx.hash, result);
    this.byHeight.push(result);
  }

  /**
   * A transaction's cost to its sender beside the coins sent. THORNode takes its flat fee, regardless of the fee in
   * the transaction.
   */
  private feeOf(tx: DecodedTx): Coin[] {
    if (this.rules.nativeFee > 0n) return [{ denom: this.denom, amount: this.rules.nativeFee.toString() }];
    return tx.fee.amount;
  }

  private checkFee(tx: DecodedTx): void {
    const least = (tx.fee.gas * this.rules.gasPriceMicro + 999_999n) / 1_000_000n;
    const offered = tx.fee.amount.find((coin) => coin.denom === this.denom)?.amount ?? '0';
    if (BigInt(offered) < least)
      throw new TxRefused(
        13,
        `insufficient fees; got: ${coinsText(tx.fee.amount)} required: ${least}${this.denom}: insufficient fee`,
      );
    for (const { denom, amount } of this.feeOf(tx)) {
      const left = this.bank.balance(tx.signer, denom) - this.feesWaiting(tx.signer, denom);
      if (left < BigInt(amount))
        throw new TxRefused(
          5,
          `spendable balance ${left < 0n ? 0n : left}${denom} is smaller than ${amount}${denom}: insufficient funds`,
        );
    }
  }

  private feesWaiting(id: AccountId, denom: string): bigint {
    return this.waiting
      .filter((tx) => tx.signer === id)
      .flatMap((tx) => this.feeOf(tx))
      .reduce((sum, coin) => (coin.denom === denom ? sum + BigInt(coin.amount) : sum), 0n);
  }

  private checkSignature(tx: DecodedTx, account: Account, expected: bigint): void {
    if (tx.sequence !== expected)
      throw new TxRefused(
        32,
        `account sequence mismatch, expected ${expected}, got ${tx.sequence}: incorrect account sequence`,
      );
    const valid = signedForms(tx).some((msgs) => {
      const digest = signDocDigest({
        chain_id: this.chainId,
        account_number: String(account.number),
        sequence: tx.sequence.toString(),
        fee: { amount: tx.fee.amount, gas: tx.fee.gas.toString() },
        msgs,
        memo: tx.memo,
        ...(tx.timeoutHeight === 0n ? {} : { timeout_height: tx.timeoutHeight.toString() }),
      });
      return isSignature(tx.signature, digest, tx.publicKey);
    });
    if (!valid)
      throw new TxRefused(
        4,
        `signature verification failed; please verify account number (${account.number}), sequence (${tx.sequence}) and chain-id (${this.chainId}): unauthorized`,
      );
  }

  private deliver(tx: DecodedTx, height: number, beforeDeposit: BeforeDeposit) {
    try {
      // As on the real chain, fee and sequence stay spent when a message fails.
      this.bank.move(tx.signer, this.feeCollector, this.feeOf(tx));
      const account = this.bank.account(tx.signer);
      if (account) {
        account.sequence += 1n;
        account.publicKey = bytesToHex(tx.publicKey);
      }
      this.bank.atomically(() => {
        for (const [index, message] of tx.messages.entries()) this.carryOut(message, index, tx, height, beforeDeposit);
      });
      return { code: 0, codespace: '', rawLog: '' };
    } catch (error) {
      if (!(error instanceof TxRefused)) throw error;
      return { code: error.code, codespace: error.codespace, rawLog: error.message };
    }
  }

  private carryOut(message: Message, index: number, tx: DecodedTx, height: number, beforeDeposit: BeforeDeposit): void {
    const deposit = this.asDeposit(message, tx);
    try {
      const reason = deposit && beforeDeposit(deposit, tx, height);
      if (reason !== undefined) throw new TxRefused(99, reason, this.rules.network ?? 'sdk');
      this.bank.move(message.from, deposit || message.kind === 'deposit' ? this.module : message.to, message.coins);
    } catch (error) {
      if (!(error instanceof TxRefused)) throw error;
      const text = `failed to execute message; message index: ${index}: ${error.message}`;
      throw new TxRefused(error.code, text, error.codespace);
    }
  }

  /**
   * A send to the network's own module is a deposit with the transaction's memo. Source: THORNode
   * x/thorchain/handler_send.go.
   */
  asDeposit(message: Message, tx: DecodedTx): (Message & { kind: 'deposit' }) | undefined {
    if (message.kind === 'deposit') return message;
    if (!this.rules.network || message.to !== this.module) return undefined;
    const { from, coins, json, amino } = message;
    return { kind: 'deposit', from, coins, json, amino, memo: tx.memo };
  }
}

/** The messages with the first spelling of all addresses, then with the second. */
const signedForms = (tx: DecodedTx): AminoMessage[][] =>
  [0, 1].map((spelling) => tx.messages.flatMap((message) => message.amino[spelling] ?? message.amino[0] ?? []));

function isSignature(signature: Uint8Array, digest: Uint8Array, publicKey: Uint8Array): boolean {
  try {
    return secp256k1.verify(signature, digest, publicKey, { prehash: false, lowS: true });
  } catch {
    return false;
  }
}
