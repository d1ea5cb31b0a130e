/** Refuses accounts whose payment the networks would not see, or that cannot be followed. */
import type { Config } from 'wagmi';
import { getBytecode } from 'wagmi/actions';
import type { PayableRoute } from '../../payments/payable-route.ts';
import { PaymentError } from '../wallet-types.ts';
import { hexOf } from './erc20-reads.ts';
import { isSafe } from './safe.ts';

/** EIP-7702: the code of an account that delegates to a contract. */
const DELEGATED = /^0xef0100[0-9a-f]{40}$/i;

/**
 * THORChain and Maya observe only top-level transactions of plain accounts; a payment by a contract or a delegated
 * account is lost to them (THORNode docs, "Sending transactions"). Chainflip, 1inch and Garden accept both, but a
 * contract's wallet returns an id of its own instead of a hash, and only Safe can be asked for the transaction.
 * @throws {PaymentError} `contractAccount`, `delegatedAccount`; nothing was sent.
 */
export async function assertPayer(config: Config, route: PayableRoute, from: string, chainId: number): Promise<void> {
  const code = (await getBytecode(config, { address: hexOf(from), chainId })) ?? '0x';
  if (code === '0x') return;
  const delegated = DELEGATED.test(code);
  if (route.memo !== undefined)
    throw new PaymentError(
      delegated ? 'delegatedAccount' : 'contractAccount',
      `This account is ${delegated ? 'delegated to a contract' : 'a contract'}. Its payments would not be seen and the money would be lost; pay from a plain account.`,
      { nothingSent: true },
    );
  if (delegated || isSafe(config)) return;
  throw new PaymentError(
    'contractAccount',
    'This account is a contract, and its wallet does not say which transaction carries out the payment. Open Portage inside Safe, or pay from a plain account.',
    { nothingSent: true },
  );
}
