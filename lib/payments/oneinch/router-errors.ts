/**
 * Explains, as text and by a code, why 1inch's router or a token refused a call. Source: Aggregation Router V6,
 * libs/RouterErrors.sol; solidity-utils; OpenZeppelin IERC20Errors (ERC-6093).
 */
import type { Cause } from '../../domain/swap-status.ts';

/** Fragments of a sentence that begins "… because", by the first four bytes of the error. */
const TEXTS: Readonly<Record<string, string>> = {
  '0x064a4ec6': 'the price moved past your limit',
  '0x1841b4e1': 'the coins sent along are not the amount that is sold',
  '0x0262dde4': 'no least amount is set',
  '0xf4059071': 'the sold token could not be taken: its balance or the allowance of the router is too low',
  '0xfb7f5079': 'the bought token could not be paid out',
  '0xfba5a276': 'nothing would be sold',
  '0x1b10b0f9': 'the router takes no plain payments',
  '0xb12d13eb': 'the receiver does not take the coins',
  '0xf836c66d': 'the receiver does not take the coins',
  '0xd93c0665': '1inch has paused its router',
  '0xd92e233d': 'an address is missing',
  '0xf4d678b8': 'the balance is too low',
  '0x8112e119': 'the amount is too large for Permit2',
  '0xb2c02722': 'a pool of the route is not what it says',
  '0xe450d38c': 'the balance of the sold token is too low',
  '0xfb8f41b2': 'the allowance of the router is too low',
};

const CAUSES: Readonly<Record<string, Cause>> = {
  '0x064a4ec6': 'priceLimit',
  '0xf4059071': 'insufficientFunds',
  '0xf4d678b8': 'insufficientFunds',
  '0xe450d38c': 'insufficientFunds',
  '0xfb8f41b2': 'insufficientFunds',
  '0xd93c0665': 'halted',
};

/** `ReturnAmountIsNotEnough(uint256 result, uint256 minReturn)` */
const TOO_LITTLE = '0x064a4ec6';

const selectorOf = (data: string): string => data.slice(0, 10).toLowerCase();

/** @param data the revert data, 0x and hex. Undefined when it is no known error. */
export const routerErrorText = (data: string): string | undefined =>
  Object.hasOwn(TEXTS, selectorOf(data)) ? TEXTS[selectorOf(data)] : undefined;

/** The same for programs; undefined when only the refusal is known. */
export const routerErrorCause = (data: string): Cause | undefined =>
  Object.hasOwn(CAUSES, selectorOf(data)) ? CAUSES[selectorOf(data)] : undefined;

/** The actual and the required output in base units of the bought token, when that is why the call reverted. */
export function returnedTooLittle(data: string): { returned: bigint; least: bigint } | undefined {
  const found = /^0x([0-9a-f]{64})([0-9a-f]{64})$/i.exec(`0x${data.slice(10)}`);
  if (selectorOf(data) !== TOO_LITTLE || !found) return undefined;
  return { returned: BigInt(`0x${found[1]}`), least: BigInt(`0x${found[2]}`) };
}
