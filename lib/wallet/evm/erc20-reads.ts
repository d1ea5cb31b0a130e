/** Defines the calls to token contracts before a payment, and types hex for viem. */
import { parseAbi } from 'viem';
import type { Hex } from '../../payments/evm/hex.ts';
import { unreadable } from '../../payments/payment-fields.ts';
import { refusal } from '../refuse.ts';

/** @throws {PaymentError} `mismatch` */
export const hexOf = (text: string): Hex => {
  if (/^0x[0-9a-fA-F]*$/.test(text)) return text as Hex;
  throw refusal(unreadable('The transaction cannot be read.'));
};

export const ERC20_READS = parseAbi([
  'function decimals() view returns (uint8)',
  'function allowance(address owner, address spender) view returns (uint256)',
]);
