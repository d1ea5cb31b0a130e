/**
 * Reads a payment into Garden's contract on an EVM chain: what is locked, for whom, how long and under which hash.
 * What is not written exactly as the ABI prescribes is not read at all. Source: gardenfi/garden-sol HTLC.sol.
 */
import { checksumAddress } from '../../domain/asset.ts';
import { DecodeError } from '../chainflip/byte-reader.ts';
import { HTLC_SELECTORS } from './htlc-abi.ts';

/** The terms of a lock, from calldata or from a message to sign. */
export type InitiateTerms = {
  /** EIP-55. Gets the money once it knows the secret. */
  redeemer: string;
  /** Blocks of its chain until the money can be refunded. */
  timelock: bigint;
  /** Base units. */
  amount: bigint;
  /** 0x and 64 lower-case hex digits: sha256 of the secret. */
  secretHash: string;
};

export type InitiateCall = InitiateTerms & {
  /** Of the longer form, 0x and hex; undefined in the shorter one. It is passed on in a log and moves nothing. */
  destinationData?: string;
};

const SELECTOR_DIGITS = 10;
/** Hex digits of 32 bytes. */
const WORD = 64;
const HEAD_WORDS = { initiate: 4, initiateWithData: 5 } as const;
const MISWRITTEN = 'it is not written as the contract’s functions are';

const selectorOf = (data: string): string => data.slice(0, SELECTOR_DIGITS).toLowerCase();

/** Whether it calls one of the two functions that lock the sender's own money, whatever follows. */
export const isInitiateCall = (data: string): boolean =>
  selectorOf(data) === HTLC_SELECTORS.initiate || selectorOf(data) === HTLC_SELECTORS.initiateWithData;

function addressIn(word: string): string {
  if (/[^0]/.test(word.slice(0, 24))) throw new DecodeError('an address is too long');
  return checksumAddress(`0x${word.slice(24)}`);
}

/** The dynamic bytes behind the head, which must be all that stands there. */
function tailBytes(body: string): string {
  const head = HEAD_WORDS.initiateWithData * WORD;
  if (BigInt(`0x${body.slice(head - WORD, head)}`) * 2n !== BigInt(head)) throw new DecodeError(MISWRITTEN);
  const lengthWord = body.slice(head, head + WORD);
  if (lengthWord.length < WORD) throw new DecodeError('it ends too early');
  const digits = BigInt(`0x${lengthWord}`) * 2n;
  if (digits > BigInt(body.length)) throw new DecodeError('it ends too early');
  const used = Number(digits);
  const rest = body.slice(head + WORD);
  if (rest.length !== Math.ceil(used / WORD) * WORD || /[^0]/.test(rest.slice(used))) throw new DecodeError(MISWRITTEN);
  return `0x${rest.slice(0, used)}`;
}

/** @param data calldata, 0x and hex. @throws {DecodeError} for what is no `initiate`, or is not written as one. */
export function decodeInitiateCall(data: string): InitiateCall {
  if (!isInitiateCall(data) || !/^0x[0-9a-f]+$/i.test(data))
    throw new DecodeError('it is no call that locks money in Garden’s contract');
  const form = selectorOf(data) === HTLC_SELECTORS.initiate ? 'initiate' : 'initiateWithData';
  const body = data.slice(SELECTOR_DIGITS).toLowerCase();
  const head = HEAD_WORDS[form] * WORD;
  if (body.length < head) throw new DecodeError('it ends too early');
  if (form === 'initiate' && body.length !== head) throw new DecodeError('something stands behind its end');
  const word = (index: number) => body.slice(index * WORD, (index + 1) * WORD);
  return {
    redeemer: addressIn(word(0)),
    timelock: BigInt(`0x${word(1)}`),
    amount: BigInt(`0x${word(2)}`),
    secretHash: `0x${word(3)}`,
    ...(form === 'initiateWithData' ? { destinationData: tailBytes(body) } : {}),
  };
}

/** Which of the terms differ, by name; none where they are the same. */
export function differingTerms(a: InitiateTerms, b: InitiateTerms): (keyof InitiateTerms)[] {
  const keys = ['redeemer', 'timelock', 'amount', 'secretHash'] as const;
  return keys.filter((key) => String(a[key]).toLowerCase() !== String(b[key]).toLowerCase());
}
