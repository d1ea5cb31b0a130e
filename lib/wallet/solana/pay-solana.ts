/** Pays a Solana route: checks the transaction, tries it on the chain, has it signed, and sends what the wallet does not. */
import { base64 } from '@scure/base';
import { createGatewayClient } from '../../api/gateway.ts';
import { assetOf } from '../../domain/asset.ts';
import { walletFault } from '../injected.ts';
import { assertAccount, type PayContext } from '../pay-context.ts';
import { sendSigned } from '../send-signed.ts';
import type { SolanaWallet } from '../wallet-kinds.ts';
import { PaymentError } from '../wallet-types.ts';
import { checkSignedSolana, checkSolanaTx } from './check-solana.ts';

const gateway = createGatewayClient({ baseUrl: '' });

const EXPIRED = 'The prepared payment is too old for Solana. Ask for a new quote.';

/** Solana lets a prepared transaction lapse after about a minute; what it would refuse is told before anybody signs. */
async function tryFirst(transaction: string): Promise<void> {
  const simulation = await gateway.simulateRaw('SOL', transaction).catch((cause: unknown) => {
    throw new PaymentError('unknown', 'Solana cannot be asked about this payment right now.', {
      nothingSent: true,
      cause,
    });
  });
  if (simulation.ok) return;
  if (simulation.fault === 'expired') throw new PaymentError('expired', EXPIRED, { nothingSent: true });
  throw new PaymentError(
    simulation.fault ?? 'refusedByNetwork',
    `Solana would refuse this payment: ${simulation.reason}.`,
    { nothingSent: true },
  );
}

/** An error of a wallet that sends by itself does not say whether it had sent before; a refusal by the person does. */
function sendingFault(error: unknown): PaymentError {
  const fault = walletFault(error);
  if (fault === error || fault.fault === 'rejected') return fault;
  return new PaymentError(fault.fault, fault.message, { nothingSent: false, cause: error });
}

async function signAndSend(wallet: SolanaWallet, context: PayContext, transaction: string): Promise<string> {
  const { route, onStep, onHash } = context;
  const bytes = base64.decode(transaction);
  onStep('signing');
  if (wallet.signAndSend) {
    const signature = await wallet.signAndSend(bytes, route.sourceAddress).catch((error: unknown) => {
      throw sendingFault(error);
    });
    onHash(signature);
    return signature;
  }
  if (!wallet.sign)
    throw new PaymentError('notSupported', 'This wallet signs no prepared transactions.', { nothingSent: true });
  const signed = await wallet.sign(bytes, route.sourceAddress).catch((error: unknown) => {
    throw walletFault(error);
  });
  const { signature } = checkSignedSolana(signed, route);
  onHash(signature);
  onStep('sending');
  await sendSigned(gateway, 'SOL', base64.encode(signed));
  return signature;
}

/** @throws {PaymentError}; `expired` asks for a new quote. */
export async function paySolana(wallet: SolanaWallet, context: PayContext): Promise<{ hash: string }> {
  const { route, onStep } = context;
  onStep('checking');
  assertAccount(context);
  const { tx, meta } = route;
  if (typeof tx !== 'string' || meta.txType !== 'SOLANA' || assetOf(route.sellAsset).chain !== 'SOL')
    throw new PaymentError('notSupported', meta.txUnavailable ?? 'This route came without a transaction to sign.', {
      nothingSent: true,
    });
  checkSolanaTx(route);
  await tryFirst(tx);
  const hash = await signAndSend(wallet, context, tx);
  onStep('sent');
  return { hash };
}
