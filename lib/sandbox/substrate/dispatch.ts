/**
 * Executes calls as Asset Hub's runtime does: existential deposits, dust, and batches that succeed completely or not at
 * all.
 */
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { u16 } from 'scale-ts';
import { type Balances, Draft } from './accounts.ts';
import { ASSETS, EXISTENTIAL_DEPOSIT, PALLET } from './asset-hub.ts';
import { accountCodec, type Call } from './codecs.ts';
import { assetsError, DispatchFailed, tokenError } from './dispatch-error.ts';
import * as events from './events.ts';
import { blake2_256 } from './hashing.ts';

/** A payment between two accounts; `assetId` undefined means DOT. */
export type Movement = { from: string; to: string; assetId?: number; amount: bigint };
export type Outcome = { failed?: DispatchFailed; events: events.Event[]; movements: Movement[] };

/** The account derived from another one by an index. Source: polkadot-sdk pallet-utility, derivative_account_id. */
export const derivativeOf = (account: string, index: number): string =>
  bytesToHex(blake2_256(concatBytes(utf8ToBytes('modlpy/utilisuba'), accountCodec.enc(account), u16.enc(index))));

class Dispatch {
  readonly balances: Balances;
  readonly events: events.Event[] = [];
  readonly movements: Movement[] = [];

  constructor(balances: Balances) {
    this.balances = balances;
  }

  call(origin: string, call: Call): void {
    switch (call.kind) {
      case 'transferAllowDeath':
      case 'transferKeepAlive':
        this.#transfer(origin, call.to, call.amount, call.kind === 'transferKeepAlive');
        break;
      case 'transferAll': {
        const { free } = this.balances.get(origin);
        const kept = call.keepAlive ? EXISTENTIAL_DEPOSIT : 0n;
        this.#transfer(origin, call.to, free > kept ? free - kept : 0n, call.keepAlive);
        break;
      }
      case 'assetTransfer':
      case 'assetTransferKeepAlive':
        this.#transferAsset(origin, call, call.kind === 'assetTransferKeepAlive');
        break;
      case 'asDerivative':
        this.call(derivativeOf(origin, call.index), call.call);
        break;
      case 'batchAll':
        for (const each of call.calls) {
          this.call(origin, each);
          this.events.push(events.itemCompleted());
        }
        this.events.push(events.batchCompleted());
    }
  }

  /** @throws {DispatchFailed} like pallet-balances: Mutate::transfer of fungible/regular.rs. */
  #transfer(from: string, to: string, amount: bigint, keepAlive: boolean): void {
    const source = this.balances.get(from);
    if (amount > source.free) throw tokenError('FundsUnavailable');
    const rest = source.free - amount;
    if (keepAlive && rest < EXISTENTIAL_DEPOSIT) throw tokenError('NotExpendable');
    const target = this.balances.get(to);
    if (amount > 0n && target.free + amount < EXISTENTIAL_DEPOSIT) throw tokenError('BelowMinimum');
    if (amount > 0n && from !== to) {
      this.balances.set(from, { ...source, free: rest < EXISTENTIAL_DEPOSIT ? 0n : rest });
      this.#create(to, target.free === 0n);
      this.balances.set(to, { ...this.balances.get(to), free: target.free + amount });
      if (target.free === 0n) this.events.push(events.endowed(to, amount));
      if (rest < EXISTENTIAL_DEPOSIT) this.#reap(from, rest);
    }
    this.movements.push({ from, to, amount });
    this.events.push(events.transfer(from, to, amount));
  }

  #create(account: string, isEmpty: boolean): void {
    if (isEmpty && Object.keys(this.balances.get(account).assets).length === 0)
      this.events.push(events.newAccount(account));
  }

  #reap(account: string, dust: bigint): void {
    if (dust > 0n) this.events.push(events.dustLost(account, dust));
    this.#killIfEmpty(account);
  }

  #killIfEmpty(account: string): void {
    const { free, assets } = this.balances.get(account);
    if (free === 0n && Object.keys(assets).length === 0) this.events.push(events.killedAccount(account));
  }

  /**
   * A rest below the smallest balance is transferred too. @throws {DispatchFailed} like pallet-assets: do_transfer,
   * prep_debit_credit.
   */
  #transferAsset(from: string, call: { assetId: number; to: string; amount: bigint }, keepAlive: boolean): void {
    const { assetId, to, amount } = call;
    const rules = ASSETS.get(assetId);
    if (!rules) throw assetsError(PALLET.assets, 'Unknown');
    if (amount === 0n) return;
    const source = this.balances.get(from);
    const held = source.assets[assetId];
    if (held === undefined) throw assetsError(PALLET.assets, 'NoAccount');
    const spendable = keepAlive ? held - rules.minBalance : held;
    if (amount > spendable) throw assetsError(PALLET.assets, 'BalanceLow');
    const rest = held - amount;
    const debit = rest < rules.minBalance ? held : amount;
    const target = this.balances.get(to);
    const credited = (target.assets[assetId] ?? 0n) + debit;
    if (credited < rules.minBalance) throw tokenError('BelowMinimum');
    if (from !== to) {
      this.balances.set(from, { ...source, assets: withAsset(source.assets, assetId, held - debit) });
      this.#create(to, target.free === 0n);
      this.balances.set(to, { ...target, assets: withAsset(target.assets, assetId, credited) });
      this.#killIfEmpty(from);
    }
    this.movements.push({ from, to, assetId, amount: debit });
    this.events.push(events.transferred(assetId, from, to, debit));
  }
}

function withAsset(assets: Readonly<Record<number, bigint>>, id: number, amount: bigint): Record<number, bigint> {
  const { [id]: _, ...others } = assets;
  return amount === 0n ? others : { ...others, [id]: amount };
}

/** Executes a call; changes the balances only if the whole call succeeds. */
export function dispatch(balances: Balances, origin: string, call: Call): Outcome {
  const draft = new Draft(balances);
  const run = new Dispatch(draft);
  try {
    run.call(origin, call);
  } catch (error) {
    if (error instanceof DispatchFailed) return { failed: error, events: [], movements: [] };
    throw error;
  }
  draft.keep();
  return { events: run.events, movements: run.movements };
}

/** The payments that the call would make now: for unconfirmed transactions. */
export function intended(balances: Balances, origin: string, call: Call): Movement[] {
  return dispatch(new Draft(balances), origin, call).movements;
}
