/**
 * Runs a local Cosmos chain that behaves like the real one: blocks by the clock, real amino signatures, and no answer
 * before the state behind it is on disk.
 */

import { secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { z } from 'zod';
import type { Chain } from '../../chains/chain.ts';
import type { InboundPayment, Ledger, Payout, Service, World } from '../ledger.ts';
import { type DurableHeight, durableHeight } from '../utxo/durable-height.ts';
import type { AminoMessage, Coin } from './amino.ts';
import { type AccountId, accountOfKey } from './bech32-accounts.ts';
import { type BeforeDeposit, CosmosChain, type TxResult } from './cosmos-chain.ts';
import { encodeSignedTx, signAmino } from './cosmos-signer.ts';
import type { DecodedTx, Message } from './decode-tx.ts';
import { createLcdService } from './lcd-service.ts';

export type CosmosLedger = Ledger & {
  /** The LCD under `/lcd/<chain>`. */
  service: Service;
  /** Takes TxRaw bytes and returns their hash. @throws {TxRefused} */
  broadcast(txBytes: Uint8Array): string;
  /** An address's balance in base units; by default of the native coin. */
  balance(address: string, denom?: string): bigint;
  /** The address of a key on this chain, with the sandbox's prefix. */
  addressOfKey(privateKey: Uint8Array): string;
  /** The address of the account that receives MsgDeposits. */
  moduleAddress: string;
  /** The values that an address's next transaction must contain; undefined for unknown accounts. */
  account(address: string): { accountNumber: string; sequence: string } | undefined;
};

/** The height of a new chain. */
const START_HEIGHT = 100;
const VAULT_GAS = 200_000n;

const stateSchema = z.object({
  chain: z.unknown(),
  vaults: z.array(z.string()),
  payouts: z.array(
    z.tuple([z.string(), z.object({ hash: z.string(), gasBaseUnits: z.bigint(), height: z.number().int() })]),
  ),
});

type DonePayout = { hash: string; gasBaseUnits: bigint; height: number };

class LocalCosmosChain {
  readonly chain: CosmosChain;
  readonly height: DurableHeight;
  onDeposit: ((payment: InboundPayment) => string | undefined) | undefined;
  /** Vault names by account; kept, so that a retired vault is still watched after a restart. */
  private readonly vaults = new Map<AccountId, string>();
  private readonly payouts = new Map<string, DonePayout>();
  private readonly saved: { touch(): void; flush(): void };
  private readonly world: World;
  private readonly definition: Chain;

  constructor(world: World, definition: Chain) {
    this.world = world;
    this.definition = definition;
    this.chain = new CosmosChain(definition);
    const name = `cosmos-${definition.id.toLowerCase()}`;
    this.height = durableHeight(world, name, START_HEIGHT, definition.blockSeconds);
    this.saved = world.persist({
      name,
      dump: () => ({ chain: this.chain.dump(), vaults: [...this.vaults.values()], payouts: [...this.payouts] }),
      load: (state) => this.load(state),
    });
    world.clock.every(definition.blockSeconds, `${definition.id} block`, () => this.produce());
  }

  private load(state: unknown): void {
    const { chain, vaults, payouts } = stateSchema.parse(state);
    this.chain.load(chain);
    for (const name of vaults) this.vaults.set(this.vaultAccount(name), name);
    for (const [key, payout] of payouts) this.payouts.set(key, payout);
  }

  private save(): void {
    this.saved.touch();
    this.saved.flush();
  }

  private produce(): void {
    if (this.world.faults.get(this.definition.id, 'no-blocks')) return;
    const height = this.height.next();
    const beforeDeposit: BeforeDeposit = (message, tx, at) => this.onDeposit?.(this.payment(message, tx, at));
    if (this.chain.produce(height, Math.floor(this.world.clock.now() / 1000), beforeDeposit)) this.save();
  }

  private vaultKey(name: string): Uint8Array {
    return this.world.secret(`${this.definition.id}/vault/${name}`);
  }

  private vaultAccount(name: string): AccountId {
    return accountOfKey(secp256k1.getPublicKey(this.vaultKey(name), true));
  }

  vaultAddress(name: string): string {
    if (name === 'module') return this.chain.names.address(this.chain.module);
    const account = this.vaultAccount(name);
    if (!this.vaults.has(account)) {
      this.vaults.set(account, name);
      this.save();
    }
    return this.chain.names.address(account);
  }

  account(address: string): AccountId {
    const account = this.chain.names.account(address);
    if (!account) throw new Error(`not a ${this.definition.name} address: ${address}`);
    return account;
  }

  broadcast(bytes: Uint8Array): string {
    const hash = this.chain.accept(bytes, this.height.value());
    this.save();
    this.world.log({ event: 'transaction accepted', chain: this.definition.id, hash });
    return hash;
  }

  fund(address: string, amount: bigint, denom = this.chain.denom): void {
    this.chain.bank.mint(this.account(address), denom, amount);
    this.save();
  }

  payOut(payout: Payout): { hash: string; gasBaseUnits: bigint } {
    const done = this.payouts.get(payout.key) ?? this.send(payout);
    return { hash: done.hash, gasBaseUnits: done.gasBaseUnits };
  }

  private send(payout: Payout): DonePayout {
    const coin = { denom: payout.token ?? this.chain.denom, amount: payout.amountBaseUnits.toString() };
    if (payout.amountBaseUnits <= 0n) throw new Error(`a payout of ${coin.amount}${coin.denom}`);
    const result = payout.vault === 'module' ? this.credit(payout, coin) : this.sendFromVault(payout, coin);
    // Recorded under its key in the same write as the transfer, so that a crash cannot pay twice.
    this.payouts.set(payout.key, result);
    this.save();
    return result;
  }

  /**
   * If the module lacks coins that the network's pools hold, they are created: the pools' coins are not on this ledger.
   */
  private credit({ key, to }: Payout, coin: Coin): DonePayout {
    const { bank, module, rules } = this.chain;
    if (!rules.network) throw new Error(`${this.definition.id} has no module that pays`);
    const recipient = this.account(to);
    const missing = BigInt(coin.amount) - bank.balance(module, coin.denom);
    if (missing > 0n) bank.mint(module, coin.denom, missing);
    bank.move(module, recipient, [coin]);
    const hash = bytesToHex(sha256(utf8ToBytes(`${this.definition.id}/event/${key}`))).toUpperCase();
    return { hash, gasBaseUnits: 0n, height: this.height.value() };
  }

  /** A MsgSend signed by the vault's key. */
  private sendFromVault({ vault, to, memo }: Payout, coin: Coin): DonePayout {
    const { chain, definition } = this;
    const from = this.vaultAccount(vault);
    const feeBaseUnits = chain.rules.nativeFee || (VAULT_GAS * chain.rules.gasPriceMicro) / 1_000_000n;
    const total = BigInt(coin.amount) + (coin.denom === chain.denom ? feeBaseUnits : 0n);
    const account = chain.bank.account(from);
    if (!account || chain.bank.balance(from, coin.denom) - chain.outgoing(from, coin.denom) < total)
      throw new Error(`insufficient funds: vault ${vault} cannot pay ${total}${coin.denom}`);
    const { network } = chain.rules;
    const value = {
      from_address: chain.names.address(from),
      to_address: chain.names.address(this.account(to)),
      amount: [coin],
    };
    const message: AminoMessage = { type: network ? `${network}/MsgSend` : 'cosmos-sdk/MsgSend', value };
    const amount = network ? [] : [{ denom: chain.denom, amount: feeBaseUnits.toString() }];
    const doc = {
      chain_id: chain.chainId,
      account_number: String(account.number),
      sequence: chain.nextSequence(from).toString(),
      fee: { amount, gas: VAULT_GAS.toString() },
      msgs: [message],
      memo,
    };
    const bytes = encodeSignedTx(signAmino(doc, this.vaultKey(vault)), definition);
    return { hash: chain.accept(bytes, this.height.value()), gasBaseUnits: feeBaseUnits, height: this.height.value() };
  }

  private payment(message: Message, tx: DecodedTx, height: number): InboundPayment {
    const deposit = this.chain.asDeposit(message, tx);
    const [coin] = message.coins;
    const to = deposit || message.kind === 'deposit' ? 'module' : this.chain.names.address(message.to);
    return {
      chain: this.definition.id,
      hash: tx.hash,
      from: this.chain.names.address(message.from),
      to,
      ...(coin && coin.denom !== this.chain.denom ? { token: coin.denom } : {}),
      amountBaseUnits: BigInt(coin?.amount ?? 0),
      memo: deposit?.memo ?? tx.memo,
      blockHeight: height,
      gasBaseUnits: this.chain.rules.nativeFee || BigInt(tx.fee.amount[0]?.amount ?? 0),
    };
  }

  inboundsAbove(height: number): InboundPayment[] {
    const toVault = ({ tx, height: at }: TxResult) =>
      tx.messages
        .filter((message) => message.coins.length === 1)
        .filter(
          (message) => this.chain.asDeposit(message, tx) || (message.kind === 'send' && this.vaults.has(message.to)),
        )
        .map((message) => this.payment(message, tx, at));
    return this.chain
      .above(height)
      .filter((result) => result.code === 0)
      .flatMap(toVault);
  }

  confirmations(hash: string): number | undefined {
    const wanted = hash.toUpperCase();
    const credit = [...this.payouts.values()].find((payout) => payout.hash === wanted);
    const height = this.chain.result(wanted)?.height;
    if (height !== undefined) return this.height.value() - height + 1;
    if (this.chain.isWaiting(wanted)) return 0;
    return credit && this.height.value() - credit.height + 1;
  }
}

/**
 * The local chain of GAIA, THOR or MAYA. The vault `module` pays by crediting an account, under an event hash that the
 * LCD does not know; other vaults sign a MsgSend. The chain's fault `no-blocks` stops its blocks.
 * @throws {Error} for other chains.
 */
export function createCosmosLedger(world: World, definition: Chain): CosmosLedger {
  const local = new LocalCosmosChain(world, definition);
  const { chain } = local;
  return {
    chain: definition.id,
    height: () => local.height.value(),
    inboundsAbove: async (height) => local.inboundsAbove(height),
    vaultAddress: (name) => local.vaultAddress(name),
    payOut: async (payout) => local.payOut(payout),
    confirmations: async (hash) => local.confirmations(hash),
    fund: async (address, amountBaseUnits, token) => local.fund(address, amountBaseUnits, token),
    broadcast: (bytes) => local.broadcast(bytes),
    balance: (address, denom) => chain.bank.balance(local.account(address), denom ?? chain.denom),
    addressOfKey: (privateKey) => chain.names.address(accountOfKey(secp256k1.getPublicKey(privateKey, true))),
    moduleAddress: chain.names.address(chain.module),
    account: (address) => {
      const id = local.account(address);
      const account = chain.bank.account(id);
      return account && { accountNumber: String(account.number), sequence: chain.nextSequence(id).toString() };
    },
    get onDeposit() {
      return local.onDeposit;
    },
    set onDeposit(hook) {
      local.onDeposit = hook;
    },
    service: createLcdService({
      prefix: `lcd/${definition.id.toLowerCase()}`,
      chain,
      height: () => local.height.value(),
      nowMs: () => world.clock.now(),
      broadcast: (bytes) => local.broadcast(bytes),
    }),
  };
}
