/** Pays a Cosmos route: checks the messages, has the document signed, checks again, stores the hash, broadcasts. */
import { createGatewayClient } from '../../api/gateway.ts';
import { chainOf, networkOf } from '../../chains/chains.ts';
import { assetOf } from '../../domain/asset.ts';
import { walletFault } from '../injected.ts';
import { assertAccount, assertContext, type PayContext } from '../pay-context.ts';
import { sendSigned } from '../send-signed.ts';
import type { CosmosWallet, SignDoc } from '../wallet-kinds.ts';
import { PaymentError } from '../wallet-types.ts';
import { checkSigned, cosmosTxToSign } from './sign-doc.ts';
import { encodeTxRaw } from './tx-raw.ts';

const gateway = createGatewayClient({ baseUrl: '' });

/** @throws {PaymentError} */
export async function payCosmos(wallet: CosmosWallet, context: PayContext): Promise<{ hash: string }> {
  const { account, route, network, onStep, onHash } = context;
  const chain = assetOf(route.sellAsset).chain;
  onStep('checking');
  assertAccount(context);
  assertContext(context);
  if (!route.tx)
    throw new PaymentError(
      'notSupported',
      route.meta.txUnavailable ?? 'This route came without a transaction to sign.',
      { nothingSent: true },
    );
  const tx = cosmosTxToSign(route);
  const state = await gateway.account(chain, account.address).catch((cause: unknown) => {
    throw new PaymentError('unknown', `${chainOf(chain).name} cannot be asked for your account right now.`, {
      nothingSent: true,
      cause,
    });
  });
  if (!state)
    throw new PaymentError(
      'insufficientFunds',
      `${chainOf(chain).name} does not know this account yet; it holds nothing.`,
      { nothingSent: true },
    );
  const doc: SignDoc = {
    chain_id: String(networkOf(chain, network).networkId),
    account_number: state.accountNumber,
    sequence: state.sequence,
    fee: tx.fee,
    msgs: tx.msgs,
    memo: tx.memo ?? '',
  };
  await context.before?.('payment');
  onStep('signing');
  const answer = await wallet.signAmino(chain, account.address, doc).catch((error: unknown) => {
    throw walletFault(error);
  });
  const { raw, hash } = encodeTxRaw(checkSigned(answer, doc));
  onHash(hash);
  onStep('sending');
  await sendSigned(gateway, chain, raw);
  onStep('sent');
  return { hash };
}
