/** Whoever tries a payment again is asked for no allowance that is there already. */
import { decodeFunctionData } from 'viem';
import type { Config } from 'wagmi';
import { readContract } from 'wagmi/actions';
import type { WireEvmTx } from '../../api/schemas/route.ts';
import { APPROVE, ERC20_READS, hexOf } from './evm-parts.ts';

const wanted = ({ data }: WireEvmTx) => {
  const [spender, amount] = decodeFunctionData({ abi: APPROVE, data: hexOf(data) }).args;
  return { spender, amount };
};

/**
 * Of a route's approvals (of one token for one spender, each checked) those that still have to be sent: none where the
 * allowance is enough, no reset where there is none to take back.
 */
export async function missingApprovals(
  config: Config,
  approvals: readonly WireEvmTx[],
  chainId: number,
): Promise<readonly WireEvmTx[]> {
  const last = approvals.at(-1);
  if (last === undefined) return [];
  const { spender, amount } = wanted(last);
  const allowance = await readContract(config, {
    address: hexOf(last.to),
    abi: ERC20_READS,
    functionName: 'allowance',
    args: [hexOf(last.from), spender],
    chainId,
  });
  if (allowance >= amount) return [];
  return allowance === 0n ? approvals.filter((approval) => wanted(approval).amount > 0n) : approvals;
}
