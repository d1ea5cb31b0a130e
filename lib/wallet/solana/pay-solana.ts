/**
 * Pays a Solana route: checks the transaction, simulates it on the chain, has it signed, and sends it if the wallet
 * does not.
 */

import { base64 } from '@scure/base';
import { createGatewayClient } from '../../api/gateway.ts';
import { chainOf } from '../../chains/chains.ts';
import { assetOf } from '../../domain/asset.ts';
import type { PayableRoute } from '../../payments/payable-route.ts';
import { readSolanaPayment } from '../../payments/solana/read-solana.ts';
import { NO_FACTS, type SolanaFacts } from '../../payments/solana/solana-facts.ts';
import { payeeTraits } from '../../payments/traits.ts';
import { walletFault } from '../injected.ts';
import { assertAccount, assertContext, type PayContext } from '../pay-context.ts';
import { refuseFault, routeToSign } from '../refuse.ts';
import { sendSigned } from '../send-signed.ts';
import type { SolanaWallet } from '../wallet-kinds.ts';
import { PaymentError } from '../wallet-types.ts';
import { checkSignedSolana } from './signed-transaction.ts';
import { solanaFacts } from './solana-facts.ts';

const gateway = createGatewayClient({ baseUrl: '' });

const EXPIRED =
  'The prepared payment is too old for Solana: it lives for about a minute. Nothing was sold. Ask for a new quote.';

/** A prepared transaction expires after about a minute on Solana; a refusal is shown before signing. */
async function tryFirst(transaction: string, route: PayableRoute): Promise<void> {
  const simulation = await gateway.simulateRaw('SOL', transaction).catch((cause: unknown) => {
    throw new PaymentError('unknown', 'Solana cannot be asked about this payment right now.', {
      nothingSent: true,
      cause,
    });
  });
  if (simulation.ok) return;
  if (simulation.fault === 'expired') throw new PaymentError('expired', EXPIRED, { nothingSent: true });
  throw solanaRefusal(simulation.reason, simulation.fault, route);
}

/** The program's message for a price that moved: Jupiter's error 6001, `SlippageToleranceExceeded`. */
const PRICE_MOVED = /slippage|\b6001\b|0x1771\b/i;

/** Why Solana would refuse it, and what helps; nothing was sent. */
function solanaRefusal(reason: string, fault: 'insufficientFunds' | undefined, route: PayableRoute): PaymentError {
  const moved = payeeTraits(route.providers?.[0]).settlesInOneTransaction && PRICE_MOVED.test(reason);
  return new PaymentError(
    moved ? 'priceMoved' : (fault ?? 'refusedByNetwork'),
    moved
      ? `The price has moved past your limit: you would get less than ${route.expectedBuyAmountMaxSlippage} ${assetOf(route.buyAsset).symbol}. Ask for a new quote, or allow more slippage.`
      : `Solana would refuse this payment: ${reason}.`,
    { nothingSent: true },
  );
}

/** Nodes' messages for a transaction that came too late: it is never accepted afterwards. */
const TOO_LATE = /blockhash not found|blockhash has expired|block height exceeded/i;

/**
 * An error of a wallet that sends by itself does not say whether it had sent before; a refusal by the person does,
 * and so does a node that finds it too old.
 */
function sendingFault(error: unknown): PaymentError {
  const fault = walletFault(error);
  if (fault === error || fault.fault === 'rejected') return fault;
  if (TOO_LATE.test(fault.message)) return new PaymentError('expired', EXPIRED, { nothingSent: true, cause: error });
  return new PaymentError(fault.fault, fault.message, { nothingSent: false, cause: error });
}

async function signAndSend(
  wallet: SolanaWallet,
  context: PayContext,
  transaction: string,
  facts: SolanaFacts,
): Promise<string> {
  const { route, onStep, onHash } = context;
  const bytes = base64.decode(transaction);
  await context.before?.('payment');
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
  const { signature } = checkSignedSolana(signed, route, facts);
  onHash(signature);
  onStep('sending');
  await sendSigned(gateway, 'SOL', base64.encode(signed)).catch((error: unknown) => {
    const tooLate = error instanceof PaymentError && error.fault === 'expired';
    throw tooLate ? new PaymentError('expired', EXPIRED, { nothingSent: true, cause: error }) : error;
  });
  return signature;
}

/** @throws {PaymentError}; `expired` asks for a new quote. */
export async function paySolana(wallet: SolanaWallet, reviewed: PayContext): Promise<{ hash: string }> {
  reviewed.onStep('checking');
  assertContext(reviewed);
  const context = { ...reviewed, route: routeToSign(reviewed.route) };
  const { route, onStep } = context;
  assertAccount(context);
  const { tx, meta } = route;
  if (typeof tx !== 'string' || meta.txType !== 'SOLANA' || chainOf(assetOf(route.sellAsset).chain).kind !== 'solana')
    throw new PaymentError('notSupported', meta.txUnavailable ?? 'This route came without a transaction to sign.', {
      nothingSent: true,
    });
  // Only the chain has a program's accounts and tokens.
  const facts = payeeTraits(route.providers?.[0]).isPaidByOwnCall ? await solanaFacts(gateway, tx, route) : NO_FACTS;
  refuseFault(readSolanaPayment(tx, route, facts));
  await tryFirst(tx, route);
  const hash = await signAndSend(wallet, context, tx, facts);
  onStep('sent');
  return { hash };
}
