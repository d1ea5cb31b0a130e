/**
 * Runs the local Solana: accepts what a node accepts, executes each transaction in a slot of its own, and forgets
 * nothing it has answered.
 */
import { base58, base64 } from '@scure/base';
import { z } from 'zod';
import type { RunningWorld } from '../world/world.ts';
import { SYSTEM_PROGRAM } from './addresses.ts';
import {
  type DecodedTransaction,
  isVerified,
  isWritable,
  LONGEST_TRANSACTION,
  readTransaction,
} from './read-transaction.ts';
import { createSlotClock, SLOT_MS, type SlotClock } from './slot-clock.ts';
import { swapEventIn } from './swap-event.ts';
import { errorText, type TransactionError } from './transaction-error.ts';
import { historySchema, TxHistory } from './tx-history.ts';
import { allKeys, balancesOf, feeOf, recordOf, type TxRecord } from './tx-record.ts';
import type { AccountState, Outcome, Simulation, VirtualMachine } from './virtual-machine.ts';

/** A node's refusal: its JSON-RPC code, message and data. */
export class SolanaRefused extends Error {
  override readonly name = 'SolanaRefused';
  readonly code: number;
  readonly data: unknown;
  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

/** The number of slots for which a blockhash is valid. */
export const BLOCKHASH_SLOTS = 150;
/**
 * The duration of those slots on a real network. A blockhash that was given out stays valid this long in wall time: in
 * a faster world, a user still has time to read what they sign.
 */
const BLOCKHASH_MS = BLOCKHASH_SLOTS * 400;
/** Slots without a block, as on every network that has run for long: the block height is less than the slot. */
const SKIPPED_SLOTS = 1000;

const accountSchema = z.object({ lamports: z.bigint(), owner: z.string(), data: z.string() });
export const chainStateSchema = z.object({
  accounts: z.array(z.tuple([z.string(), accountSchema.nullable()])),
  history: historySchema,
  /** Base64. */
  waiting: z.array(z.string()),
});
export type ChainState = z.infer<typeof chainStateSchema>;

const failed = (err: TransactionError): Outcome => ({ err, logs: [], inner: [], units: 0n });

export class SolanaChain {
  readonly machine: VirtualMachine;
  readonly history: TxHistory;
  readonly #world: RunningWorld;
  readonly #slots: SlotClock;
  /** Accounts changed by transactions; null for closed ones. */
  readonly #changed = new Map<string, AccountState | null>();
  #waiting: DecodedTransaction[] = [];
  /** Slots by blockhash, for those still valid. */
  readonly #hashes = new Map<string, number>();
  /** Blockhashes that were given out: the slot, when in Unix milliseconds, and the last valid height. */
  readonly #given = new Map<string, { slot: number; at: number; lastValidHeight: number }>();
  /** Called right before a transaction is executed, so that a test can act first. */
  beforeLanding: ((tx: DecodedTransaction) => void) | undefined;

  /** @param machine with all accounts that exist before the first transaction. */
  constructor(world: RunningWorld, machine: VirtualMachine) {
    this.#world = world;
    this.machine = machine;
    this.history = new TxHistory(world);
    this.#slots = createSlotClock(world);
  }

  dump(): ChainState {
    const accounts = [...this.#changed].map(([address, state]): ChainState['accounts'][number] => [
      address,
      state && { lamports: state.lamports, owner: state.owner, data: base64.encode(state.data) },
    ]);
    return {
      accounts,
      history: this.history.dump(),
      waiting: this.#waiting.map(({ wire }) => base64.encode(wire)),
    };
  }

  load({ accounts, history, waiting }: ChainState): void {
    for (const [address, saved] of accounts) {
      const gone = { lamports: 0n, owner: SYSTEM_PROGRAM, executable: false, data: new Uint8Array() };
      const state = saved && { ...saved, executable: false, data: base64.decode(saved.data) };
      this.machine.put(address, state ?? gone);
      this.#changed.set(address, state);
    }
    this.history.load(history);
    this.#waiting = waiting.map((wire) => readTransaction(base64.decode(wire)));
  }

  slot(): number {
    return this.#slots.now();
  }

  /** Unix seconds of a slot's block; slots come by the clock, one each 400 ms, up to the last one. */
  blockTime(slot: number): number {
    const { clock } = this.#world;
    const sinceMs = (this.slot() - slot) * SLOT_MS + clock.chainMs() - this.#slots.reachedAt();
    return Math.floor((clock.now() - sinceMs) / 1000);
  }

  readonly blockHeight = (slot: number): number => slot - SKIPPED_SLOTS;

  readonly blockhash = (slot: number): string => base58.encode(this.#world.secret(`SOL/block/${slot}`));

  /** The blockhash of a slot, given out for signing. */
  giveBlockhash(slot: number): string {
    const at = this.#world.clock.now();
    for (const [hash, given] of this.#given) if (at - given.at > BLOCKHASH_MS) this.#given.delete(hash);
    const hash = this.blockhash(slot);
    // Not less than wall time allows: a client that sees this height pass knows that the blockhash is invalid.
    const slots = Math.ceil(BLOCKHASH_SLOTS * (this.#world.clock.held ? 1 : Math.max(1, this.#world.clock.speed)));
    if (!this.#given.has(hash)) this.#given.set(hash, { slot, at, lastValidHeight: this.blockHeight(slot) + slots });
    return hash;
  }

  /** The height after which a transaction with the blockhash of this slot is refused. */
  lastValidHeight(slot: number): number {
    return this.#given.get(this.blockhash(slot))?.lastValidHeight ?? this.blockHeight(slot) + BLOCKHASH_SLOTS;
  }

  /** The slot of a blockhash, while it is valid. */
  slotOfBlockhash(hash: string): number | undefined {
    const now = this.slot();
    for (const [known, slot] of this.#hashes) if (slot < now - BLOCKHASH_SLOTS) this.#hashes.delete(known);
    const known = new Set(this.#hashes.values());
    for (let slot = now - BLOCKHASH_SLOTS; slot <= now; slot += 1)
      if (!known.has(slot)) this.#hashes.set(this.blockhash(slot), slot);
    const given = this.#given.get(hash);
    const isYoung =
      given !== undefined &&
      this.#world.clock.now() - given.at <= BLOCKHASH_MS &&
      this.blockHeight(now) <= given.lastValidHeight;
    return this.#hashes.get(hash) ?? (isYoung ? given.slot : undefined);
  }

  #time(): number {
    return Math.floor(this.#world.clock.now() / 1000);
  }

  readonly account = (address: string): AccountState | undefined => this.machine.account(address);

  isWaiting = (signature: string): boolean => this.#waiting.some((tx) => tx.signature === signature);

  /** Executes what arrived while no slots were produced. Returns whether there was anything. */
  settle(): boolean {
    if (this.#waiting.length === 0 || this.#slots.halted()) return false;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const tx of waiting) {
      this.beforeLanding?.(tx);
      this.#land(tx);
    }
    return true;
  }

  #precheck(tx: DecodedTransaction, upTo: number): Outcome | undefined {
    const slot = this.slotOfBlockhash(tx.blockhash);
    if (slot === undefined || slot > upTo) return failed('BlockhashNotFound');
    if (this.history.get(tx.signature) || this.isWaiting(tx.signature)) return failed('AlreadyProcessed');
    return undefined;
  }

  /**
   * `verify`: signatures are checked. `blockhashUpTo`: the blockhash is checked, and must be of that slot or an older
   * one.
   */
  simulate(tx: DecodedTransaction, options: { verify: boolean; blockhashUpTo?: number }): Simulation {
    const { blockhashUpTo, verify } = options;
    if (verify && !isVerified(tx)) return { outcome: failed('SignatureFailure'), accounts: new Map() };
    const early = blockhashUpTo === undefined ? undefined : this.#precheck(tx, blockhashUpTo);
    if (early) return { outcome: early, accounts: new Map() };
    this.machine.setTime(this.slot(), this.#time());
    return this.machine.simulate(tx, verify);
  }

  /**
   * Accepts a signed transaction and returns its signature; it is executed in the next slot.
   * @param preflight false for none, else the newest slot that the blockhash may be of.
   * @throws {SolanaRefused} -32602 not a transaction, -32003 an invalid signature, -32002 it would fail.
   */
  submit(wire: Uint8Array, preflight: number | false = this.slot()): string {
    const tx = readForNode(wire);
    if (preflight !== false) this.#preflight(tx, preflight);
    if (this.#world.faults.get('SOL', 'drop-transactions')) return tx.signature;
    if (this.#precheck(tx, this.slot())) return tx.signature;
    if (this.#slots.halted()) {
      if (this.simulate(tx, { verify: true }).outcome.err !== 'SignatureFailure') this.#waiting.push(tx);
    } else {
      this.beforeLanding?.(tx);
      this.#land(tx);
    }
    return tx.signature;
  }

  #preflight(tx: DecodedTransaction, blockhashUpTo: number): void {
    const { outcome } = this.simulate(tx, { verify: true, blockhashUpTo });
    if (outcome.err === undefined) return;
    if (outcome.err === 'SignatureFailure')
      throw new SolanaRefused(-32003, 'Transaction signature verification failure');
    const text = errorText(outcome.err);
    if (outcome.err === 'SanitizeFailure') throw new SolanaRefused(-32602, `invalid transaction: ${text}`);
    throw new SolanaRefused(-32002, `Transaction simulation failed: ${text}`, {
      accounts: null,
      err: outcome.err,
      innerInstructions: null,
      logs: outcome.logs,
      replacementBlockhash: null,
      returnData: null,
      unitsConsumed: Number(outcome.units),
    });
  }

  /**
   * Executes a transaction even while slot production is stopped: for the world's own actions.
   * @throws {Error} when it fails.
   */
  execute(wire: Uint8Array): TxRecord {
    const tx = readForNode(wire);
    // Its signature is checked when it lands.
    const { outcome } = this.simulate(tx, { verify: false, blockhashUpTo: this.slot() });
    const record = outcome.err === undefined ? this.#land(tx) : undefined;
    if (!record) throw new Error(errorText(outcome.err ?? 'SanitizeFailure'));
    return record;
  }

  /** Undefined if it cannot even pay its fee, and so leaves no trace. */
  #land(tx: DecodedTransaction): TxRecord | undefined {
    const slot = this.#slots.next();
    const blockTime = this.#time();
    this.machine.setTime(slot, blockTime);
    const accounts = allKeys(tx, this.account);
    const isEvent = (address: string): boolean => swapEventIn(address, this.account(address)) !== undefined;
    const known = new Set(accounts.keys.filter(isEvent));
    const before = balancesOf(accounts.keys, this.account);
    const outcome = this.machine.run(tx);
    const after = balancesOf(accounts.keys, this.account);
    if (feeOf(before, after) === 0n) return undefined;
    const touched = accounts.keys.filter((_, index) => isWritable(tx, index));
    for (const address of touched) this.#changed.set(address, this.account(address) ?? null);
    const swaps = touched
      .filter((address) => !known.has(address))
      .flatMap((address) => swapEventIn(address, this.account(address)) ?? []);
    const record = recordOf({ tx, slot, blockTime, accounts, before, after, outcome, swaps });
    this.history.add(record);
    this.#world.log({ event: 'transaction accepted', chain: 'SOL', hash: record.signature });
    return record;
  }
}

/** @throws {SolanaRefused} -32602 with the node's message. */
export function readForNode(wire: Uint8Array): DecodedTransaction {
  const what = 'solana_transaction::versioned::VersionedTransaction';
  if (wire.length > LONGEST_TRANSACTION)
    throw new SolanaRefused(
      -32602,
      `decoded ${what} too large: ${wire.length} bytes (max: ${LONGEST_TRANSACTION} bytes)`,
    );
  try {
    return readTransaction(wire);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new SolanaRefused(-32602, `failed to deserialize ${what}: ${reason}`);
  }
}
