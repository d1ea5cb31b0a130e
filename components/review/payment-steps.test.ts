/** A paying user sees every step in advance, which one is running, and the spender of each allowance. */
import { describe, expect, test } from 'vitest';
import type { WireRoute } from '../../lib/api/schemas/route.ts';
import { createText } from '../../lib/i18n/text.ts';
import type { PayableRoute } from '../../lib/payments/payable-route.ts';
import {
  approveData,
  bitcoinRoute,
  etherRoute,
  evmTx,
  ROUTER,
  tokenRoute,
  USDC,
} from '../../lib/wallet/testing/routes.ts';
import type { PayStep } from '../../lib/wallet/wallet-types.ts';
import { paymentSteps } from './payment-steps.ts';

const t = createText('en');
/** Values that the steps of both kinds of route share. */
const wire = (route: PayableRoute) => route as unknown as WireRoute;
const states = (route: PayableRoute, events: readonly PayStep[], by: 'transaction' | 'signature' = 'transaction') =>
  paymentSteps(t, wire(route), by, events).map(({ kind, state }) => `${kind} ${state}`);

const withReset = () =>
  tokenRoute({
    approvals: [0n, 25_000_000n].map((amount) => evmTx({ to: USDC, value: '0', data: approveData(ROUTER, amount) })),
  });

describe('the steps of a payment', () => {
  test('are all listed before the first, with the spender by name', () => {
    const steps = paymentSteps(t, wire(withReset()), 'transaction', []);
    expect(steps.map(({ kind }) => kind)).toEqual(['network', 'check', 'approve', 'approve', 'sign', 'send']);
    expect(steps[2]).toMatchObject({ label: 'Revoke the old allowance of USDC', spender: ROUTER, state: 'waiting' });
    expect(steps[3]).toMatchObject({ label: 'Allow exactly 25 USDC', spender: ROUTER });
    expect(paymentSteps(t, wire(bitcoinRoute()), 'transaction', []).map(({ kind }) => kind)).toEqual([
      'check',
      'sign',
      'send',
    ]);
  });

  test('run one after the other, each allowance separately', () => {
    const events: PayStep[] = ['switchingNetwork', 'checking', 'approving', 'waitingForApproval', 'approving'];
    expect(states(withReset(), events)).toEqual([
      'network done',
      'check done',
      'approve done',
      'approve running',
      'sign waiting',
      'send waiting',
    ]);
    expect(states(withReset(), [...events, 'waitingForApproval', 'checking'])).toEqual([
      'network done',
      'check done',
      'approve done',
      'approve done',
      'sign waiting',
      'send waiting',
    ]);
  });

  test('leave out an allowance that was given before', () => {
    expect(states(tokenRoute(), ['switchingNetwork', 'checking', 'checking', 'signing'])).toEqual([
      'network done',
      'check done',
      'approve skipped',
      'sign running',
      'send waiting',
    ]);
  });

  test.each(['signingAtOnce', 'signingInTurn'] as const)(
    'stay at the allowance while both are confirmed: %s',
    (step) => {
      const events = ['switchingNetwork', 'checking', step] as const;
      expect(states(tokenRoute(), [...events])).toEqual([
        'network done',
        'check done',
        'approve running',
        'sign waiting',
        'send waiting',
      ]);
      for (const state of states(tokenRoute(), [...events, 'sent'])) expect(state).toMatch(/done$/);
      // The wallet could not do it after all.
      expect(states(tokenRoute(), [...events, 'approving'])).toContain('approve running');
    },
  );

  test('stay at an allowance that is signed, and go on with the payment', () => {
    const events: PayStep[] = ['switchingNetwork', 'checking', 'permitting'];
    expect(states(tokenRoute(), events)).toEqual([
      'network done',
      'check done',
      'approve running',
      'sign waiting',
      'send waiting',
    ]);
    expect(states(tokenRoute(), [...events, 'checking'])).toContain('approve done');
    expect(states(tokenRoute(), [...events, 'checking', 'signing'])).toContain('sign running');
    for (const state of states(tokenRoute(), [...events, 'checking', 'signing', 'sent']))
      expect(state).toMatch(/done$/);
  });

  test('are all done at the end', () => {
    for (const state of states(etherRoute(), ['switchingNetwork', 'checking', 'signing', 'sent']))
      expect(state).toMatch(/done$/);
  });

  test('mention the other owners of a Safe only where there are some', () => {
    expect(states(etherRoute(), ['checking', 'signing', 'waitingForOwners'])).toContain('owners running');
    expect(states(etherRoute(), ['checking', 'signing']).join()).not.toContain('owners');
  });
});
