/** Reads whom a payout's message pays, and in what, where the contract that is called reads it. */
import { decodedOrUndefined } from '../byte-reader.ts';
import { CallArguments } from '../evm/call-arguments.ts';

/** How Chainflip, the receiver and 1inch name the chain's own coin. */
export const RECEIVER_NATIVE = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE';

const NO_SELECTOR = '0x00000000';

/**
 * Addresses are EIP-55; undefined where it is no such message.
 * @param message hex without 0x: `CcmReceiver.sol`, `Order`.
 */
export function readPayoutMessage(message: string): { recipient: string; buyToken: string } | undefined {
  return decodedOrUndefined(() => {
    const args = new CallArguments(`${NO_SELECTOR}${message}`);
    args.word();
    return { recipient: args.address(), buyToken: args.address() };
  });
}
