/** Reads a payment on a Bitcoin-family chain: an output to the vault and the memo in an OP_RETURN. */
import { z } from 'zod';
import type { UtxoClient, UtxoTx } from '../../chain-clients/chain-clients.ts';
import { sameAddress } from '../../chains/address.ts';
import { CHAINS } from '../../chains/chains.ts';
import type { RouteDraft } from '../../domain/route.ts';
import { textOf } from '../../payments/utxo/op-return.ts';
import type { Payment } from '../payment.ts';
import type { Source, SourceQuestion, SourceReport } from './source-report.ts';
import { payloadMismatch } from './utxo-vault-swap.ts';

const MAX_TRACED_INPUTS = 20;
const traceSchema = z.object({ inputs: z.array(z.object({ txid: z.string(), vout: z.number() })) });

function paymentOf(tx: UtxoTx, draft: RouteDraft): Payment {
  const vault = draft.inboundAddress ?? draft.targetAddress;
  const paid = tx.vout.filter(({ value }) => value > 0n);
  const toVault = paid.find(
    ({ address }) =>
      address !== undefined && vault !== undefined && sameAddress(draft.sell.asset.chain, address, vault),
  );
  const output = toVault ?? paid[0];
  const to = output?.address ?? 'no address';
  const memo = tx.vout.map(({ scriptHex }) => textOf(scriptHex)).find((text) => text !== undefined) ?? '';
  const others = payloadMismatch(tx, draft);
  return {
    to,
    ...(draft.inboundAddress === undefined ? { contract: to } : {}),
    asset: 'native',
    // On a route without a memo these bytes are not one.
    ...(draft.memo === undefined ? {} : { memo }),
    ...(others.length > 0 ? { others } : {}),
    ...(output && toVault ? { baseUnits: output.value } : {}),
  };
}

async function look(client: UtxoClient, { draft, hash, signal }: SourceQuestion): Promise<SourceReport | undefined> {
  const required = CHAINS[client.chain].confirmations;
  const [tx, tip] = await Promise.all([client.transaction(hash, { signal }), client.tipHeight({ signal })]);
  if (!tx) return undefined;
  const confirmations = tx.blockHeight === undefined ? 0 : Math.max(tip - tx.blockHeight + 1, 1);
  const payment = paymentOf(tx, draft);
  return {
    payment,
    tx: {
      hash,
      chain: client.chain,
      confirmations: Math.min(confirmations, required),
      requiredConfirmations: required,
      ...(payment.baseUnits === undefined ? {} : { amount: { ...draft.sell, baseUnits: payment.baseUnits } }),
      ...(payment.to === undefined ? {} : { address: payment.to }),
      ...(tx.blockHeight === undefined ? {} : { blockNumber: tx.blockHeight }),
    },
    final: confirmations >= required,
    ...(tx.blockTime === undefined ? {} : { at: tx.blockTime * 1000 }),
    recipients: tx.vout.flatMap(({ address, value }) => (address !== undefined && value > 0n ? [address] : [])),
    trace: { inputs: tx.vin.slice(0, MAX_TRACED_INPUTS).map(({ txid, vout }) => ({ txid, vout })) },
  };
}

async function confirmationsOf(client: UtxoClient, hash: string, signal: AbortSignal) {
  const [tx, tip] = await Promise.all([client.transaction(hash, { signal }), client.tipHeight({ signal })]);
  if (!tx) return undefined;
  if (tx.blockHeight === undefined) return { confirmations: 0 };
  return { confirmations: Math.max(tip - tx.blockHeight + 1, 1), blockNumber: tx.blockHeight };
}

export const createUtxoSource = (client: UtxoClient): Source => ({
  look: (question) => look(client, question),
  async replacementOf({ hash, trace, signal }) {
    const known = traceSchema.safeParse(trace);
    if (!known.success) return undefined;
    for (const { txid, vout } of known.data.inputs) {
      const spend = await client.outspend(txid, vout, { signal });
      if (!spend.spent || spend.txid === undefined || spend.txid === hash) continue;
      const depth = await confirmationsOf(client, spend.txid, signal);
      // A conflicting transaction in the mempool may still lose.
      if (depth && depth.confirmations >= CHAINS[client.chain].confirmations) return { byHash: spend.txid };
    }
    return undefined;
  },
  confirmationsOf: (hash, signal) => confirmationsOf(client, hash, signal),
});
