/** Encodes events as System.Events stores them: phase, pallet, variant, fields, no topics. */
import { concatBytes } from '@noble/hashes/utils.js';
import { compact, u32, u128 } from 'scale-ts';
import { PALLET } from './asset-hub.ts';
import { accountCodec } from './codecs.ts';

/** Pallet, variant and fields. */
export type Event = Uint8Array;

const event = (pallet: number, variant: number, ...fields: Uint8Array[]): Event =>
  concatBytes(Uint8Array.of(pallet, variant), ...fields);

/** `{ weight, class, pays_fee }`: about the weight of a transfer; normal, pays. */
const DISPATCH_INFO = concatBytes(compact.enc(210_000_000), compact.enc(3593), Uint8Array.of(0, 0));
/** The same for inherents: mandatory, pays too. */
const INHERENT_INFO = concatBytes(compact.enc(120_000_000), compact.enc(1493), Uint8Array.of(2, 0));

/** Variants by index. Sources: Event enums of polkadot-sdk frame-system, pallet-balances, -assets, -utility, -transaction-payment. */
export const extrinsicSuccess = (): Event => event(PALLET.system, 0, DISPATCH_INFO);
export const inherentSuccess = (): Event => event(PALLET.system, 0, INHERENT_INFO);
export const extrinsicFailed = (error: Uint8Array): Event => event(PALLET.system, 1, error, DISPATCH_INFO);
export const newAccount = (who: string): Event => event(PALLET.system, 3, accountCodec.enc(who));
export const killedAccount = (who: string): Event => event(PALLET.system, 4, accountCodec.enc(who));
export const endowed = (who: string, free: bigint): Event =>
  event(PALLET.balances, 0, accountCodec.enc(who), u128.enc(free));
export const dustLost = (who: string, dust: bigint): Event =>
  event(PALLET.balances, 1, accountCodec.enc(who), u128.enc(dust));
export const transfer = (from: string, to: string, amount: bigint): Event =>
  event(PALLET.balances, 2, accountCodec.enc(from), accountCodec.enc(to), u128.enc(amount));
export const withdraw = (who: string, amount: bigint): Event =>
  event(PALLET.balances, 8, accountCodec.enc(who), u128.enc(amount));
export const transferred = (assetId: number, from: string, to: string, amount: bigint): Event =>
  event(PALLET.assets, 2, u32.enc(assetId), accountCodec.enc(from), accountCodec.enc(to), u128.enc(amount));
export const feePaid = (who: string, fee: bigint, tip: bigint): Event =>
  event(PALLET.transactionPayment, 0, accountCodec.enc(who), u128.enc(fee), u128.enc(tip));
export const batchCompleted = (): Event => event(PALLET.utility, 1);
export const itemCompleted = (): Event => event(PALLET.utility, 3);

/** @param byExtrinsic the events of each extrinsic of a block, in order. */
export function encodeEvents(byExtrinsic: readonly (readonly Event[])[]): Uint8Array {
  const records = byExtrinsic.flatMap((events, index) =>
    events.map((one) => concatBytes(Uint8Array.of(0), u32.enc(index), one, Uint8Array.of(0))),
  );
  return concatBytes(compact.enc(records.length), ...records);
}
