/**
 * Decodes calls of Chainflip's vault on EVM chains, and only those encoded exactly as the ABI prescribes, by code
 * small enough for the browser. Source: chainflip-eth-contracts contracts/interfaces/IVault.sol.
 */

import { bytesOfHex, DecodeError } from '../byte-reader.ts';
import { CallArguments, selectorOf } from '../evm/call-arguments.ts';
import type { VaultCall } from './vault-order.ts';

export type EvmVaultCall = VaultCall & {
  /** Contract of the sold token, and base units; undefined when the call's value is sold. */
  token?: { address: string; amount: bigint };
};

/** First 4 bytes of the functions' hashes. */
const FUNCTIONS: Readonly<Record<string, { isToken: boolean; isCall: boolean }>> = {
  /** `xSwapNative(uint32 dstChain, bytes dstAddress, uint32 dstToken, bytes cfParameters)` */
  '0xdd687345': { isToken: false, isCall: false },
  /** `xSwapToken(uint32, bytes, uint32, address srcToken, uint256 amount, bytes cfParameters)` */
  '0x04fc7da0': { isToken: true, isCall: false },
  /** `xCallNative(uint32, bytes, uint32, bytes message, uint256 gasAmount, bytes cfParameters)` */
  '0x07933dd2': { isToken: false, isCall: true },
  /** `xCallToken(uint32, bytes, uint32, bytes message, uint256 gasAmount, address srcToken, uint256 amount, bytes)` */
  '0xbbddc2fb': { isToken: true, isCall: true },
};

const functionOf = (data: string) => {
  const selector = selectorOf(data);
  return Object.hasOwn(FUNCTIONS, selector) ? FUNCTIONS[selector] : undefined;
};

/** Whether it calls one of the vault's functions that swap and do nothing else, whatever the arguments. */
export const isVaultCall = (data: string): boolean => functionOf(data)?.isCall === false;

/** @param data calldata, 0x and hex. @throws {DecodeError} when it is not such a call encoded as the ABI prescribes. */
export function decodeEvmCall(data: string): EvmVaultCall {
  const kind = functionOf(data);
  if (!kind) throw new DecodeError('it is no call of the vault’s swap functions');
  const count = 4 + (kind.isToken ? 2 : 0) + (kind.isCall ? 2 : 0);
  const read = new CallArguments(data, count);
  const dstChain = Number(read.uint(32));
  const dstAddress = read.bytes();
  const dstToken = Number(read.uint(32));
  const contractCall = kind.isCall ? { message: read.bytes(), gasAmount: read.uint() } : undefined;
  const token = kind.isToken ? { address: read.address(), amount: read.uint() } : undefined;
  const cfParameters = bytesOfHex(read.bytes());
  read.end();
  return {
    dstChain,
    dstAddress,
    dstToken,
    ...(contractCall ? { contractCall } : {}),
    ...(token ? { token } : {}),
    cfParameters,
  };
}
