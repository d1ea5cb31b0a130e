/**
 * Hands an allowance and its payment to the wallet as one request (EIP-5792), where the wallet takes that and the
 * payment can be followed afterwards. Source: EIP-5792, `wallet_getCapabilities`, `wallet_sendCalls`,
 * `wallet_getCallsStatus` and the capability `atomic`.
 */
import type { WalletCallReceipt } from 'viem';
import type { Config } from 'wagmi';
import { getCapabilities, sendCalls, waitForCallsStatus } from 'wagmi/actions';
import type { WireEvmTx } from '../../api/schemas/route.ts';
import type { ChainId } from '../../domain/chain-id.ts';
import { within } from '../../domain/waiting.ts';
import type { PayableRoute } from '../../payments/payable-route.ts';
import { payeeTraits } from '../../payments/traits.ts';
import { injectedAt, isNotDone, walletFault } from '../injected.ts';
import { PaymentError } from '../wallet-types.ts';
import { hexOf } from './erc20-reads.ts';
import { isSafe } from './safe.ts';
import { assertSender, goToChain } from './send-evm.ts';

/** `atomic`: both happen or neither does. `inTurn`: one transaction after the other. */
export type Together = 'atomic' | 'inTurn';

/** Some wallets leave a question that they do not know unanswered. */
const CAPABILITIES_MS = 1500;
/** After this time the person has to look at their wallet. */
const MINED_MS = 600_000;

/**
 * How the wallet would do both; undefined: it is asked for one after the other. Networks that are paid by memo see
 * top-level transactions of plain accounts only, and a payment that its own call identifies is not found within
 * another. A wallet that would first turn the account into a contract (`ready`) is not asked to: the same account
 * could not pay those networks any more.
 */
export async function waysTogether(
  config: Config,
  route: PayableRoute,
  from: string,
  chainId: number,
): Promise<Together | undefined> {
  if (route.memo !== undefined || isSafe(config)) return undefined;
  const question = getCapabilities(config, { account: hexOf(from), chainId }).catch(() => undefined);
  const capabilities: unknown = await within(question, CAPABILITIES_MS, () => undefined);
  const status = injectedAt('atomic', capabilities)?.status;
  if (status === 'unsupported') return 'inTurn';
  return status === 'supported' && !payeeTraits(route.providers?.[0]).isPaidByOwnCall ? 'atomic' : undefined;
}

const underWay = (cause?: unknown) =>
  new PaymentError(
    'unknown',
    'Your wallet has the payment, but does not say what became of it. Look at it there before you try again.',
    { nothingSent: false, cause },
  );

/** The payment is the last call; of several receipts, the last one is its own. */
function paidBy(receipts: readonly WalletCallReceipt<bigint, 'success' | 'reverted'>[] | undefined): string {
  const last = receipts?.at(-1);
  if (!last) throw underWay();
  if (last.status === 'success') return last.transactionHash;
  throw new PaymentError('refusedByNetwork', 'The payment failed on its chain. Your coins were not sold.', {
    nothingSent: true,
  });
}

/**
 * The hash of the transaction that paid; undefined when the wallet cannot do both at once after all, and nothing was
 * sent. @throws {PaymentError}
 */
export async function sendTogether(
  config: Config,
  chain: ChainId,
  { approvals, payment }: { approvals: readonly WireEvmTx[]; payment: WireEvmTx },
  way: Together,
  chainId: number,
): Promise<string | undefined> {
  await goToChain(config, chain, chainId);
  await assertSender(config, chain, payment.from);
  const calls = [...approvals, payment].map(({ to, value, data }) => ({
    to: hexOf(to),
    value: BigInt(value),
    data: hexOf(data),
  }));
  let id: string;
  try {
    const sent = { account: hexOf(payment.from), chainId, calls, forceAtomic: way === 'atomic' };
    id = (await sendCalls(config, sent)).id;
  } catch (error) {
    if (isNotDone(error)) return undefined;
    throw walletFault(error);
  }
  const {
    statusCode,
    receipts,
    atomic,
    chainId: sentOn = chainId,
  } = await waitForCallsStatus(config, { id, timeout: MINED_MS }).catch((cause: unknown) => {
    throw underWay(cause);
  });
  // 400: not sent at all, 500: all of it failed; 600: a part of it did, as the receipts show, of which the payment's may
  // be missing.
  const isMissing = statusCode === 600 && (receipts?.length ?? 0) < calls.length;
  if (statusCode === 400 || statusCode === 500 || isMissing)
    throw new PaymentError(
      'refusedByNetwork',
      'Your wallet or the chain refused the payment. Your coins were not sold.',
      {
        nothingSent: true,
      },
    );
  // Of an unknown order or network no hash can be taken for the payment's.
  const isPart = way === 'inTurn' && !atomic && (receipts?.length ?? 0) < calls.length;
  if (sentOn !== chainId || isPart) throw underWay();
  return paidBy(receipts);
}
