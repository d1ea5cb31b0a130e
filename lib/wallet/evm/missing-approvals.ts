/** Whoever tries a payment again is asked for no allowance that is there already. */
import type { PublicClient } from 'viem';
import type { WireEvmTx } from '../../api/schemas/route.ts';
import { decodeAllowance } from '../../payments/evm/token-call.ts';
import { ERC20_READS, hexOf } from './evm-parts.ts';

/** Whether the approval takes an old allowance back. */
export const isReset = ({ data }: WireEvmTx): boolean => decodeAllowance(data)?.amount === 0n;

/**
 * Of a route's approvals (of one token for one spender, each checked) those that still have to be sent: none where the
 * allowance is enough, no reset where there is none to take back.
 */
export async function missingApprovals(
  reader: Pick<PublicClient, 'readContract'>,
  approvals: readonly WireEvmTx[],
): Promise<readonly WireEvmTx[]> {
  const last = approvals.at(-1);
  const wanted = last && decodeAllowance(last.data);
  if (!last || !wanted) return approvals;
  const allowance = await reader.readContract({
    address: hexOf(last.to),
    abi: ERC20_READS,
    functionName: 'allowance',
    args: [hexOf(last.from), hexOf(wanted.spender)],
  });
  if (allowance >= wanted.amount) return [];
  return allowance === 0n ? approvals.filter((approval) => !isReset(approval)) : approvals;
}
