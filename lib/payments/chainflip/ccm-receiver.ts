/**
 * Encodes the message that a payout sends to the receiver contract, and decodes the contract's events. The contract
 * is `lib/solidity/CcmReceiver.sol`; this is its interface in TypeScript.
 */
import { decodeAbiParameters, decodeEventLog, encodeAbiParameters, getAddress, type Hex, parseAbi } from 'viem';

/**
 * Gas for a payout's call of the receiver; Chainflip adds the gas of its own vault, and all of it is paid for, used
 * or not. The contract keeps 150,000 of it back for paying the recipient when the swap fails, and the swap gets the
 * rest, some 440,000: about 70,000 of the receiver's own beside 90,000 to 130,000 for each of at most three pools.
 * Not counted: what Arbitrum charges for the data that goes to Ethereum. Measured in
 * lib/sandbox/evm/ccm-receiver/gas.test.ts.
 */
export const RECEIVER_GAS = 600_000n;

/**
 * Length of the longest message: eight words, the length of the router's call, and that call through three pools
 * (a selector, seven words, the tag that 1inch's API appends) filled up to words.
 */
export const RECEIVER_MESSAGE_BYTES = 544;

/** Amounts are base units; addresses are 0x and 40 hex digits, EIP-55 when read; offsets are bytes in `routerCall`. */
export type ReceiverMessage = {
  /** 32 bytes that the events repeat. */
  orderId: Hex;
  /** The recipient of the bought asset, or of the bridge asset. Never the receiver itself. */
  recipient: string;
  /** `RECEIVER_NATIVE` for the chain's own coin. */
  buyToken: string;
  /** Of `buyToken`, for `quotedInput`: above zero; scaled to the amount that arrives, rounded up. */
  leastOutput: bigint;
  /** Of the bridge asset, above zero. */
  quotedInput: bigint;
  /** 0: the call has no such word; the amount is its value. */
  amountOffset: number;
  leastOffset: number;
  /** A call of the router's unoswapTo, unoswapTo2/3, ethUnoswapTo, ethUnoswapTo2/3 that pays `recipient`. */
  routerCall: Hex;
};

const MESSAGE = [
  { name: 'orderId', type: 'bytes32' },
  { name: 'recipient', type: 'address' },
  { name: 'buyToken', type: 'address' },
  { name: 'leastOutput', type: 'uint256' },
  { name: 'quotedInput', type: 'uint256' },
  { name: 'amountOffset', type: 'uint256' },
  { name: 'leastOffset', type: 'uint256' },
  { name: 'routerCall', type: 'bytes' },
] as const;

/** @throws {Error} (viem) for an invalid address, not 32 bytes or a number over 256 bits. */
export function encodeReceiverMessage(message: ReceiverMessage): Hex {
  return encodeAbiParameters(MESSAGE, [
    message.orderId,
    getAddress(message.recipient),
    getAddress(message.buyToken),
    message.leastOutput,
    message.quotedInput,
    BigInt(message.amountOffset),
    BigInt(message.leastOffset),
    message.routerCall,
  ]);
}

/** Undefined when the bytes are not such a message. */
export function decodeReceiverMessage(data: Hex): ReceiverMessage | undefined {
  try {
    const [orderId, recipient, buyToken, leastOutput, quotedInput, amountOffset, leastOffset, routerCall] =
      decodeAbiParameters(MESSAGE, data);
    if (amountOffset > MOST_OFFSET || leastOffset > MOST_OFFSET) return undefined;
    return {
      orderId,
      recipient: getAddress(recipient),
      buyToken: getAddress(buyToken),
      leastOutput,
      quotedInput,
      amountOffset: Number(amountOffset),
      leastOffset: Number(leastOffset),
      routerCall,
    };
  } catch {
    return undefined;
  }
}

/** Chainflip's limit for messages, in bytes: no offset lies beyond. */
const MOST_OFFSET = 15_000n;

const EVENTS = parseAbi([
  'event Delivered(bytes32 indexed orderId, address indexed recipient, address token, uint256 amount, bool swapped)',
  'event Leftover(bytes32 indexed orderId, address indexed recipient, address token, uint256 amount)',
  'event NotSwapped(bytes32 indexed orderId, bytes4 reason)',
]);

/** A log as nodes answer it. */
export type ReceiverLog = { address: string; topics: readonly string[]; data: string };

/**
 * The receiver's payout, or why it did not swap. Amounts are base units of `token`, addresses EIP-55. `delivered`:
 * the end of a payout, one for each. When `swapped` is false the token is the bridge asset, or the wrapped coin when
 * the recipient did not accept the chain's own coin. `leftover`: bridge asset that the swap did not use, paid beside
 * the bought asset. `notSwapped`: precedes a delivery of the bridge asset; `reason` is the first four bytes of the
 * error, zeros when there is none (out of gas, say).
 */
export type ReceiverEvent =
  | { kind: 'delivered'; orderId: Hex; recipient: string; token: string; amount: bigint; swapped: boolean }
  | { kind: 'leftover'; orderId: Hex; recipient: string; token: string; amount: bigint }
  | { kind: 'notSwapped'; orderId: Hex; reason: Hex };

/** Undefined for every other log. The caller checks which contract wrote it: any contract can write the same. */
export function readReceiverEvent(log: Pick<ReceiverLog, 'topics' | 'data'>): ReceiverEvent | undefined {
  try {
    const { eventName, args } = decodeEventLog({
      abi: EVENTS,
      topics: log.topics as [Hex, ...Hex[]],
      data: log.data as Hex,
    });
    if (eventName === 'NotSwapped') return { kind: 'notSwapped', ...args };
    const paid = { ...args, recipient: getAddress(args.recipient), token: getAddress(args.token) };
    return 'swapped' in paid ? { kind: 'delivered', ...paid } : { kind: 'leftover', ...paid };
  } catch {
    return undefined;
  }
}

export type Delivered = Omit<Extract<ReceiverEvent, { kind: 'delivered' }>, 'kind'>;

/** @returns undefined for every log but a `Delivered` of the contract at `receiver` (any case), where it is given. */
export function readDelivered(log: ReceiverLog, receiver?: string): Delivered | undefined {
  if (receiver !== undefined && log.address.toLowerCase() !== receiver.toLowerCase()) return undefined;
  const event = readReceiverEvent(log);
  if (event?.kind !== 'delivered') return undefined;
  const { orderId, recipient, token, amount, swapped } = event;
  return { orderId, recipient, token, amount, swapped };
}
