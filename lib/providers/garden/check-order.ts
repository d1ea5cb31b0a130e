/**
 * Checks a created order before it can be paid. An order that pays less or another address, or locks the money
 * elsewhere or for another time than quoted, is refused.
 */
import { sameAddress } from '../../chains/address.ts';
import type { ChainKind, NetworkName } from '../../chains/chain.ts';
import { CHAINS, networkOf } from '../../chains/chains.ts';
import { ProviderError } from '../../domain/errors.ts';
import type { RouteDraft } from '../../domain/route.ts';
import { decodeAllowance } from '../../payments/evm/token-call.ts';
import { htlcAddress, xOnlyKey } from '../../payments/garden/bitcoin-htlc.ts';
import { decodeInitiateCall, differingTerms, type InitiateCall } from '../../payments/garden/htlc-call.ts';
import { orderTransactionFault, readOrderTransaction } from '../../payments/garden/solana-transaction.ts';
import { type GardenTypedData, readTypedData } from '../../payments/garden/typed-data.ts';
import type { GardenTerms, OrderTerms } from './order-terms.ts';
import type { CreatedOrder, GardenOrder, UpstreamTx } from './upstream-schemas.ts';

export type OrderToCheck = {
  draft: RouteDraft;
  terms: GardenTerms;
  created: CreatedOrder;
  order: GardenOrder;
  network: NetworkName;
  /** Contract or program of the sold asset by the live list. */
  htlc: string | undefined;
};

/** The checked result: how the order is paid. */
export type CheckedPayment =
  | { kind: 'deposit'; address: string }
  | { kind: 'evm'; contract: string; tx: NonNullable<OrderTerms['evm']>; typedData?: GardenTypedData }
  | { kind: 'solana'; program: string; base64: string };

const refuse = (why: string): ProviderError =>
  new ProviderError('unknownError', `Garden’s order is not what was asked for: ${why}. Nothing was paid.`);

/** Blocks (slots): a time lock in this range leaves time for the swap and does not lock money for weeks. */
const PLAUSIBLE: Partial<Record<ChainKind, readonly [least: bigint, most: bigint]>> = {
  utxo: [6n, 4320n],
  evm: [100n, 2_000_000n],
  solana: [1500n, 13_000_000n],
};

const sameText = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();
const HASH = /^(0x)?[0-9a-f]{64}$/i;
const bareHash = (text: string): string => text.toLowerCase().replace(/^0x/, '');

/**
 * The order's sender, to whom a deposit is refunded regardless of the payer. Source: Garden's order, `source.owner`.
 */
export const ownerOf = ({ refundAddress, sourceAddress }: RouteDraft): string => refundAddress ?? sourceAddress;

/** Both sides as they were quoted, for the same two people. */
function checkSides({ draft, terms, order, created }: OrderToCheck): void {
  const { source_swap: source, destination_swap: destination } = order;
  const { sell, expectedBuy, destinationAddress } = draft;
  if (!sameText(order.order_id, created.order_id)) throw refuse('it is another order');
  if (!sameText(source.asset, terms.from) || !sameText(destination.asset, terms.to))
    throw refuse('its assets are others');
  if (source.amount !== sell.baseUnits) throw refuse('it sells another amount');
  if (destination.amount.toString() !== terms.toAmount) throw refuse('it pays out another amount');
  const from = sell.asset.chain;
  // Bitcoin's side may name the key that signs refunds in the sender's place.
  if (xOnlyKey(source.initiator) === undefined && !sameAddress(from, source.initiator, ownerOf(draft)))
    throw refuse('its sender is another');
  if (!sameAddress(expectedBuy.asset.chain, destination.redeemer, destinationAddress))
    throw refuse('it pays somebody else');
  if (sameAddress(from, source.initiator, source.redeemer)) throw refuse('it pays the sender');
}

function checkLock({ draft, order }: OrderToCheck): void {
  const { source_swap: source, destination_swap: destination } = order;
  const [least, most] = PLAUSIBLE[CHAINS[draft.sell.asset.chain].kind] ?? [1n, 0n];
  if (source.timelock < least || source.timelock > most)
    throw refuse(`its time lock of ${source.timelock} is not sane`);
  if (!HASH.test(source.secret_hash) || bareHash(source.secret_hash) !== bareHash(destination.secret_hash))
    throw refuse('its two sides are not locked by one hash');
  if (source.initiate_tx_hash !== undefined) throw refuse('it has been paid already');
}

function checkAffiliate({ terms, order }: OrderToCheck): void {
  const { affiliateFee } = terms;
  if (!affiliateFee) return;
  const paid = order.affiliate_fees.some(
    ({ asset, address, fee }) =>
      (asset === undefined || sameText(asset, affiliateFee.asset)) &&
      (address === undefined || sameText(address, affiliateFee.address)) &&
      (fee === undefined || fee === affiliateFee.fee),
  );
  if (!paid) throw refuse('it does not pay the affiliate');
}

/** The address is derived from the order's own terms: an order that pays another one differs. */
function depositOf({ draft, created, order, network }: OrderToCheck): CheckedPayment {
  const { source_swap: source } = order;
  const { chain } = draft.sell.asset;
  const hrp = networkOf(chain, network).utxo?.bech32;
  if (created.to === undefined || hrp === undefined) throw refuse('it names no deposit address');
  if (created.amount !== undefined && created.amount !== draft.sell.baseUnits) throw refuse('it wants another amount');
  let derived: string;
  try {
    derived = htlcAddress(
      {
        redeemer: source.redeemer,
        initiator: source.delegate ?? source.initiator,
        secretHash: source.secret_hash,
        timelock: Number(source.timelock),
      },
      hrp,
    );
  } catch {
    throw refuse('the terms of its deposit address cannot be read');
  }
  if (!sameText(derived, created.to)) throw refuse('its deposit address is not the one of its own terms');
  return { kind: 'deposit', address: derived };
}

function checkApproval({ draft }: OrderToCheck, approval: UpstreamTx, contract: string): void {
  const { asset } = draft.sell;
  if (asset.kind !== 'token' || !sameText(approval.to, asset.address))
    throw refuse('its approval is for another token');
  const allowance = decodeAllowance(approval.data);
  if (!allowance || !sameText(allowance.spender, contract)) throw refuse('its approval lets somebody else spend');
}

function readCall(data: string): InitiateCall {
  try {
    return decodeInitiateCall(data);
  } catch {
    throw refuse('its transaction is no payment into Garden’s contract');
  }
}

function checkCall({ draft, order }: OrderToCheck, call: InitiateCall): void {
  const { source_swap: source } = order;
  const wanted = {
    redeemer: source.redeemer,
    timelock: source.timelock,
    amount: draft.sell.baseUnits,
    secretHash: `0x${bareHash(source.secret_hash)}`,
  };
  const [different] = differingTerms(call, wanted);
  if (different) throw refuse(`the ${different} in its transaction is another`);
}

/** A message of an unknown shape is left out: adapted, it would be another message. */
function typedDataOf(
  { draft, created, network }: OrderToCheck,
  call: InitiateCall,
  contract: string,
): GardenTypedData | undefined {
  if (draft.sell.asset.kind !== 'token') return undefined;
  const read = readTypedData(created.typed_data);
  if (!read) return undefined;
  if (!sameText(read.verifyingContract, contract)) throw refuse('its message is for another contract');
  if (read.chainId !== BigInt(networkOf(draft.sell.asset.chain, network).networkId))
    throw refuse('its message is for another chain');
  const [different] = differingTerms(read, call);
  if (different) throw refuse(`the ${different} in its message is another than in its transaction`);
  return read.typedData;
}

function evmPaymentOf(check: OrderToCheck): CheckedPayment {
  const { draft, created, network, htlc } = check;
  const { asset, baseUnits } = draft.sell;
  const tx = created.initiate_transaction ?? created.transaction;
  if (!tx || htlc === undefined) throw refuse('it has no transaction');
  if (!sameText(tx.to, htlc)) throw refuse('its contract is not the one that Garden lists');
  if (tx.chain_id !== undefined && tx.chain_id !== networkOf(asset.chain, network).networkId)
    throw refuse('its transaction is for another chain');
  if ((tx.value ?? 0n) !== (asset.kind === 'native' ? baseUnits : 0n))
    throw refuse('its transaction sends another value');
  const call = readCall(tx.data);
  checkCall(check, call);
  if (created.approval_transaction) checkApproval(check, created.approval_transaction, htlc);
  const typedData = typedDataOf(check, call, htlc);
  return {
    kind: 'evm',
    contract: htlc,
    tx: {
      to: htlc,
      data: tx.data,
      value: (tx.value ?? 0n).toString(),
      ...(tx.gas_limit === undefined || tx.gas_limit === 0n ? {} : { gas: tx.gas_limit.toString() }),
    },
    ...(typedData ? { typedData } : {}),
  };
}

function solanaPaymentOf({ draft, created, order, htlc }: OrderToCheck): CheckedPayment {
  const { asset, baseUnits } = draft.sell;
  const { source_swap: source } = order;
  const tx = created.versioned_tx === undefined ? undefined : readOrderTransaction(created.versioned_tx);
  if (!tx || htlc === undefined) throw refuse('its transaction cannot be read');
  const fault = orderTransactionFault(tx, {
    owner: draft.sourceAddress,
    programId: htlc,
    redeemer: source.redeemer,
    secretHash: source.secret_hash,
    amount: baseUnits,
    timelock: source.timelock,
    ...(asset.kind === 'token' ? { mint: asset.address } : {}),
  });
  if (fault !== undefined) throw refuse(`of its transaction, ${fault}`);
  return { kind: 'solana', program: htlc, base64: tx.base64 };
}

/** How the order is paid, every part checked. @throws {ProviderError} naming the difference. */
export function checkOrder(check: OrderToCheck): CheckedPayment {
  checkSides(check);
  checkLock(check);
  checkAffiliate(check);
  const { kind } = CHAINS[check.draft.sell.asset.chain];
  if (kind === 'utxo') return depositOf(check);
  return kind === 'solana' ? solanaPaymentOf(check) : evmPaymentOf(check);
}
