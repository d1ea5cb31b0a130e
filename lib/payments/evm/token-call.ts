/** Reads the calls and the log of token contracts by which payments move tokens. Source: ERC-20. */
import { checksumAddress } from '../../domain/asset.ts';
import { decodedOrUndefined } from '../byte-reader.ts';
import { CallArguments, selectorOf } from './call-arguments.ts';

/** `approve(address,uint256)` */
const APPROVE = '0x095ea7b3';
/** `transfer(address,uint256)` */
const TRANSFER = '0xa9059cbb';
/** `transferFrom(address,address,uint256)` */
const TRANSFER_FROM = '0x23b872dd';
/** `Transfer(address indexed from, address indexed to, uint256 value)` */
const TRANSFER_TOPIC = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

export type Allowance = { spender: string; amount: bigint };
export type TokenTransfer = { to: string; amount: bigint };

const addressAndAmount = (data: string, selector: string) =>
  selectorOf(data) !== selector
    ? undefined
    : decodedOrUndefined(() => {
        const read = new CallArguments(data, 2);
        const found = { address: read.address(), amount: read.uint() };
        read.end();
        return found;
      });

/** @param data calldata, 0x and hex. Undefined for every other call, and for one with trailing bytes. */
export function decodeAllowance(data: string): Allowance | undefined {
  const call = addressAndAmount(data, APPROVE);
  return call && { spender: call.address, amount: call.amount };
}

/** As `decodeAllowance`. */
export function decodeTokenTransfer(data: string): TokenTransfer | undefined {
  const call = addressAndAmount(data, TRANSFER);
  return call && { to: call.address, amount: call.amount };
}

/**
 * The recipient of a call that was sent. Bytes after the arguments are ignored, as token contracts do: wallets append
 * them.
 */
export function decodeSentTransfer(data: string): TokenTransfer | undefined {
  const selector = selectorOf(data);
  if (selector !== TRANSFER && selector !== TRANSFER_FROM) return undefined;
  return decodedOrUndefined(() => {
    const read = new CallArguments(data, 3);
    if (selector === TRANSFER_FROM) read.address();
    return { to: read.address(), amount: read.uint() };
  });
}

/** The transfer in a token contract's log; undefined for every other log, as those of NFTs. */
export function decodeTransferLog(log: {
  topics: readonly string[];
  data: string;
}): (TokenTransfer & { from: string }) | undefined {
  const [signature, from, to, ...others] = log.topics;
  if (signature?.toLowerCase() !== TRANSFER_TOPIC || !from || !to || others.length > 0) return undefined;
  const amount = /^0x([0-9a-f]{64})/i.exec(log.data)?.[1];
  const addressIn = (topic: string) => checksumAddress(`0x${topic.slice(-40)}`);
  return amount === undefined ? undefined : { from: addressIn(from), to: addressIn(to), amount: BigInt(`0x${amount}`) };
}
