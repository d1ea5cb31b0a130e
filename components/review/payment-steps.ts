/** Lists every step of a payment in advance, each with its state according to the wallet's reports. */
import { evmTxSchema, type WireRoute } from '../../lib/api/schemas/route.ts';
import { CHAINS } from '../../lib/chains/chains.ts';
import { assetOf } from '../../lib/domain/asset.ts';
import type { Text } from '../../lib/i18n/text.ts';
import { decodeAllowance } from '../../lib/payments/evm/token-call.ts';
import type { PaidBy } from '../../lib/payments/payable-route.ts';
import type { PayStep } from '../../lib/wallet/wallet-types.ts';
import { assetView } from '../tokens/asset-view.ts';
import { fullAmount } from '../ui/format.ts';

export type StepKind = 'network' | 'check' | 'approve' | 'sign' | 'owners' | 'send';
export type StepState = 'waiting' | 'running' | 'done' | 'skipped';
export type PaymentStep = {
  kind: StepKind;
  label: string;
  /** The spender of an allowance. */
  spender?: string;
  state: StepState;
  /** What the running step waits for. */
  now?: string;
};

type Planned = Omit<PaymentStep, 'state' | 'now'>;

function approvalSteps(t: Text, route: WireRoute): Planned[] {
  const { symbol } = assetView(route.sellAsset);
  return (route.meta.approvals ?? []).flatMap((approval): Planned[] => {
    const tx = evmTxSchema.safeParse(approval);
    const call = tx.success ? decodeAllowance(tx.data.data) : undefined;
    if (!call) return [];
    const { spender } = call;
    return call.amount === 0n
      ? [{ kind: 'approve', label: t('Revoke the old allowance of {symbol}', { symbol }), spender }]
      : [
          {
            kind: 'approve',
            label: t('Allow exactly {amount} {symbol}', { amount: fullAmount(route.sellAmount, t.tag), symbol }),
            spender,
          },
        ];
  });
}

function planned(t: Text, route: WireRoute, by: PaidBy, toOwners: boolean): Planned[] {
  const { chain } = assetOf(route.sellAsset);
  const { kind, name } = CHAINS[chain];
  return [
    ...(kind === 'evm' ? [{ kind: 'network' as const, label: t('Wallet on {chain}', { chain: name }) }] : []),
    { kind: 'check', label: t('What will be signed is checked once more') },
    ...approvalSteps(t, route),
    { kind: 'sign', label: by === 'signature' ? t('Sign the message') : t('Sign the payment') },
    ...(toOwners ? [{ kind: 'owners' as const, label: t('The other owners sign') }] : []),
    {
      kind: 'send',
      label: by === 'signature' ? t('Garden sends it and pays the gas') : t('Send it to {chain}', { chain: name }),
    },
  ];
}

/** The planned step that each report belongs to, and what it waits for. */
const KIND_OF: Readonly<Record<PayStep, StepKind>> = {
  switchingNetwork: 'network',
  checking: 'check',
  permitting: 'approve',
  approving: 'approve',
  waitingForApproval: 'approve',
  signing: 'sign',
  signingAtOnce: 'sign',
  signingInTurn: 'sign',
  waitingForOwners: 'owners',
  handingIn: 'send',
  sending: 'send',
  sent: 'send',
};

function runningText(t: Text, step: PayStep): string {
  switch (step) {
    case 'switchingNetwork':
      return t('Your wallet is asked to change the network…');
    case 'checking':
      return t('Checking…');
    case 'permitting':
      return t('Sign the allowance in your wallet: a message for exactly this amount, which costs no gas…');
    case 'approving':
      return t('Approve the allowance in your wallet…');
    case 'waitingForApproval':
      return t('Waiting for the allowance to be in a block…');
    case 'signing':
      return t('Sign in your wallet…');
    case 'signingAtOnce':
      return t('Confirm once in your wallet: the allowance and the payment happen together or not at all…');
    case 'signingInTurn':
      return t('Confirm in your wallet: the allowance and the payment are sent one after the other…');
    case 'waitingForOwners':
      return t('Waiting for the other owners’ signatures…');
    case 'handingIn':
    case 'sending':
      return t('Sending…');
    case 'sent':
      return t('Sent');
  }
}

/**
 * The index of the running step. An allowance that was given earlier is not requested again; where fewer are requested,
 * the last ones are.
 */
function runningIndex(steps: readonly Planned[], events: readonly PayStep[]): number {
  const last = events.at(-1);
  if (last === undefined) return -1;
  const kind = KIND_OF[last];
  const indices = steps.flatMap((step, index) => (step.kind === kind ? [index] : []));
  if (kind !== 'approve') {
    // The check runs again between allowance and signature, but the list has it once.
    const first = indices[0] ?? -1;
    return kind === 'check' && askedOf(steps, events) > 0
      ? steps.findIndex(({ kind: one }) => one === 'sign') - 1
      : first;
  }
  return indices[Math.min(askedOf(steps, events), indices.length) - 1] ?? -1;
}

/** How many of the listed allowances were asked for. A signed one replaces all of them, as one request with the payment does. */
const askedOf = (steps: readonly Planned[], events: readonly PayStep[]): number =>
  events.some((event) => isAtOnce(event) || event === 'permitting')
    ? steps.length
    : events.filter((event) => event === 'approving').length;

/** Whether allowance and payment are one request to the wallet. */
const isAtOnce = (event: PayStep | undefined): boolean => event === 'signingAtOnce' || event === 'signingInTurn';

/** Until the wallet has answered that request, the list stays at the allowance, whose spender is shown. */
function stepAtOnce(t: Text, step: Planned, last: PayStep): PaymentStep {
  if (step.kind === 'approve') return { ...step, state: 'running', now: runningText(t, last) };
  return { ...step, state: ['network', 'check'].includes(step.kind) ? 'done' : 'waiting' };
}

/** @param events every report of the payment so far, in order; empty before it began. */
export function paymentSteps(t: Text, route: WireRoute, by: PaidBy, events: readonly PayStep[]): PaymentStep[] {
  const steps = planned(t, route, by, events.includes('waitingForOwners'));
  const last = events.at(-1);
  if (last !== undefined && isAtOnce(last)) return steps.map((step) => stepAtOnce(t, step, last));
  const running = runningIndex(steps, events);
  const asked = askedOf(steps, events);
  let approvals = 0;
  return steps.map((step, index): PaymentStep => {
    if (step.kind === 'approve') approvals += 1;
    if (last === undefined || index > running) return { ...step, state: 'waiting' };
    if (step.kind === 'approve' && approvals > asked) return { ...step, state: 'skipped', now: t('given already') };
    if (index < running || last === 'sent') return { ...step, state: 'done' };
    // Between an allowance and the signature the check runs again, while the list stays at the finished allowance.
    if (KIND_OF[last] !== step.kind) return { ...step, state: 'done' };
    return { ...step, state: 'running', now: runningText(t, last) };
  });
}
