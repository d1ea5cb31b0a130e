/**
 * Implements Garden's locks on local Bitcoin: one taproot address per order, spent through the leaf that the terms
 * allow, with real signatures.
 */
import { schnorr } from '@noble/curves/secp256k1.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import type { World } from '../ledger.ts';
import { sameBytes } from '../utxo/bytes.ts';
import type { UtxoLedger } from '../utxo/utxo-ledger.ts';
import type { PaidOutput } from '../utxo/utxo-scripts.ts';
import { type GardenAsset, stockOf } from './assets.ts';
import { type Spend, spendAlone, spendRelayed, userDigest, userSignature } from './bitcoin-spend.ts';
import type { HtlcChain, Sent } from './htlc-chain.ts';
import { type LeafName, type LockScripts, lockScripts } from './script-tree.ts';
import type { Garden, Lock, Side, Tx } from './state.ts';

const SOLVER = 'garden-solver';
/** Signs for users who provide no key. */
const DELEGATE = 'garden-delegate';
/** Pays the fees of transactions to users. */
const RELAYER = 'garden-relayer';
const ASSET = 'bitcoin:btc';
/** The stock is given in several outputs, so that payments need not wait for change. */
const OUTPUTS = 16n;
const RELAYER_STOCK = 400_000_000n;

const isUtxoLedger = (ledger: object): ledger is UtxoLedger => 'scripts' in ledger && 'rules' in ledger;

class BitcoinHtlcChain implements HtlcChain {
  readonly chain = 'BTC';
  readonly #world: World;
  /** Cached, because the solver visits every order every few seconds. */
  readonly #keys = new Map<string, string>();
  readonly #scripts = new Map<string, LockScripts>();

  constructor(world: World) {
    this.#world = world;
  }

  get #ledger(): UtxoLedger {
    const found = this.#world.ledgers.BTC;
    if (found === undefined || !isUtxoLedger(found)) throw new Error('there is no local Bitcoin');
    return found;
  }
  #key(name: string): Uint8Array {
    return this.#ledger.scripts.vault(name).privateKey;
  }
  #xOnly(name: string): string {
    const known = this.#keys.get(name) ?? bytesToHex(schnorr.getPublicKey(this.#key(name)));
    this.#keys.set(name, known);
    return known;
  }
  #script(address: string): Uint8Array {
    return this.#ledger.scripts.scriptOf(address);
  }
  get #own(): Uint8Array {
    return this.#ledger.scripts.vault(SOLVER).script;
  }

  height(): number | undefined {
    return this.#world.ledgers.BTC?.height();
  }
  solver(): string {
    return this.#xOnly(SOLVER);
  }
  delegate(): string {
    return this.#xOnly(DELEGATE);
  }

  async fund(garden: Garden): Promise<boolean> {
    if (garden.state.funded.includes(ASSET)) return false;
    for (const [name, amount] of [
      [SOLVER, stockOf(ASSET)],
      [RELAYER, RELAYER_STOCK],
    ] as const)
      for (let index = 0n; index < OUTPUTS; index += 1n)
        await this.#ledger.fund(this.#ledger.vaultAddress(name), amount / OUTPUTS);
    garden.state.stock[ASSET] = stockOf(ASSET);
    garden.state.funded.push(ASSET);
    return true;
  }

  isAddress(text: string): boolean {
    try {
      this.#script(text);
      return true;
    } catch {
      return false;
    }
  }

  /** Whether the lock is the user's, redeemable by the solver, and not the reverse. */
  #isUsers(side: Omit<Side, 'swapId'>): boolean {
    return side.redeemer === this.solver();
  }
  #scriptsOf(side: Omit<Side, 'swapId'>): LockScripts {
    const { initiator, redeemer, delegate: user = '', timelock, secretHash } = side;
    const keys = this.#isUsers(side) ? { initiator: user, redeemer } : { initiator, redeemer: user };
    const id = [keys.initiator, keys.redeemer, timelock, secretHash].join('|');
    const known = this.#scripts.get(id) ?? lockScripts({ ...keys, timelock, secretHash });
    this.#scripts.set(id, known);
    return known;
  }
  swapId(side: Omit<Side, 'swapId'>): string {
    return this.#ledger.scripts.addressOf(this.#scriptsOf(side).output) ?? '';
  }

  async observe(_garden: Garden, sides: readonly Side[]): Promise<boolean> {
    const { outputs } = this.#ledger.scripts;
    return sides
      .map((side) => {
        const scripts = this.#scriptsOf(side);
        return observeSide(this.#world.clock.now(), side, scripts, outputs(scripts.output));
      })
      .some(Boolean);
  }

  #spend(side: Side, lock: Lock, leaf: LeafName, to: Uint8Array): Spend {
    const [txid = '', vout = '0'] = lock.ref.split(':');
    const scripts = this.#scriptsOf(side);
    const sequence = leaf === 'refund' ? side.timelock : 0xfffffffd;
    const coin = { txid, vout: Number(vout), value: lock.amount };
    return { rules: this.#ledger.rules, coin, scripts, leaf, sequence, to };
  }
  /** Sends to the solver, who pays the fee out of the amount. */
  #sendAlone(key: string, spend: Spend, stack: readonly Uint8Array[] = []): Sent {
    const sent = this.#ledger.scripts.sendOnce(key, () => spendAlone(spend, this.#key(SOLVER), stack));
    return { hash: sent.hash, amount: spend.coin.value - sent.gasBaseUnits };
  }
  /** Sends to the user, who receives the whole amount. */
  #sendRelayed(key: string, spend: Spend, witness: () => readonly Uint8Array[]): Sent {
    const { scripts } = this.#ledger;
    const sent = scripts.sendOnce(key, () => {
      const { script, privateKey } = scripts.vault(RELAYER);
      return spendRelayed(spend, witness(), { script, privateKey, coins: scripts.spendable(script) });
    });
    return { hash: sent.hash, amount: spend.coin.value };
  }

  async lock(key: string, { swapId, amount }: Side): Promise<Sent> {
    const payout = { key, vault: SOLVER, to: swapId, amountBaseUnits: amount, memo: '' };
    const sent = await this.#ledger.payOut(payout);
    return { hash: sent.hash, amount: amount + sent.gasBaseUnits };
  }
  async redeem(key: string, side: Side, lock: Lock, secret: string): Promise<Sent> {
    const spend = this.#spend(side, lock, 'redeem', this.#script(side.redeemer));
    if (!this.signsForUser(side)) throw new Error('only the user can sign for this one');
    return this.#sendRelayed(key, spend, () => [userSignature(spend, this.#key(DELEGATE)), hexToBytes(secret)]);
  }
  async claim(key: string, side: Side, lock: Lock, secret: string): Promise<Sent> {
    return this.#sendAlone(key, this.#spend(side, lock, 'redeem', this.#own), [hexToBytes(secret)]);
  }
  async refund(key: string, side: Side, lock: Lock): Promise<Sent> {
    if (!this.#isUsers(side)) return this.#sendAlone(key, this.#spend(side, lock, 'refund', this.#own));
    const spend = this.#spend(side, lock, 'refund', this.#script(side.initiator));
    return this.#sendRelayed(key, spend, () => [userSignature(spend, this.#key(DELEGATE))]);
  }

  #instantSpend(side: Side, lock: Lock): Spend {
    return this.#spend(side, lock, 'instant', this.#script(side.initiator));
  }
  async instantRefund(key: string, side: Side, lock: Lock, signature?: string): Promise<Sent> {
    const spend = this.#instantSpend(side, lock);
    return this.#sendRelayed(key, spend, () => [
      userSignature(spend, this.#key(SOLVER)),
      signature === undefined ? userSignature(spend, this.#key(DELEGATE)) : hexToBytes(signature),
    ]);
  }
  instantDigests(side: Side, lock: Lock): string[] {
    return [bytesToHex(userDigest(this.#instantSpend(side, lock)))];
  }

  signsForUser(side: Side): boolean {
    return side.delegate === this.delegate();
  }
  /** The spend is in the next block at the earliest. */
  isOver(side: Side, lock: Lock): boolean {
    return lock.height > 0 && this.#ledger.height() + 1 - lock.height >= side.timelock;
  }
  /** Blocks come at a steady pace here, with or without a caller that waits for one. */
  awaitEnd(): void {}
  async balance(_asset: GardenAsset, account = this.#ledger.vaultAddress(SOLVER)): Promise<bigint> {
    return this.#ledger.balance(account);
  }
}

export const createBitcoinChain = (world: World): HtlcChain => new BitcoinHtlcChain(world);

/** The fields of a side that can change. */
const factsOf = ({ locks, redeem, refund, returned }: Side): string =>
  JSON.stringify([locks, redeem, refund, returned], (_key, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  );

function observeSide(now: number, side: Side, scripts: LockScripts, outputs: readonly PaidOutput[]): boolean {
  const before = factsOf(side);
  const known = new Map(side.locks.map((lock) => [lock.ref, lock.at]));
  side.locks = outputs.map(({ txid, vout, value, height, timeSeconds }) => {
    const ref = `${txid}:${vout}`;
    const mined = timeSeconds === undefined ? now : timeSeconds * 1000;
    return { ref, hash: txid, height: height ?? 0, amount: value, at: Math.min(known.get(ref) ?? mined, mined) };
  });
  side.returned = [];
  delete side.redeem;
  delete side.refund;
  for (const output of outputs) noteSpend(side, scripts, output);
  return factsOf(side) !== before;
}

/** The revealed script shows what became of the lock. */
function noteSpend(side: Side, { leaves }: LockScripts, { txid, vout, spender }: PaidOutput): void {
  const shown = spender?.tx.inputs.find((input) => input.txid === txid && input.vout === vout)?.witness.at(-2);
  if (spender === undefined || shown === undefined) return;
  const at = spender.block === undefined ? 0 : spender.block.timeSeconds * 1000;
  const tx: Tx = { hash: spender.txid, height: spender.block?.height ?? 0, at };
  if (sameBytes(shown, leaves.redeem)) {
    side.redeem ??= tx;
    return;
  }
  side.refund ??= tx;
  if (tx.height > 0) side.returned.push(`${txid}:${vout}`);
}
