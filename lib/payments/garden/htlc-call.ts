/**
 * Reads a payment into Garden's contract on an EVM chain: amount, redeemer, time lock and hash. A call that is not
 * encoded exactly as the ABI prescribes is not read at all. Source: gardenfi/garden-sol HTLC.sol.
 */
import { DecodeError } from '../byte-reader.ts';
import { CallArguments, selectorOf } from '../evm/call-arguments.ts';
import { HTLC_SELECTORS } from './htlc-abi.ts';

/** The terms of a lock, from calldata or from a message to sign. */
export type InitiateTerms = {
  /** EIP-55. Receives the money once it knows the secret. */
  redeemer: string;
  /** Blocks of its chain until the money can be refunded. */
  timelock: bigint;
  /** Base units. */
  amount: bigint;
  /** 0x and 64 lower-case hex digits: sha256 of the secret. */
  secretHash: string;
};

export type InitiateCall = InitiateTerms & {
  /** Of the longer form, 0x and hex; undefined in the shorter one. It appears in a log and moves nothing. */
  destinationData?: string;
};

/** Whether it calls one of the two functions that lock the sender's own money, whatever the arguments. */
export const isInitiateCall = (data: string): boolean =>
  selectorOf(data) === HTLC_SELECTORS.initiate || selectorOf(data) === HTLC_SELECTORS.initiateWithData;

/**
 * @param data calldata, 0x and hex. @throws {DecodeError} when it is not an `initiate` encoded as the ABI prescribes.
 */
export function decodeInitiateCall(data: string): InitiateCall {
  if (!isInitiateCall(data)) throw new DecodeError('it is no call that locks money in Garden’s contract');
  const isLonger = selectorOf(data) === HTLC_SELECTORS.initiateWithData;
  const read = new CallArguments(data, isLonger ? 5 : 4);
  const terms = {
    redeemer: read.address(),
    timelock: read.uint(),
    amount: read.uint(),
    secretHash: `0x${read.word()}`,
    ...(isLonger ? { destinationData: `0x${read.bytes()}` } : {}),
  };
  read.end();
  return terms;
}

/** The names of the terms that differ; empty when both are the same. */
export function differingTerms(a: InitiateTerms, b: InitiateTerms): (keyof InitiateTerms)[] {
  const keys = ['redeemer', 'timelock', 'amount', 'secretHash'] as const;
  return keys.filter((key) => String(a[key]).toLowerCase() !== String(b[key]).toLowerCase());
}
