import fc from 'fast-check';
import { encodeAbiParameters, encodeEventTopics, getAddress, type Hex, parseAbi, size, toHex } from 'viem';
import { describe, expect, it } from 'vitest';
import {
  decodeReceiverMessage,
  encodeReceiverMessage,
  RECEIVER_MESSAGE_BYTES,
  type ReceiverMessage,
  readDelivered,
  readReceiverEvent,
} from './ccm-receiver.ts';

const bytes = (length: number): fc.Arbitrary<Hex> =>
  fc.uint8Array({ minLength: length, maxLength: length }).map((value) => toHex(value));
const addresses = bytes(20).map((value) => getAddress(value));
const words = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n });
const messages: fc.Arbitrary<ReceiverMessage> = fc.record({
  orderId: bytes(32),
  recipient: addresses,
  buyToken: addresses,
  leastOutput: words,
  quotedInput: words,
  amountOffset: fc.nat(15_000),
  leastOffset: fc.nat(15_000),
  routerCall: fc.uint8Array({ maxLength: 300 }).map((value) => toHex(value)),
});

describe('the message of a payout', () => {
  it('reads back as it was written, with any contents', () => {
    fc.assert(
      fc.property(messages, (message) => {
        expect(decodeReceiverMessage(encodeReceiverMessage(message))).toEqual(message);
      }),
    );
  });

  it('has its order and its recipient where the contract looks for them, with any router call', () => {
    fc.assert(
      fc.property(messages, (message) => {
        const data = encodeReceiverMessage(message).slice(2).toLowerCase();
        expect(data.slice(0, 64)).toBe(message.orderId.slice(2));
        expect(data.slice(64, 128)).toBe(message.recipient.slice(2).toLowerCase().padStart(64, '0'));
      }),
    );
  });

  it('is never longer than what payouts are quoted with: a call through three pools with the API’s tag', () => {
    const [message] = fc.sample(messages, 1);
    const longest = { ...(message as ReceiverMessage), routerCall: `0x${'ff'.repeat(4 + 7 * 32 + 4)}` as const };
    expect(size(encodeReceiverMessage(longest))).toBe(RECEIVER_MESSAGE_BYTES);
  });

  it('is not read when it is cut, nor when an offset lies beyond all messages', () => {
    const [message] = fc.sample(messages, 1) as [ReceiverMessage];
    const data = encodeReceiverMessage(message);
    for (const cut of [2, 66, 200, 2 + 64 * 8])
      expect(decodeReceiverMessage(data.slice(0, cut) as Hex)).toBeUndefined();
    expect(decodeReceiverMessage(encodeReceiverMessage({ ...message, leastOffset: 15_001 }))).toBeUndefined();
  });

  it('is not written for an invalid address', () => {
    const [message] = fc.sample(messages, 1) as [ReceiverMessage];
    expect(() => encodeReceiverMessage({ ...message, recipient: 'bc1q' })).toThrow();
  });
});

// CcmReceiver.sol, copied: the codec must match the contract, not itself.
const EVENTS = parseAbi([
  'event Delivered(bytes32 indexed orderId, address indexed recipient, address token, uint256 amount, bool swapped)',
  'event Leftover(bytes32 indexed orderId, address indexed recipient, address token, uint256 amount)',
  'event NotSwapped(bytes32 indexed orderId, bytes4 reason)',
]);
const RECEIVER = '0xCF1cC00000000000000000000000000000000cF1';
const orderId: Hex = `0x${'0f'.repeat(32)}`;
const recipient = getAddress('0x2773378be02162f28cf199089a64e5e2307fc0f5');
const token = getAddress('0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48');
const paid = [{ type: 'address' }, { type: 'uint256' }] as const;
const deliveredLog = {
  address: RECEIVER.toLowerCase(),
  topics: encodeEventTopics({ abi: EVENTS, eventName: 'Delivered', args: { orderId, recipient } }) as Hex[],
  data: encodeAbiParameters([...paid, { type: 'bool' }], [token, 77n, true]),
};

describe('the events of the receiver', () => {
  it('are read: a delivery, a leftover, why it did not swap', () => {
    const event = { orderId, recipient, token, amount: 77n };
    expect(readDelivered(deliveredLog, RECEIVER)).toEqual({ ...event, swapped: true });
    expect(readReceiverEvent(deliveredLog)).toEqual({ kind: 'delivered', ...event, swapped: true });
    const leftover = encodeEventTopics({ abi: EVENTS, eventName: 'Leftover', args: { orderId, recipient } }) as Hex[];
    const log = { topics: leftover, data: encodeAbiParameters(paid, [token, 77n]) };
    expect(readReceiverEvent(log)).toEqual({ kind: 'leftover', ...event });
    const notSwapped = encodeEventTopics({ abi: EVENTS, eventName: 'NotSwapped', args: { orderId } }) as Hex[];
    const reason = encodeAbiParameters([{ type: 'bytes4' }], ['0x064a4ec6']);
    expect(readReceiverEvent({ topics: notSwapped, data: reason })).toEqual({
      kind: 'notSwapped',
      orderId,
      reason: '0x064a4ec6',
    });
  });

  it('count from no other contract, and no other log is taken for them', () => {
    expect(readDelivered({ ...deliveredLog, address: token }, RECEIVER)).toBeUndefined();
    expect(readDelivered({ ...deliveredLog, topics: [] })).toBeUndefined();
    expect(readDelivered({ ...deliveredLog, topics: [`0x${'11'.repeat(32)}`] })).toBeUndefined();
    expect(readDelivered({ ...deliveredLog, data: '0x' })).toBeUndefined();
    expect(readDelivered({ ...deliveredLog, data: 'nonsense' })).toBeUndefined();
  });
});
