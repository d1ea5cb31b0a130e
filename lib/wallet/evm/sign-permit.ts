/**
 * Has the wallet sign an allowance instead of sending it, where token and contract take that (EIP-2612): exactly the
 * sold amount, for the called contract, for half an hour. The payment then carries the signature.
 */
import { recoverAddress } from 'viem';
import type { Config } from 'wagmi';
import { signTypedData } from 'wagmi/actions';
import type { WireEvmTx } from '../../api/schemas/route.ts';
import { sameAddress } from '../../chains/address.ts';
import { assetOf } from '../../domain/asset.ts';
import type { EvmFacts, PermitFacts } from '../../payments/evm/evm-terms.ts';
import { PERMIT_SECONDS, type Permit, permitDigest, signablePermit } from '../../payments/evm/permit.ts';
import { decodeAllowance } from '../../payments/evm/token-call.ts';
import { PERMIT_GAS, permitAndCall } from '../../payments/oneinch/permit-call.ts';
import { isRouterSwap } from '../../payments/oneinch/read-swap.ts';
import type { PayableRoute } from '../../payments/payable-route.ts';
import { isNotDone, walletFault } from '../injected.ts';
import type { PayContext } from '../pay-context.ts';
import { PaymentError, type PaymentFault } from '../wallet-types.ts';
import { checkedEvmPayment } from './checked-payment.ts';
import { hexOf } from './erc20-reads.ts';
import { assertGasMoney } from './gas-money.ts';
import type { PayerCode } from './payer-fault.ts';
import { isSafe } from './safe.ts';
import { assertSender, goToChain } from './send-evm.ts';

/** Faults after which the allowance can still be sent as a transaction. */
const LEAVES_A_CHOICE: ReadonlySet<PaymentFault> = new Set(['rejected', 'unknown']);

const refused = (message: string, cause?: unknown) =>
  new PaymentError('permitRefused', message, { nothingSent: true, cause });

/** @param approval the last of the route's, checked: the spender and the exact amount. */
function permitOf(approval: WireEvmTx, { name, version, nonce }: PermitFacts, chainId: number): Permit | undefined {
  const allowed = decodeAllowance(approval.data);
  return (
    allowed && {
      domain: { name, version, chainId: String(chainId), verifyingContract: approval.to },
      message: {
        owner: approval.from,
        spender: allowed.spender,
        value: allowed.amount.toString(),
        nonce,
        deadline: String(Math.floor(Date.now() / 1000) + PERMIT_SECONDS),
      },
    }
  );
}

/** 0x and hex; undefined when the wallet does not sign such messages. @throws {PaymentError} */
async function signatureOf(config: Config, permit: Permit): Promise<string | undefined> {
  try {
    return await signTypedData(config, { account: hexOf(permit.message.owner), ...signablePermit(permit) });
  } catch (error) {
    if (isNotDone(error)) return undefined;
    const fault = walletFault(error);
    throw LEAVES_A_CHOICE.has(fault.fault) ? refused(fault.fault === 'rejected' ? '' : fault.message, error) : fault;
  }
}

/**
 * The route with the permit in its payment, and that payment; undefined when the allowance is to be sent as a transaction.
 * @param payment the route's, checked. @param approvals those that are missing. @throws {PaymentError} `permitRefused`,
 * after which a transaction can still give it; nothing was sent.
 */
export async function signPermit(
  config: Config,
  { route, network, allowanceBy, before, onStep }: PayContext,
  sent: { payment: WireEvmTx; approvals: readonly WireEvmTx[]; facts: EvmFacts; code: PayerCode | undefined },
  chainId: number,
): Promise<{ route: PayableRoute; tx: WireEvmTx } | undefined> {
  const { payment, approvals, facts, code } = sent;
  const approval = approvals.at(-1);
  const permit = approval && facts.permit && permitOf(approval, facts.permit, chainId);
  // A token asks the account's code about the signature, if it has some.
  const isPlain = code === 'none' && !isSafe(config);
  if (!permit || !isPlain || allowanceBy === 'transaction' || !isRouterSwap(route)) return undefined;
  const { chain } = assetOf(route.sellAsset);
  const gas = payment.gas_limit && { gas_limit: String(BigInt(payment.gas_limit) + PERMIT_GAS) };
  const tx = { ...payment, ...gas };
  const permitted = { ...route, meta: { ...route.meta, approvals: undefined, permit }, tx };
  const check = (one: PayableRoute) =>
    checkedEvmPayment(one, { network, nowSeconds: Math.floor(Date.now() / 1000), facts });
  check(permitted);
  await assertGasMoney(config, chain, chainId, { from: payment.from, payment: tx, approvals: 0 });
  await before?.('approval');
  onStep('permitting');
  await goToChain(config, chain, chainId);
  await assertSender(config, chain, payment.from);
  const signature = await signatureOf(config, permit);
  if (signature === undefined) return undefined;
  const signer = await recoverAddress({ hash: permitDigest(permit), signature: hexOf(signature) }).catch(
    () => undefined,
  );
  if (signature.length !== 132 || !signer || !sameAddress(chain, signer, payment.from))
    throw refused('The signature is not one of your account over what you reviewed, so it was not used.');
  const signed = { ...permitted, tx: { ...tx, data: permitAndCall(permit, signature, payment.data) } };
  return { route: signed, tx: check(signed).tx };
}
