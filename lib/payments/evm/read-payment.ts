/**
 * Reads everything that is signed for a payment on an EVM chain. Each kind of payment has its own reader; a payment
 * of an unknown kind is refused.
 */
import { evmTxSchema, type WireEvmTx } from '../../api/schemas/route.ts';
import type { ChainId } from '../../domain/chain-id.ts';
import { evmVault, readVaultCall, type VaultCallField } from '../chainflip/read-vault-call.ts';
import { isLock, type LockField, type MessageField, readLock, readLockMessage } from '../garden/read-lock.ts';
import { isRouterSwap, readRouterSwap, type SwapField } from '../oneinch/read-swap.ts';
import { oneinchRouter } from '../oneinch/router.ts';
import { isPlainTransfer, type PaidBy, type PayableRoute } from '../payable-route.ts';
import { type PaymentField, type PaymentSection, refusedWhole, unreadable } from '../payment-fields.ts';
import { type DepositField, readDeposit } from '../thor-family/read-deposit.ts';
import { readEvmTransfer, type TransferField } from '../transfer/read-evm-transfer.ts';
import { signedLeg } from '../two-leg/signed-leg.ts';
import { contractField } from './contract-field.ts';
import { type CommonField, commonFields, type EvmContext, type EvmTerms, evmTerms, valueField } from './evm-terms.ts';
import { type PermitField, permitFields } from './permit.ts';
import { type ApprovalField, readApproval } from './read-approval.ts';

/** `transaction`: one that is unreadable. */
export type EvmSectionName =
  | 'transaction'
  | 'approval'
  | 'permit'
  | 'transfer'
  | 'deposit'
  | 'routerSwap'
  | 'lock'
  | 'lockMessage'
  | 'vaultSwap';
export type EvmField =
  | CommonField
  | 'contract'
  | ApprovalField
  | PermitField
  | TransferField
  | DepositField
  | SwapField
  | LockField
  | MessageField
  | VaultCallField;
export type EvmSection = PaymentSection<EvmSectionName, EvmField>;

export type EvmPayment = {
  /** In the order of the wallet's requests: the allowances, sent or signed, the call, and the message that may replace it. */
  sections: EvmSection[];
  /** Undefined when unreadable. */
  tx: WireEvmTx | undefined;
  /** In the order in which they are to be sent. */
  approvals: WireEvmTx[];
};

type Kind = {
  section: EvmSectionName;
  applies(route: PayableRoute): boolean;
  /** The only contract that may be called on a chain, whatever the route says. */
  known?(chain: ChainId): string | undefined;
  read(tx: WireEvmTx, terms: EvmTerms): PaymentField<EvmField>[];
};

/** Calls of the contract that the route names; the first that applies. */
const CALLS: readonly Kind[] = [
  { section: 'deposit', applies: ({ memo }) => memo !== undefined, read: readDeposit },
  { section: 'routerSwap', applies: isRouterSwap, known: oneinchRouter, read: readRouterSwap },
  { section: 'lock', applies: isLock, read: readLock },
  { section: 'vaultSwap', applies: () => true, known: evmVault, read: readVaultCall },
];

const cannotBeRead = (section: EvmSectionName): EvmSection => ({
  section,
  fields: [{ field: 'transaction', actual: { kind: 'none' }, fault: unreadable('The transaction cannot be read.') }],
});

function parseTx(value: unknown): WireEvmTx | undefined {
  const { data } = evmTxSchema.safeParse(value);
  try {
    return data && BigInt(data.value) >= 0n ? data : undefined;
  } catch {
    return undefined;
  }
}

function callSection(tx: WireEvmTx, terms: EvmTerms): EvmSection {
  const { route, chain } = terms;
  const common = commonFields(tx, terms);
  const value = valueField(tx, terms);
  if (isPlainTransfer(route)) return { section: 'transfer', fields: [...common, ...readEvmTransfer(tx, terms), value] };
  const kind = CALLS.find(({ applies }) => applies(route));
  if (!kind) return cannotBeRead('transaction');
  const contract = contractField(tx, terms, kind.known && { address: kind.known(chain) });
  return { section: kind.section, fields: [...common, contract, ...kind.read(tx, terms), value] };
}

function approvalSections(route: PayableRoute, terms: EvmTerms): { section: EvmSection; tx: WireEvmTx | undefined }[] {
  // A plain transfer needs no allowance.
  if (isPlainTransfer(route)) return [];
  return (route.meta.approvals ?? []).map((value, index, { length }) => {
    const tx = parseTx(value);
    if (!tx) return { tx, section: cannotBeRead('approval') };
    return { tx, section: { section: 'approval', fields: readApproval(tx, terms, index === length - 1) } };
  });
}

/** @param by `signature`: a message is signed instead of the call, and both must be right. */
export function readEvmPayment(reviewed: PayableRoute, context: EvmContext, by: PaidBy = 'transaction'): EvmPayment {
  const { route, fault } = signedLeg(reviewed);
  if (fault)
    return {
      sections: [refusedWhole(fault)],
      tx: undefined,
      approvals: [],
    };
  const tx = parseTx(route.tx);
  if (!tx) return { sections: [cannotBeRead('transaction')], tx, approvals: [] };
  const terms = evmTerms(route, context);
  const approvals = approvalSections(route, terms);
  const { permit } = route.meta;
  const allowed: EvmSection[] =
    permit === undefined ? [] : [{ section: 'permit', fields: permitFields(permit, terms) }];
  const message: EvmSection[] =
    by === 'signature' ? [{ section: 'lockMessage', fields: readLockMessage(tx, terms) }] : [];
  return {
    sections: [...approvals.map(({ section }) => section), ...allowed, callSection(tx, terms), ...message],
    tx,
    approvals: approvals.flatMap((one) => one.tx ?? []),
  };
}
