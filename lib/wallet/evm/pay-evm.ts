/**
 * Pays an EVM route with the connected wallet: right network, checked, allowed exactly, simulated, sent without
 * changes.
 */
import type { ReplacementReason } from 'viem';
import type { Config } from 'wagmi';
import { getAccount, getPublicClient, waitForTransactionReceipt } from 'wagmi/actions';
import { createGatewayClient } from '../../api/gateway.ts';
import type { WireEvmTx } from '../../api/schemas/route.ts';
import { sameAddress } from '../../chains/address.ts';
import { chainOf } from '../../chains/chains.ts';
import { assetOf } from '../../domain/asset.ts';
import type { ChainId } from '../../domain/chain-id.ts';
import type { PayableRoute } from '../../payments/payable-route.ts';
import { assertContext, type PayContext } from '../pay-context.ts';
import { routeToSign } from '../refuse.ts';
import { PaymentError } from '../wallet-types.ts';
import { assertDecimals } from './assert-decimals.ts';
import { assertPayer } from './assert-payer.ts';
import { checkedEvmPayment } from './checked-payment.ts';
import { evmChainNumber } from './config.ts';
import { hexOf } from './erc20-reads.ts';
import { evmFacts } from './evm-facts.ts';
import { assertGasMoney } from './gas-money.ts';
import { missingApprovals } from './missing-approvals.ts';
import { refusalOf } from './refusal.ts';
import { executedHash, isSafe } from './safe.ts';
import { goToChain, sendEvm } from './send-evm.ts';
import { sendTogether, waysTogether } from './send-together.ts';
import { signPermit } from './sign-permit.ts';
import { watchReplaced } from './watch-replaced.ts';

const gateway = createGatewayClient({ baseUrl: '' });
/** After this time the person has to check on an approval that is not mined. */
const APPROVAL_TIMEOUT_MS = 600_000;

const nothingSent = (fault: PaymentError['fault'], message: string, cause?: unknown) =>
  new PaymentError(fault, message, { nothingSent: true, cause });

/** Questions to a chain before anything is signed cannot have sent anything. */
const asked = <T>(chain: ChainId, work: Promise<T>): Promise<T> =>
  work.catch((cause: unknown) => {
    if (cause instanceof PaymentError) throw cause;
    throw cannotBeAsked(chain, cause);
  });

const cannotBeAsked = (chain: ChainId, cause?: unknown) =>
  nothingSent('unknown', `${chainOf(chain).name} cannot be asked about this payment right now.`, cause);

async function approve(
  config: Config,
  approvals: readonly WireEvmTx[],
  chainId: number,
  context: PayContext,
): Promise<void> {
  const { chain } = assetOf(context.route.sellAsset);
  for (const approval of approvals) {
    await context.before?.('approval');
    context.onStep('approving');
    const hash = await sendEvm(config, chain, approval, chainId);
    const mined = isSafe(config) ? await executedHash(config, hash) : hash;
    context.onStep('waitingForApproval');
    let became: ReplacementReason | undefined;
    const receipt = await waitForTransactionReceipt(config, {
      hash: hexOf(mined),
      chainId,
      timeout: APPROVAL_TIMEOUT_MS,
      onReplaced: ({ reason }) => {
        became = reason;
      },
    }).catch((cause: unknown) => {
      throw nothingSent(
        'unknown',
        'The allowance was sent, but is not in a block yet; it may wait for a higher fee. Your coins were not sold.',
        cause,
      );
    });
    // An approval that was sent again with a higher fee is the same allowance.
    if (became === 'cancelled' || became === 'replaced')
      throw nothingSent(
        'replaced',
        became === 'cancelled'
          ? 'You cancelled the allowance in your wallet. Your coins were not sold.'
          : 'Your wallet sent another transaction in place of the allowance. Your coins were not sold.',
      );
    if (receipt.status !== 'success')
      throw nothingSent('refusedByNetwork', 'The allowance failed on its chain. Your coins were not sold.');
  }
}

/** The hash of the payment on its chain, once there is one. */
async function sendPayment(config: Config, context: PayContext, payment: WireEvmTx, chainId: number): Promise<string> {
  const answer = await sendEvm(config, assetOf(context.route.sellAsset).chain, payment, chainId);
  if (!isSafe(config)) {
    watchReplaced(config, answer, chainId, context.onReplaced);
    return answer;
  }
  context.onStep('waitingForOwners');
  return executedHash(config, answer);
}

/** Allowance and payment as one request to the wallet; undefined when it takes one after the other only. */
async function paidTogether(
  config: Config,
  context: PayContext,
  { approvals, payment }: { approvals: readonly WireEvmTx[]; payment: WireEvmTx },
  chainId: number,
): Promise<{ hash: string } | undefined> {
  const { route, before, onStep, onHash } = context;
  const { chain } = assetOf(route.sellAsset);
  const way = await waysTogether(config, route, payment.from, chainId);
  if (way === undefined) return undefined;
  await before?.('approval');
  await before?.('payment');
  onStep(way === 'atomic' ? 'signingAtOnce' : 'signingInTurn');
  const hash = await sendTogether(config, chain, { approvals, payment }, way, chainId);
  if (hash === undefined) return undefined;
  onHash(hash);
  onStep('sent');
  return { hash };
}

/** Simulates the same transaction on the chain first, so that a refusal is shown before signing. */
async function tryFirst(route: PayableRoute, chain: ChainId, { from, to, value, data }: WireEvmTx): Promise<void> {
  const simulation = await asked(chain, gateway.simulate(chain, { from, to, value, data }));
  if (!simulation.ok) throw refusalOf(simulation.reason, route);
}

function assertConnected(config: Config, { route, account }: PayContext, chain: ChainId): void {
  if (!route.tx)
    throw nothingSent('notSupported', route.meta.txUnavailable ?? 'This route came without a transaction to sign.');
  const connected = getAccount(config).address;
  if (!connected || !sameAddress(chain, connected, account.address))
    throw nothingSent(
      'wrongAccount',
      'Your wallet has another account selected now. Choose the one that you reviewed, or ask for a new quote.',
    );
}

/** @throws {PaymentError} */
export async function payEvm(config: Config, reviewed: PayContext): Promise<{ hash: string }> {
  assertContext(reviewed);
  const context = { ...reviewed, route: routeToSign(reviewed.route) };
  const { route, network, onStep, onHash, by } = context;
  const { chain } = assetOf(route.sellAsset);
  const chainId = evmChainNumber(chain, network);
  assertConnected(config, context, chain);
  onStep('switchingNetwork');
  await goToChain(config, chain, chainId);
  onStep('checking');
  const reader = getPublicClient(config, { chainId });
  if (!reader) throw cannotBeAsked(chain);
  const facts = await asked(chain, evmFacts(reader, route));
  await assertDecimals(config, route, facts, chainId);
  // A payment that cannot be signed later must not cost an allowance now: a message is read as well.
  const checked = checkedEvmPayment(route, { network, nowSeconds: Math.floor(Date.now() / 1000), facts }, by);
  const { tx } = checked;
  const code = by === 'signature' ? undefined : await asked(chain, assertPayer(config, route, tx.from, chainId));
  const payment = by === 'signature' ? undefined : tx;
  const approvals = await asked(chain, missingApprovals(reader, checked.approvals));
  await assertGasMoney(config, chain, chainId, { from: tx.from, payment, approvals: approvals.length });
  const together =
    payment && approvals.length > 0 && (await paidTogether(config, context, { approvals, payment }, chainId));
  if (together) return together;
  const permitted = payment && (await signPermit(config, context, { payment, approvals, facts, code }, chainId));
  const sent = permitted?.tx ?? tx;
  if (!permitted) await approve(config, approvals, chainId, context);
  onStep('checking');
  await tryFirst(permitted?.route ?? route, chain, sent);
  await context.before?.('payment');
  if (by !== 'signature') onStep('signing');
  const hash = payment
    ? await sendPayment(config, context, sent, chainId)
    : await (await import('../garden/pay-by-signature.ts')).payBySignature(config, context, tx, chainId);
  onHash(hash);
  onStep('sent');
  return { hash };
}
