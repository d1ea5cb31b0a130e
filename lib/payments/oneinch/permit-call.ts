/**
 * Wraps a swap of 1inch's router into `permitAndCall`, by which the router hands a signed allowance to its token and then
 * makes the swap as if its sender had called it. Source: 1inch solidity-utils, PermitAndCall.sol and
 * SafeERC20.sol `tryPermit`, which Aggregation Router V6 inherits:
 * - `permit` is the token (20 bytes) and then, where 224 bytes follow, the arguments of EIP-2612's `permit`.
 * - A token that refuses the permit stops nothing: where somebody has handed it in before, the allowance is there. The
 *   swap itself reverts where there is none, with `SafeTransferFromFailed`.
 * - `action` is delegated to the router itself, so that sender and value stay; its failure is passed on as it is.
 */
import { DecodeError, decodedOrUndefined } from '../byte-reader.ts';
import { CallArguments, selectorOf } from '../evm/call-arguments.ts';
import type { Hex } from '../evm/hex.ts';
import type { Permit } from '../evm/permit.ts';

/** `permitAndCall(bytes permit, bytes action)` */
const PERMIT_AND_CALL = '0x5816d723';
/** Hex digits of a word, and of the token with the seven arguments of `permit` behind it. */
const WORD = 64;
const PERMIT_DIGITS = 40 + 7 * WORD;
/** The token, owner, spender, value and deadline. */
const TERMS_DIGITS = 40 + 4 * WORD;

/**
 * The router's gas beyond the swap's own, at most: the token's `permit` writes a nonce and an allowance for the first
 * time and recovers a signer (60,000 with USDC's proxy), and the calldata is twice copied.
 */
export const PERMIT_GAS = 100_000n;

const word = (value: bigint | string): string => BigInt(value).toString(16).padStart(WORD, '0');
const digits = (text: string): string => text.replace(/^0x/i, '').toLowerCase();
/** Length, and the bytes filled up to whole words. */
const bytes = (hex: string): string =>
  word(BigInt(hex.length / 2)) + hex.padEnd(Math.ceil(hex.length / WORD) * WORD, '0');

/** Everything of the router's `permit` but the signature, hex without 0x. */
export const permitTerms = ({ domain, message }: Permit): string =>
  digits(domain.verifyingContract) +
  [message.owner, message.spender, message.value, message.deadline].map(word).join('');

/**
 * The call that replaces `action`. @param signature of 65 bytes, 0x and hex: r, s, and v as 27 and 28 or 0 and 1.
 * @param action calldata of the router, 0x and hex. @throws {RangeError} for a signature of another length.
 */
export function permitAndCall(permit: Permit, signature: string, action: string): Hex {
  const signed = digits(signature);
  if (!/^[0-9a-f]{130}$/.test(signed)) throw new RangeError('a signature has 65 bytes');
  const v = Number.parseInt(signed.slice(128), 16);
  const handed = bytes(permitTerms(permit) + word(BigInt(v < 27 ? v + 27 : v)) + signed.slice(0, 128));
  return `${PERMIT_AND_CALL}${word(64n)}${word(BigInt(64 + handed.length / 2))}${handed}${bytes(digits(action))}` as Hex;
}

export type PermitCall = {
  /** `permitTerms`, hex without 0x. */
  terms: string;
  /** Calldata of the router, 0x and hex. */
  action: Hex;
};

/** @throws {DecodeError} */
function read(data: string): { args: CallArguments; permit: string; action: Hex } {
  const args = new CallArguments(data, 2);
  return { args, permit: args.bytes(), action: `0x${args.bytes()}` };
}

/**
 * Undefined for a call of another function. @throws {DecodeError} for a permit that is none of EIP-2612, and for
 * arguments that are not encoded as usual.
 */
export function decodePermitCall(data: string): PermitCall | undefined {
  if (selectorOf(data) !== PERMIT_AND_CALL) return undefined;
  const { args, permit, action } = read(data);
  args.end();
  if (permit.length !== PERMIT_DIGITS) throw new DecodeError('its permit is none of EIP-2612');
  return { terms: permit.slice(0, TERMS_DIGITS), action };
}

/**
 * The call that the router makes for what was sent to it: the action beside a permit, otherwise the very input. What
 * a wallet appended to `permitAndCall` is left out.
 */
export const madeCall = (input: string): string =>
  (selectorOf(input) === PERMIT_AND_CALL && decodedOrUndefined(() => read(input).action)) || input;

/** Unix seconds: the last one in which the token takes the permit of this input. Undefined when it carries none. */
export const permitDeadline = (input: string): bigint | undefined => {
  const terms = decodedOrUndefined(() => (selectorOf(input) === PERMIT_AND_CALL ? read(input).permit : undefined));
  return terms?.length === PERMIT_DIGITS ? BigInt(`0x${terms.slice(TERMS_DIGITS - WORD, TERMS_DIGITS)}`) : undefined;
};
