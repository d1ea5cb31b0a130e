/** Pays a Bitcoin-family route: checks, has it signed, checks again, stores the hash, then broadcasts. */

import { createGatewayClient } from '../../api/gateway.ts';
import { chainOf } from '../../chains/chains.ts';
import { toBaseUnits } from '../../domain/amount.ts';
import { assetOf } from '../../domain/asset.ts';
import { isPlainTransfer } from '../../payments/payable-route.ts';
import { parsePsbt, rawOutputs } from '../../payments/utxo/psbt.ts';
import { readOutputs, readPsbtPayment } from '../../payments/utxo/read-utxo.ts';
import { walletFault } from '../injected.ts';
import { assertAccount, assertContext, assertStillWaits, type PayContext } from '../pay-context.ts';
import { refuseFault } from '../refuse.ts';
import { sendSigned } from '../send-signed.ts';
import type { UtxoWallet } from '../wallet-kinds.ts';
import { PaymentError } from '../wallet-types.ts';
import { finalTransaction } from './final-transaction.ts';

const gateway = createGatewayClient({ baseUrl: '' });

async function paySigned(wallet: UtxoWallet, context: PayContext, psbt: string): Promise<string> {
  const { route, network, onStep, onHash } = context;
  const chain = assetOf(route.sellAsset).chain;
  refuseFault(readPsbtPayment(psbt, route, network));
  await context.before?.('payment');
  onStep('signing');
  if (!wallet.signPsbt)
    throw new PaymentError('notSupported', 'This wallet signs no prepared transactions.', { nothingSent: true });
  const signed = await wallet
    .signPsbt({ base64: psbt, address: route.sourceAddress, inputs: parsePsbt(psbt).inputsLength })
    .catch((error: unknown) => {
      throw walletFault(error);
    });
  const { rawHex, txid } = finalTransaction(psbt, signed);
  onHash(txid);
  onStep('sending');
  return sendSigned(gateway, chain, rawHex);
}

async function payComposed(wallet: UtxoWallet, context: PayContext): Promise<string> {
  const { route, network, onStep, onHash } = context;
  const chain = assetOf(route.sellAsset).chain;
  const value = toBaseUnits(route.sellAmount, chainOf(chain).native.decimals, 'exact');
  const isPayable = route.memo !== undefined || isPlainTransfer(route);
  if (!wallet.send || !route.inboundAddress || !isPayable || value === undefined)
    throw new PaymentError('notSupported', 'This wallet cannot pay this route.', { nothingSent: true });
  await context.before?.('payment');
  onStep('signing');
  const hash = await wallet
    .send({ chain, from: route.sourceAddress, to: route.inboundAddress, value, memo: route.memo ?? '' })
    .catch((error: unknown) => {
      throw walletFault(error);
    });
  onHash(hash);
  // The wallet chose inputs and outputs itself: reports at once when it did not send what was reviewed. When the
  // chain does not show it yet, tracking compares it.
  const raw = await gateway.rawTx(chain, hash).catch(() => undefined);
  if (raw) {
    try {
      refuseFault(readOutputs(rawOutputs(raw, chain), route, network));
    } catch (cause) {
      throw new PaymentError('mismatch', 'The wallet sent something else than what you reviewed.', {
        nothingSent: false,
        cause,
      });
    }
  }
  return hash;
}

/** @throws {PaymentError} */
export async function payUtxo(wallet: UtxoWallet, context: PayContext): Promise<{ hash: string }> {
  context.onStep('checking');
  const { tx, meta } = context.route;
  assertAccount(context);
  assertContext(context);
  assertStillWaits(context.route, Date.now());
  const psbt = typeof tx === 'string' && meta.txType === 'PSBT' ? tx : undefined;
  if (wallet.signPsbt && !psbt)
    throw new PaymentError('notSupported', meta.txUnavailable ?? 'This route came without a transaction to sign.', {
      nothingSent: true,
    });
  const hash = wallet.signPsbt && psbt ? await paySigned(wallet, context, psbt) : await payComposed(wallet, context);
  context.onStep('sent');
  return { hash };
}
