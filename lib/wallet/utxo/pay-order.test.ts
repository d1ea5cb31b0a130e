/**
 * The address of an order receives exactly what was reviewed, without a memo, while the order waits; nothing else is
 * signed.
 */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { PayableRoute } from '../../payments/payable-route.ts';
import { readPsbtPayment } from '../../payments/utxo/read-utxo.ts';
import { refuseFault } from '../refuse.ts';
import {
  bitcoinRoute,
  faultOf,
  MEMO,
  memoScript,
  paymentOf,
  psbtOf,
  SENDER,
  STRANGER,
  signedPsbt,
  type TestTransaction,
  transactionOf,
  VAULT,
} from '../testing/routes.ts';
import type { UtxoWallet } from '../wallet-kinds.ts';
import { payUtxo } from './pay-utxo.ts';

beforeEach(() => vi.stubGlobal('fetch', async () => Response.json({ hash: 'X' })));
afterEach(() => vi.unstubAllGlobals());

/** 0.5 BTC to the order's address, the change to the sender. */
const orderTx = (): TestTransaction => ({
  outputs: [
    { script: VAULT.script, amount: 50_000_000n },
    { script: SENDER.script, amount: 49_999_000n },
  ],
  input: { script: SENDER.script, amount: 100_000_000n },
  txid: 'aa'.repeat(32),
});
const orderRoute = (tx = orderTx(), change: Partial<PayableRoute> = {}): PayableRoute =>
  bitcoinRoute({
    providers: ['GARDEN'],
    buyAsset: 'ETH.WBTC-0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599',
    memo: undefined,
    tx: psbtOf(tx),
    meta: { txType: 'PSBT', orderId: 'order-1' },
    ...change,
  });
const withOutputs = (change: (outputs: TestTransaction['outputs']) => void): PayableRoute => {
  const tx = orderTx();
  change(tx.outputs);
  return orderRoute(tx);
};
const wallet: UtxoWallet = {
  kind: 'utxo',
  option: { id: 'unisat', name: 'Test' },
  chains: ['BTC'],
  connect: async () => undefined,
  reconnect: async () => undefined,
  signPsbt: async () => signedPsbt(orderTx()),
};

test('the right payment is signed and sent, its hash known before', async () => {
  const { context, record } = paymentOf(orderRoute());
  expect(await payUtxo(wallet, context)).toEqual({ hash: 'X' });
  expect(record.hashes).toEqual([transactionOf(orderTx()).id]);
});

describe('it is not signed when', () => {
  const TAMPERED: [string, PayableRoute][] = [
    ['it pays another address', withOutputs((outputs) => Object.assign(outputs[0] ?? {}, { script: STRANGER.script }))],
    ['it pays one satoshi more', withOutputs((outputs) => Object.assign(outputs[0] ?? {}, { amount: 50_000_001n }))],
    ['it pays one satoshi less', withOutputs((outputs) => Object.assign(outputs[0] ?? {}, { amount: 49_999_999n }))],
    [
      'the change goes to somebody else',
      withOutputs((outputs) => Object.assign(outputs[1] ?? {}, { script: STRANGER.script })),
    ],
    ['it carries a memo', withOutputs((outputs) => outputs.push({ script: memoScript(MEMO), amount: 0n }))],
    ['the address does not stand first', withOutputs((outputs) => outputs.reverse())],
    ['the order’s address is another', orderRoute(orderTx(), { inboundAddress: STRANGER.address })],
    ['there is no order and no channel', orderRoute(orderTx(), { meta: { txType: 'PSBT' } })],
  ];
  test.each(TAMPERED)('%s', async (_what, route) => {
    expect(await faultOf(() => refuseFault(readPsbtPayment(String(route.tx), route, 'sandbox')))).toMatchObject({
      fault: 'mismatch',
      nothingSent: true,
    });
  });

  test('the order has expired', async () => {
    const { context } = paymentOf(orderRoute(orderTx(), { expiration: '1700000000' }));
    expect(await faultOf(() => payUtxo(wallet, context))).toMatchObject({ fault: 'expired', nothingSent: true });
  });
});
