/**
 * Runs the local Asset Hub: accepts what a node accepts, puts it into blocks by the clock, and forgets nothing it has
 * answered.
 */
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js';
import { compact, u64 } from 'scale-ts';
import { z } from 'zod';
import { type DurableHeight, durableHeight } from '../utxo/durable-height.ts';
import type { RunningWorld } from '../world/world.ts';
import { Accounts, accountSchema, type Balances, Draft } from './accounts.ts';
import { BLOCK_HASH_COUNT, EXISTENTIAL_DEPOSIT, FINALITY_LAG, feeOf, PALLET, START_HEIGHT } from './asset-hub.ts';
import { BlockHistory, type BlockRecord, type ExtrinsicRecord, historySchema, idOf } from './block-history.ts';
import { birthOf, Unreadable } from './codecs.ts';
import { dispatch, intended, type Movement } from './dispatch.ts';
import * as events from './events.ts';
import { checkLength, isSignedFor, readExtrinsic, type SignedExtrinsic } from './extrinsic.ts';
import {
  alreadyImported,
  badFormat,
  cannotLookUp,
  invalidTransaction,
  poolFull,
  priorityTooLow,
  SubstrateRefused,
  unreadableCall,
} from './refusals.ts';

/** The most extrinsics in the pool. */
const POOL_LIMIT = 1000;
/** Extrinsics with a future nonce are checked for an expired era once in so many blocks. */
const LOOKED_AT_EVERY = 64;
/** The number of hashes and times of empty blocks that are remembered. */
const REMEMBERED = 2 * BLOCK_HASH_COUNT;

export const chainStateSchema = z.object({
  accounts: z.array(z.tuple([z.string(), accountSchema])),
  history: historySchema,
  /** Hex. */
  pool: z.array(z.string()),
});
export type ChainState = z.infer<typeof chainStateSchema>;

type Executed = { record: ExtrinsicRecord; events: events.Event[] };

const toWire = (hex: string): Uint8Array => hexToBytes(hex.replace(/^0x/, ''));

export class SubstrateChain {
  readonly accounts = new Accounts();
  readonly history: BlockHistory;
  readonly genesis: string;
  readonly #world: RunningWorld;
  readonly #height: DurableHeight;
  #pool: SignedExtrinsic[] = [];
  readonly #times = new Map<number, number>();
  readonly #numbers = new Map<string, number>();

  constructor(world: RunningWorld) {
    this.#world = world;
    this.history = new BlockHistory(world);
    this.#height = durableHeight(world, 'dot', START_HEIGHT, 6);
    this.genesis = this.blockHash(0);
  }

  dump(): ChainState {
    const pool = this.#pool.map(({ bytes }) => bytesToHex(bytes));
    return { accounts: this.accounts.entries(), history: this.history.dump(), pool };
  }

  load({ accounts, history, pool }: ChainState): void {
    for (const [account, state] of accounts) this.accounts.set(account, state);
    this.history.load(history);
    this.#pool = pool.map((hex) => readExtrinsic(toWire(hex)));
    for (const number of this.history.numbers()) this.blockHash(number);
  }

  height(): number {
    return this.#height.value();
  }
  finalized(): number {
    return Math.max(this.height() - FINALITY_LAG, START_HEIGHT);
  }
  halted(): boolean {
    return this.#world.faults.get('DOT', 'no-blocks') !== undefined;
  }

  /**
   * Derived from the number alone: headers refer to each other, but a light client would not accept them. Hex without
   * 0x.
   */
  blockHash(number: number): string {
    const hash = bytesToHex(this.#world.secret(`DOT/block/${number}`));
    if (this.#numbers.size > REMEMBERED) this.#forget();
    this.#numbers.set(hash, number);
    return hash;
  }

  #forget(): void {
    for (const [hash, number] of this.#numbers)
      if (number !== 0 && number < this.height() - BLOCK_HASH_COUNT && !this.history.get(number))
        this.#numbers.delete(hash);
  }

  /** The number of a block by its hash (hex without 0x). Empty blocks older than `BLOCK_HASH_COUNT` are not found. */
  numberOf(hash: string): number | undefined {
    if (!this.#numbers.has(hash))
      for (let number = this.height(); number > this.height() - BLOCK_HASH_COUNT && number >= START_HEIGHT; number -= 1)
        this.blockHash(number);
    return this.#numbers.get(hash);
  }

  /** Unix milliseconds; undefined for empty blocks of long ago. */
  timeOf(number: number): number | undefined {
    return this.history.get(number)?.time ?? this.#times.get(number);
  }

  /** The inherent that sets the time: Timestamp.set, unsigned, version 4. */
  inherentOf(number: number): string {
    const body = concatBytes(Uint8Array.of(4, PALLET.timestamp, 0), compact.enc(BigInt(this.timeOf(number) ?? 0)));
    return `0x${bytesToHex(concatBytes(compact.enc(body.length), body))}`;
  }

  eventsOf(number: number): string {
    return this.history.get(number)?.events ?? `0x${bytesToHex(events.encodeEvents([[events.inherentSuccess()]]))}`;
  }

  nowValue(number: number): string | undefined {
    const time = this.timeOf(number);
    return time === undefined ? undefined : `0x${bytesToHex(u64.enc(BigInt(time)))}`;
  }

  pool(): readonly SignedExtrinsic[] {
    return this.#pool;
  }

  /** Counts the extrinsics in the pool too. */
  nextNonce(account: string): number {
    let { nonce } = this.accounts.get(account);
    const own = this.#pool.filter(({ signer }) => signer === account);
    while (own.some(({ extra }) => extra.nonce === nonce)) nonce += 1;
    return nonce;
  }

  #feeOf = ({ bytes, extra }: SignedExtrinsic): bigint => feeOf(bytes.length) + extra.tip;

  /** @param current the number of the block that it would be in. @throws {SubstrateRefused} */
  #validate(extrinsic: SignedExtrinsic, current: number, balances: Balances): 'ready' | 'future' {
    const { extra, signer } = extrinsic;
    if (extra.withMetadataHash) throw cannotLookUp();
    const birth = extra.era === 'immortal' ? 0 : birthOf(extra.era, current);
    const isKnown = birth === 0 || (birth >= Math.max(current - BLOCK_HASH_COUNT, START_HEIGHT) && birth < current);
    if (!isKnown) throw invalidTransaction('ancientBirth');
    if (!isSignedFor(extrinsic, { genesis: this.genesis, birth: this.blockHash(birth) }))
      throw invalidTransaction('badProof');
    const { nonce, free } = balances.get(signer);
    if (extra.nonce < nonce) throw invalidTransaction('stale');
    if (free < this.#feeOf(extrinsic) + EXISTENTIAL_DEPOSIT) throw invalidTransaction('payment');
    return extra.nonce === nonce ? 'ready' : 'future';
  }

  /**
   * Adds a signed extrinsic to the pool, to be executed in one of the next blocks. Returns its hash.
   * @throws {SubstrateRefused}
   */
  submit(wire: Uint8Array): string {
    const extrinsic = readForNode(wire);
    if (this.#pool.some(({ hash }) => hash === extrinsic.hash)) throw alreadyImported(extrinsic.hash);
    this.#validate(extrinsic, this.height() + 1, this.accounts);
    if (this.#world.faults.get('DOT', 'drop-transactions')) return extrinsic.hash;
    const { signer, extra } = extrinsic;
    const rival = this.#pool.find((one) => one.signer === signer && one.extra.nonce === extra.nonce);
    if (rival && rival.extra.tip >= extra.tip) throw priorityTooLow(rival.extra.tip, extra.tip);
    if (this.#pool.length >= POOL_LIMIT) throw poolFull();
    this.#pool = [...this.#pool.filter((one) => one !== rival), extrinsic];
    return extrinsic.hash;
  }

  /** The payments that the extrinsics in the pool would make, one after another. */
  waitingMovements(): { hash: string; movements: Movement[] }[] {
    const balances = new Draft(this.accounts);
    return this.#pool.map(({ hash, signer, call }) => ({ hash, movements: intended(balances, signer, call) }));
  }

  /** Produces a block when the clock says so. True when it contains an extrinsic, or one left the pool. */
  produce(): boolean {
    if (this.halted()) return false;
    const number = this.#begin();
    if (this.#pool.length === 0) return false;
    const before = this.#pool.length;
    const done: Executed[] = [];
    for (let next = this.#takeReady(number); next !== undefined; next = this.#takeReady(number))
      done.push(this.#carryOut(next));
    if (done.length > 0) this.#seal(number, done);
    return this.#pool.length !== before;
  }

  #begin(): number {
    const number = this.#height.next();
    this.#times.set(number, this.#world.clock.now());
    this.#times.delete(number - REMEMBERED);
    return number;
  }

  /** The first extrinsic that can be executed now; those that never can be leave the pool. */
  #takeReady(number: number): SignedExtrinsic | undefined {
    for (const extrinsic of [...this.#pool]) {
      const isAhead = extrinsic.extra.nonce > this.accounts.get(extrinsic.signer).nonce;
      if (isAhead && number % LOOKED_AT_EVERY !== 0) continue;
      const state = this.#stateOf(extrinsic, number);
      if (state === 'future') continue;
      this.#pool = this.#pool.filter((one) => one !== extrinsic);
      if (state === 'ready') return extrinsic;
    }
    return undefined;
  }

  #stateOf(extrinsic: SignedExtrinsic, number: number): 'ready' | 'future' | 'invalid' {
    try {
      return this.#validate(extrinsic, number, this.accounts);
    } catch (error) {
      if (error instanceof SubstrateRefused) return 'invalid';
      throw error;
    }
  }

  /** The fee is paid and the nonce advances whether or not the call succeeds. */
  #carryOut(extrinsic: SignedExtrinsic, balances: Balances = this.accounts): Executed {
    const { signer, call, extra, bytes, hash } = extrinsic;
    const fee = this.#feeOf(extrinsic);
    const payer = balances.get(signer);
    balances.set(signer, { ...payer, nonce: payer.nonce + 1, free: payer.free - fee });
    const { failed, events: own, movements } = dispatch(balances, signer, call);
    const record = { hex: `0x${bytesToHex(bytes)}`, hash, signer, fee, movements };
    return {
      record: failed ? { ...record, failed: failed.message } : record,
      events: [
        events.withdraw(signer, fee),
        ...own,
        events.feePaid(signer, fee, extra.tip),
        failed ? events.extrinsicFailed(failed.bytes) : events.extrinsicSuccess(),
      ],
    };
  }

  #seal(number: number, done: readonly Executed[]): BlockRecord {
    const all = [[events.inherentSuccess()], ...done.map((one) => one.events)];
    const block: BlockRecord = {
      number,
      time: this.timeOf(number) ?? this.#world.clock.now(),
      extrinsics: done.map(({ record }) => record),
      events: `0x${bytesToHex(events.encodeEvents(all))}`,
    };
    this.history.add(block);
    this.blockHash(number);
    for (const { hash } of block.extrinsics) this.#world.log({ event: 'transaction accepted', chain: 'DOT', hash });
    return block;
  }

  /**
   * Executes an extrinsic at once in a block of its own, even while block production is stopped: for the world's own
   * actions.
   * @throws {Error} when it would fail; then nothing changes.
   */
  execute(extrinsic: SignedExtrinsic): { id: string; record: ExtrinsicRecord } {
    const draft = new Draft(this.accounts);
    if (this.#validate(extrinsic, this.height() + 1, draft) !== 'ready') throw new Error('its nonce is ahead');
    const done = this.#carryOut(extrinsic, draft);
    if (done.record.failed !== undefined) throw new Error(done.record.failed);
    const number = this.#begin();
    draft.keep();
    return { id: idOf(this.#seal(number, [done]), 0), record: done.record };
  }
}

/** @throws {SubstrateRefused} with the node's messages. */
function readForNode(wire: Uint8Array): SignedExtrinsic {
  try {
    checkLength(wire);
  } catch {
    throw badFormat();
  }
  try {
    return readExtrinsic(wire);
  } catch (error) {
    if (error instanceof Unreadable) throw unreadableCall();
    throw error;
  }
}
