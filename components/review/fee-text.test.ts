import { describe, expect, it } from 'vitest';
import type { WireFee } from '../../lib/api/schemas/route.ts';
import { createText } from '../../lib/i18n/text.ts';
import { testRoute } from '../routes/test-routes.ts';
import { feeLabels } from './fee-text.ts';

const t = createText('en');
const fee = (more: Partial<WireFee> = {}): WireFee => ({
  type: 'inbound',
  amount: '0.00002',
  asset: 'BTC.BTC',
  chain: 'BTC',
  protocol: 'CHAINFLIP',
  ...more,
});

describe('the name of a fee', () => {
  it('distinguishes what Chainflip takes off the deposit from what is paid on top of it', () => {
    const route = testRoute('CHAINFLIP', { meta: { txType: 'PSBT' } });
    expect(feeLabels(t, fee(), route).name).toBe('Bitcoin network fee');
    expect(feeLabels(t, fee({ included: true }), route).name).toBe('Deposit fee (Chainflip)');
  });
  it('calls the fee of a Bitcoin payment an estimate while no transaction is built', () => {
    expect(feeLabels(t, fee(), testRoute('CHAINFLIP')).name).toBe('Bitcoin network fee, estimated');
    const ether = fee({ asset: 'ETH.ETH', chain: 'ETH' });
    expect(feeLabels(t, ether, testRoute('CHAINFLIP')).name).toBe('Ethereum network fee');
  });
});
