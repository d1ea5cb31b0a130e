/**
 * Pays a Garden order by a signature: the message equals the checked transaction, the signature is the account's, and
 * only then is it submitted. Garden sends the transaction and pays its gas.
 */
import { recoverAddress } from 'viem';
import type { Config } from 'wagmi';
import { readContract, signTypedData } from 'wagmi/actions';
import { ApiProblem, createPortageClient } from '../../api/client.ts';
import type { WireEvmTx } from '../../api/schemas/route.ts';
import { sameAddress } from '../../chains/address.ts';
import { assetOf } from '../../domain/asset.ts';
import { readTypedData, signableOf, typedDataDigest } from '../../payments/garden/typed-data.ts';
import { ERC20_READS, hexOf } from '../evm/erc20-reads.ts';
import { walletFault } from '../injected.ts';
import type { PayContext } from '../pay-context.ts';
import { PaymentError } from '../wallet-types.ts';

const api = createPortageClient({ baseUrl: '' });

const stopped = (fault: PaymentError['fault'], message: string, cause?: unknown) =>
  new PaymentError(fault, message, { nothingSent: true, cause });

/** Without the allowance Garden's own transaction would fail, after the person has signed. */
async function assertAllowed(config: Config, tx: WireEvmTx, token: string, amount: bigint, chainId: number) {
  const allowance = await readContract(config, {
    address: hexOf(token),
    abi: ERC20_READS,
    functionName: 'allowance',
    args: [hexOf(tx.from), hexOf(tx.to)],
    chainId,
  }).catch((cause: unknown) => {
    throw stopped('unknown', 'The chain cannot be asked about the allowance right now.', cause);
  });
  if (allowance < amount)
    throw stopped('refusedByNetwork', 'The allowance for Garden’s contract is not in a block yet. Try again.');
}

/** Whether the answer is a clear refusal; otherwise the signature may have been accepted. */
const wasRefused = (error: unknown): error is ApiProblem =>
  error instanceof ApiProblem && error.status >= 400 && error.status < 500 && error.status !== 408;

/** The hash of Garden's transaction. @param tx checked with the message, its approvals mined. @throws {PaymentError} */
export async function payBySignature(
  config: Config,
  context: PayContext,
  tx: WireEvmTx,
  chainId: number,
): Promise<string> {
  const { route, routeKey, onStep } = context;
  const sold = assetOf(route.sellAsset);
  const read = readTypedData(route.meta.typedData);
  if (!read || !routeKey || sold.kind !== 'token')
    throw stopped('notSupported', 'This route cannot be paid by signature.');
  await assertAllowed(config, tx, sold.address, read.amount, chainId);
  onStep('signing');
  const { domain, types, primaryType, message } = signableOf(read);
  const signature = await signTypedData(config, {
    account: hexOf(tx.from),
    domain,
    types,
    primaryType,
    message,
  }).catch((error: unknown) => {
    throw walletFault(error);
  });
  const signer = await recoverAddress({ hash: typedDataDigest(read), signature }).catch(() => undefined);
  if (!signer || !sameAddress(sold.chain, signer, tx.from))
    throw stopped(
      'mismatch',
      'The signature is not one of your account over what you reviewed, so it was not handed on.',
    );
  onStep('handingIn');
  return api.submitSignature({ ...routeKey, signature }).then(
    ({ hash }) => hash,
    (error: unknown) => {
      if (wasRefused(error))
        throw stopped('refusedByNetwork', `Garden did not take the signature: ${error.detail}`, error);
      throw new PaymentError(
        'unknown',
        'You have signed, but it is not clear whether Garden got the signature. The order’s tracking page shows whether it pays.',
        { nothingSent: false, cause: error },
      );
    },
  );
}
