import { base64, hex } from '@scure/base';
import { Transaction } from '@scure/btc-signer';
import { describe, expect, it } from 'vitest';
import { assetOf } from '../domain/asset.ts';
import type { Fee } from '../domain/fee.ts';
import { withFeeLabels } from './fee-labels.ts';
import { amountOf, draftFor } from './test-quotes.ts';

const SCRIPT = hex.decode(`0014${'11'.repeat(20)}`);

/** Spends 100000 and pays 60000 and 38000. */
function psbt(): string {
  const tx = new Transaction({ allowUnknownOutputs: true });
  tx.addInput({ txid: '22'.repeat(32), index: 0, witnessUtxo: { script: SCRIPT, amount: 100_000n } });
  tx.addOutput({ script: SCRIPT, amount: 60_000n });
  tx.addOutput({ script: hex.decode('6a024142'), amount: 0n });
  tx.addOutput({ script: SCRIPT, amount: 38_000n });
  return base64.encode(tx.toPSBT(0));
}

const fee = (type: Fee['type'], amount: string, asset: string, more: Partial<Fee> = {}): Fee => ({
  type,
  amount: amountOf(amount, asset),
  chain: assetOf(asset).chain,
  protocol: 'CHAINFLIP',
  ...more,
});
const draftWith = (fees: Fee[], sold = 'BTC.BTC') =>
  draftFor(
    {
      providerId: 'CHAINFLIP',
      sellAsset: assetOf(sold),
      buyAsset: assetOf('ETH.ETH'),
      sellAmount: '0.0006',
      slippageBps: 100,
      includeTx: true,
    },
    { fees },
  );

describe('the fee of a Bitcoin payment', () => {
  const onTop = fee('inbound', '0.00000309', 'BTC.BTC');
  const taken = fee('inbound', '0.000001', 'BTC.BTC', { included: true, label: 'Chainflip deposit fee' });

  it('is its transaction’s, in the route and in its legs; a fee taken off the deposit stays as it is', () => {
    const draft = draftWith([onTop, taken]);
    const legs = draft.legs.map((leg) => ({ ...leg, fees: [onTop, taken] }));
    const labelled = withFeeLabels({ ...draft, legs, tx: { type: 'PSBT', tx: psbt() } });
    expect(labelled.fees).toEqual([
      { ...onTop, amount: amountOf('0.00002', 'BTC.BTC'), label: 'Bitcoin network fee, paid on top' },
      taken,
    ]);
    expect(labelled.legs[0]?.fees).toEqual(labelled.fees);
  });
  it('is labelled as an estimate when no transaction is built', () => {
    const [labelled] = withFeeLabels(draftWith([onTop, taken])).fees;
    expect(labelled).toEqual({ ...onTop, label: 'Bitcoin network fee, paid on top (an estimate)' });
  });
});

describe('fees of one type', () => {
  it('have a label each, and a single fee needs none', () => {
    const fees = [
      fee('liquidity', '1', 'SOL.SOL', { protocol: 'JUPITER' }),
      fee('liquidity', '2', 'ETH.USDC-0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'),
      fee('outbound', '3', 'ETH.ETH'),
    ];
    const labelled = withFeeLabels(draftWith(fees, 'SOL.SOL')).fees.map(({ label }) => label);
    expect(labelled).toEqual(['Jupiter, in SOL', 'Chainflip, in USDC', undefined]);
  });
});
