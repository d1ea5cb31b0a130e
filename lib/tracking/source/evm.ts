/** Reads a payment on an EVM chain: through a router's deposit, or straight to a vault with the memo as data. */
import { z } from 'zod';
import type { EvmClient, EvmReceipt, EvmTransaction, Options } from '../../chain-clients/chain-clients.ts';
import { isBehind } from '../../chain-clients/head-age.ts';
import { type Call, rerunError } from '../../chain-clients/rerun-call.ts';
import { sameAddress } from '../../chains/address.ts';
import { CHAINS } from '../../chains/chains.ts';
import type { RouteDraft } from '../../domain/route.ts';
import type { Why } from '../../domain/swap-status.ts';
import { revertCause, revertReason } from '../../payments/revert-reason.ts';
import { memoOfData } from '../../payments/thor-family/memo-data.ts';
import { decodeDepositLog, decodeRouterDeposit, type RouterDeposit } from '../../payments/thor-family/router-call.ts';
import type { Payment } from '../payment.ts';
import { findByNonce } from './evm-nonce.ts';
import { callWithin, hasFailed, ownCallPayment } from './evm-own-call.ts';
import { paymentWithoutMemo, recipientsOf } from './evm-vault-swap.ts';
import { isOwnCall } from './own-call.ts';
import type { Source, SourceQuestion, SourceReport, Trace } from './source-report.ts';

const traceSchema = z.object({ from: z.string(), nonce: z.number(), block: z.number() });

const paidInto = (contract: string | null, { vault, token, amount, memo }: RouterDeposit): Payment => ({
  ...(contract ? { contract } : {}),
  to: vault,
  asset: token ?? 'native',
  baseUnits: amount,
  memo,
});

function routerCall(tx: EvmTransaction): Payment | undefined {
  const call = decodeRouterDeposit(tx.input);
  return call && paidInto(tx.to, call.token === undefined ? { ...call, amount: tx.value } : call);
}

/** The event counts where a wallet or an aggregator called the router for the sender. */
function depositEvent({ logs }: EvmReceipt, { targetAddress, sell }: RouteDraft): Payment | undefined {
  for (const log of logs) {
    const deposit = decodeDepositLog(log);
    const isItsRouter = targetAddress === undefined || sameAddress(sell.asset.chain, log.address, targetAddress);
    if (deposit && isItsRouter) return paidInto(log.address, deposit);
  }
  return undefined;
}

/** Undefined while only the missing receipt can show the payment. */
function paymentOf(tx: EvmTransaction, receipt: EvmReceipt | undefined, draft: RouteDraft): Payment | undefined {
  // What a failed call would have paid stands in no log.
  if (isOwnCall(draft) || (receipt && callWithin(tx, draft) && hasFailed(tx, receipt, draft)))
    return ownCallPayment(tx, receipt, draft);
  if (draft.memo === undefined) return paymentWithoutMemo(tx, receipt, draft);
  const event = receipt && depositEvent(receipt, draft);
  if (event) return event;
  const call = routerCall(tx);
  if (call) return call;
  const memo = memoOfData(tx.input);
  if (tx.to !== null && memo !== undefined) return { to: tx.to, asset: 'native', baseUnits: tx.value, memo };
  return receipt && { contract: tx.to ?? 'a new contract' };
}

/** The payment's own call: of one within another transaction the inner one, whose reason says more. */
function callOf(tx: EvmTransaction, draft: RouteDraft): Call {
  const within = callWithin(tx, draft);
  return within ? { ...within, value: BigInt(within.value) } : { ...tx, data: tx.input };
}

async function whyReverted(client: EvmClient, made: Call, block: number, options: Options): Promise<Why> {
  const error = await rerunError(client, made, block, options);
  const reason = error && revertReason(error);
  if (!reason) return { reason: 'The transaction reverted.' };
  const cause = revertCause(error);
  return { reason: `The transaction reverted: ${reason}.`, ...(cause ? { cause } : {}) };
}

/** 0 without a receipt; a block above a tip that was read before it has 1. */
const confirmationsAt = (tip: number, receipt: EvmReceipt | undefined): number =>
  receipt ? Math.max(tip - receipt.blockNumber + 1, 1) : 0;

async function look(client: EvmClient, { draft, hash, signal }: SourceQuestion): Promise<SourceReport | undefined> {
  const chain = CHAINS[client.chain];
  const [tx, seen, tip] = await Promise.all([
    client.transaction(hash, { signal }),
    client.receipt(hash, { signal }),
    client.blockNumber({ signal }),
  ]);
  if (!tx) return undefined;
  const isDeep = (one: EvmReceipt | undefined) => confirmationsAt(tip, one) >= chain.confirmations;
  // Only a receipt read after the tip proves that a block this deep holds the payment: a fork may have moved it meanwhile.
  const receipt = isDeep(seen) ? await client.receipt(hash, { signal }) : seen;
  const payment = paymentOf(tx, receipt, draft);
  const confirmations = confirmationsAt(tip, receipt);
  const final = isDeep(receipt);
  const time = receipt && (await client.blockTime(receipt.blockNumber, { signal }));
  const reverted = receipt !== undefined && hasFailed(tx, receipt, draft) && final;
  const why = reverted ? await whyReverted(client, callOf(tx, draft), receipt.blockNumber, { signal }) : undefined;
  const trace: Trace = { from: tx.from, nonce: tx.nonce, block: receipt ? receipt.blockNumber - 1 : tip };
  const address = payment?.to ?? payment?.contract;
  return {
    ...(payment ? { payment } : {}),
    tx: {
      hash,
      chain: client.chain,
      confirmations: Math.min(confirmations, chain.confirmations),
      requiredConfirmations: chain.confirmations,
      ...(payment?.baseUnits === undefined ? {} : { amount: { ...draft.sell, baseUnits: payment.baseUnits } }),
      ...(address ? { address } : {}),
      ...(receipt ? { blockNumber: receipt.blockNumber } : {}),
    },
    final: final && !reverted,
    ...(why ? { failed: why.reason } : {}),
    ...(why?.cause ? { cause: why.cause } : {}),
    ...(time ? { at: time * 1000 } : {}),
    trace,
    recipients: recipientsOf(tx, receipt),
  };
}

export const createEvmSource = (client: EvmClient): Source => ({
  look: (question) => look(client, question),
  isBehind: (at) => isBehind(client, at),
  async replacementOf({ hash, trace, signal }) {
    const known = traceSchema.safeParse(trace);
    if (!known.success) return undefined;
    const depth = CHAINS[client.chain].confirmations;
    const found = await findByNonce(client, { ...known.data, depth }, { signal });
    // Nodes behind one address may lag each other: the payment must still be unknown after the replacement was found.
    const [tx, receipt] = await Promise.all([client.transaction(hash, { signal }), client.receipt(hash, { signal })]);
    if (tx || receipt || found === undefined || found.hash === hash) return undefined;
    return found.hash === undefined ? {} : { byHash: found.hash };
  },
  async confirmationsOf(hash, signal) {
    // The tip first, since a fork may move the payment to a later block between the two answers.
    const tip = await client.blockNumber({ signal });
    const receipt = await client.receipt(hash, { signal });
    return receipt && { confirmations: confirmationsAt(tip, receipt), blockNumber: receipt.blockNumber };
  },
});
