/** Leaves out allowances that exist already, so that a repeated payment does not ask for them again. */
import type { PublicClient } from 'viem';
import type { WireEvmTx } from '../../api/schemas/route.ts';
import { decodeAllowance } from '../../payments/evm/token-call.ts';
import { ERC20_READS, hexOf } from './erc20-reads.ts';

/** Whether the approval resets an old allowance. */
export const isReset = ({ data }: WireEvmTx): boolean => decodeAllowance(data)?.amount === 0n;

/**
 * The approvals of a route (of one token for one spender, each checked) that still have to be sent: none when the
 * allowance is enough, no reset when there is no allowance to reset.
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
