/** Reads the two calls of a token contract by which payments move tokens. Source: ERC-20. */
import { DecodeError } from '../chainflip/byte-reader.ts';
import { CallArguments, selectorOf } from './call-arguments.ts';

/** `approve(address,uint256)` */
const APPROVE = '0x095ea7b3';
/** `transfer(address,uint256)` */
const TRANSFER = '0xa9059cbb';

export type Allowance = { spender: string; amount: bigint };
export type TokenTransfer = { to: string; amount: bigint };

function addressAndAmount(data: string, selector: string): { address: string; amount: bigint } | undefined {
  if (selectorOf(data) !== selector) return undefined;
  try {
    const read = new CallArguments(data, 2);
    const found = { address: read.address(), amount: read.uint() };
    read.end();
    return found;
  } catch (error) {
    if (error instanceof DecodeError) return undefined;
    throw error;
  }
}

/** @param data calldata, 0x and hex. Undefined for every other call, and where something stands behind it. */
export function decodeAllowance(data: string): Allowance | undefined {
  const call = addressAndAmount(data, APPROVE);
  return call && { spender: call.address, amount: call.amount };
}

/** As `decodeAllowance`. */
export function decodeTokenTransfer(data: string): TokenTransfer | undefined {
  const call = addressAndAmount(data, TRANSFER);
  return call && { to: call.address, amount: call.amount };
}
