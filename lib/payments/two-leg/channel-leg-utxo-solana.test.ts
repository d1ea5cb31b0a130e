/** A route that begins at Chainflip is paid by a plain transfer to its channel, exactly, and by nothing else. */
import { describe, expect, test } from 'vitest';
import {
  MEMO,
  memoScript,
  psbtOf,
  SENDER,
  STRANGER,
  type TestTransaction,
  VAULT,
} from '../../wallet/testing/routes.ts';
import { SOL_CHANNEL, SOL_STRANGER, solTransferRoute, swapOf, transferOf } from '../../wallet/testing/solana-routes.ts';
import { bitcoinToTokenRoute, etherToTokenRoute } from '../../wallet/testing/two-leg-routes.ts';
import type { PayableRoute } from '../payable-route.ts';
import { firstFault } from '../payment-fields.ts';
import { readSolanaPayment } from '../solana/read-solana.ts';
import { readPsbtPayment } from '../utxo/read-utxo.ts';

/** 0.5 BTC to the channel, the change to the sender. */
const honestTx = (): TestTransaction => ({
  outputs: [
    { script: VAULT.script, amount: 50_000_000n },
    { script: SENDER.script, amount: 49_999_000n },
  ],
  input: { script: SENDER.script, amount: 100_000_000n },
  txid: 'aa'.repeat(32),
});
const bitcoin = (
  change: (outputs: TestTransaction['outputs']) => void = () => undefined,
  ...rest: [Parameters<typeof bitcoinToTokenRoute>[1]?, Partial<PayableRoute>?]
) => {
  const tx = honestTx();
  change(tx.outputs);
  return bitcoinToTokenRoute(psbtOf(tx), ...rest);
};
const solana = (instructions = [transferOf()], change: Partial<PayableRoute> = {}): PayableRoute => {
  const route = solTransferRoute(instructions);
  const { legs = [], ...whole } = etherToTokenRoute();
  const sold = { sellAsset: route.sellAsset, sellAmount: route.sellAmount };
  return {
    ...whole,
    ...route,
    providers: whole.providers,
    legs: legs.map((leg, index) => (index === 0 ? { ...leg, ...sold } : leg)),
    meta: { ...whole.meta, txType: 'SOLANA' },
    ...change,
  };
};

const faultOnBitcoin = (route: PayableRoute) => firstFault(readPsbtPayment(String(route.tx), route, 'sandbox'));
const faultOnSolana = (route: PayableRoute) => firstFault(readSolanaPayment(String(route.tx), route));

describe('the right payment passes', () => {
  test('of bitcoin and SOL', () => {
    const route = bitcoin();
    expect(faultOnBitcoin(route)).toBeUndefined();
    expect(faultOnSolana(solana())).toBeUndefined();
  });
});

describe('on Bitcoin it is not signed when', () => {
  const TAMPERED: [string, PayableRoute][] = [
    ['it pays another address', bitcoin((outputs) => Object.assign(outputs[0] ?? {}, { script: STRANGER.script }))],
    ['it pays one satoshi more', bitcoin((outputs) => Object.assign(outputs[0] ?? {}, { amount: 50_000_001n }))],
    ['it pays one satoshi less', bitcoin((outputs) => Object.assign(outputs[0] ?? {}, { amount: 49_999_999n }))],
    [
      'the change goes to somebody else',
      bitcoin((outputs) => Object.assign(outputs[1] ?? {}, { script: STRANGER.script })),
    ],
    ['it carries words', bitcoin((outputs) => outputs.splice(1, 0, { script: memoScript(MEMO), amount: 0n }))],
    ['the channel is another', bitcoin(undefined, {}, { inboundAddress: STRANGER.address })],
    ['nothing was opened for it', bitcoin(undefined, { meta: { orderId: undefined } })],
    ['the first leg is said to sell another amount', bitcoin(undefined, { leg: { sellAmount: '0.6' } })],
    ['nobody says where the legs meet', bitcoin(undefined, { meta: { bridge: undefined } })],
  ];
  test.each(TAMPERED)('%s', (_what, route) => expect(faultOnBitcoin(route)).toMatchObject({ code: 'mismatch' }));
});

describe('on Solana it is not signed when', () => {
  const TAMPERED: [string, PayableRoute][] = [
    ['it pays another address', solana([transferOf({ to: SOL_STRANGER })])],
    ['it pays one lamport more', solana([transferOf({ lamports: 2_000_000_001n })])],
    ['it pays twice', solana([transferOf(), transferOf()])],
    ['it calls the vault, which knows nothing of the second leg', solana([swapOf()])],
    ['the channel is another', solana([transferOf()], { inboundAddress: SOL_STRANGER })],
    ['there is no address to pay to', solana([transferOf({ to: SOL_CHANNEL })], { inboundAddress: undefined })],
  ];
  test.each(TAMPERED)('%s', (_what, route) => expect(faultOnSolana(route)).toMatchObject({ code: 'mismatch' }));
});
