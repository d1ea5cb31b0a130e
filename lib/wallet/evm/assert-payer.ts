/** Refuses accounts whose payment the networks would not see, or that cannot be followed. */
import type { Config } from 'wagmi';
import { getBytecode } from 'wagmi/actions';
import type { PayableRoute } from '../../payments/payable-route.ts';
import { PaymentError } from '../wallet-types.ts';
import { hexOf } from './erc20-reads.ts';
import { type PayerCode, payerCodeOf, payerFault } from './payer-fault.ts';
import { isSafe } from './safe.ts';

/** What the account's code is. @throws {PaymentError} `contractAccount`, `delegatedAccount`; nothing was sent. */
export async function assertPayer(
  config: Config,
  route: PayableRoute,
  from: string,
  chainId: number,
): Promise<PayerCode> {
  const code = payerCodeOf(await getBytecode(config, { address: hexOf(from), chainId }));
  const fault = payerFault(route, code, isSafe(config));
  if (fault === undefined) return code;
  const isDelegated = code === 'delegated';
  throw new PaymentError(
    isDelegated ? 'delegatedAccount' : 'contractAccount',
    fault === 'unseen'
      ? `This account is ${isDelegated ? 'delegated to a contract' : 'a contract'}. Its payments would not be seen and the money would be lost; pay from a plain account.`
      : 'This account is a contract, and its wallet does not say which transaction carries out the payment. Open Portage inside Safe, or pay from a plain account.',
    { nothingSent: true },
  );
}
