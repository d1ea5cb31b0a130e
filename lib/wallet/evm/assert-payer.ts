/** Only accounts whose payment will be seen, and can be followed, pay. */
import type { Config } from 'wagmi';
import { getBytecode } from 'wagmi/actions';
import type { PayableRoute } from '../../payments/payable-route.ts';
import { PaymentError } from '../wallet-types.ts';
import { hexOf } from './evm-parts.ts';
import { isSafe } from './safe.ts';

/** EIP-7702: the code of an account that runs a contract's. */
const DELEGATED = /^0xef0100[0-9a-f]{40}$/i;

/**
 * THORChain and Maya look at top-level transactions of plain accounts alone; what a contract or a delegated account pays
 * is lost to them (THORNode docs, "Sending transactions"). Chainflip, 1inch and Garden take both, but a contract's wallet
 * answers with a number of its own instead of a hash, and only Safe tells what became of it.
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
