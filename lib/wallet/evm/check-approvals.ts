/** Approvals are for the sold token, the contract that is called and exactly the amount, or zero to reset. */
import { decodeFunctionData } from 'viem';
import { z } from 'zod';
import type { WireEvmTx } from '../../api/schemas/route.ts';
import { sameAddress } from '../../chains/address.ts';
import { assetOf } from '../../domain/asset.ts';
import type { PayableRoute } from '../../payments/payable-route.ts';
import { APPROVE, differs, type Expected, hexOf } from './evm-parts.ts';
import { checkCommon, oneTransaction } from './one-transaction.ts';

/** In the order in which they are to be sent. @throws {PaymentError} `mismatch` */
export function checkApprovals(route: PayableRoute, expected: Expected): WireEvmTx[] {
  const { chain } = assetOf(route.sellAsset);
  const approvals = z
    .array(z.unknown())
    .parse(route.meta.approvals ?? [])
    .map(oneTransaction);
  for (const approval of approvals) {
    checkCommon(approval, route, expected.network);
    let args: readonly [string, bigint];
    try {
      args = decodeFunctionData({ abi: APPROVE, data: hexOf(approval.data) }).args;
    } catch {
      throw differs('The approval cannot be read.');
    }
    const [spender, amount] = args;
    const isRight =
      expected.token !== undefined &&
      sameAddress(chain, approval.to, expected.token) &&
      BigInt(approval.value) === 0n &&
      route.meta.approvalAddress !== undefined &&
      sameAddress(chain, spender, route.meta.approvalAddress) &&
      route.targetAddress !== undefined &&
      sameAddress(chain, spender, route.targetAddress) &&
      (amount === expected.amount || amount === 0n);
    if (!isRight) throw differs('The approval is not the one of the route.');
  }
  return approvals;
}
