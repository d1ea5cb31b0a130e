/** For tests: a call of 1inch's router beside a signed allowance. */
import { permitAndCall } from '../oneinch/permit-call.ts';

const ANYBODY = `0x${'12'.repeat(20)}`;

/** @param deadline Unix seconds. */
export const besidePermit = (action: string, deadline = 1): string =>
  permitAndCall(
    {
      domain: { name: '', version: '', chainId: '1', verifyingContract: ANYBODY },
      message: { owner: ANYBODY, spender: ANYBODY, value: '1', nonce: '0', deadline: String(deadline) },
    },
    `0x${'11'.repeat(65)}`,
    action,
  );
