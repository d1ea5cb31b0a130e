/** A route that begins at Chainflip is paid by a plain transfer to its channel, exactly, and by nothing else. */
import { describe, expect, test } from 'vitest';
import type { PayableRoute } from '../../payments/payable-route.ts';
import { readSolanaPayment } from '../../payments/solana/read-solana.ts';
import type { SolanaFacts } from '../../payments/solana/solana-facts.ts';
import { readPsbtPayment } from '../../payments/utxo/read-utxo.ts';
import { checkEvmPayment } from '../evm/check-evm.ts';
import { refuseFault } from '../refuse.ts';
import {
  approveData,
  faultOf,
  MEMO,
  memoScript,
  NOW,
  type Parts,
  psbtOf,
  SENDER,
  STRANGER,
  VAULT,
} from '../testing/routes.ts';
import { SOL_CHANNEL, SOL_STRANGER, solTransferRoute, swapOf, transferOf } from '../testing/solana-routes.ts';
import {
  bitcoinToTokenRoute,
  CHANNEL,
  etherToTokenRoute,
  tokenToTokenRoute,
  transferData,
} from '../testing/two-leg-routes.ts';

const checkSolana = (route: PayableRoute, facts?: SolanaFacts) =>
  refuseFault(readSolanaPayment(String(route.tx), route, facts));

const OTHER = '0x9999999999999999999999999999999999999999';
const at = { network: 'sandbox' as const, nowSeconds: NOW, tokenDecimals: 8 };

/** 0.5 BTC to the channel, the change to the sender. */
const rightParts = (): Parts => ({
  outputs: [
    { script: VAULT.script, amount: 50_000_000n },
    { script: SENDER.script, amount: 49_999_000n },
  ],
  input: { script: SENDER.script, amount: 100_000_000n },
  txid: 'aa'.repeat(32),
});
const bitcoin = (
  change: (outputs: Parts['outputs']) => void = () => undefined,
  ...rest: [Parameters<typeof bitcoinToTokenRoute>[1]?, Partial<PayableRoute>?]
) => {
  const parts = rightParts();
  change(parts.outputs);
  return bitcoinToTokenRoute(psbtOf(parts), ...rest);
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

describe('the right payment passes', () => {
  test('of a chain’s own coin, a token, bitcoin and SOL', () => {
    expect(checkEvmPayment(etherToTokenRoute(), at)).toMatchObject({ tx: { to: CHANNEL }, approvals: [] });
    expect(() => checkEvmPayment(tokenToTokenRoute(), at)).not.toThrow();
    const route = bitcoin();
    expect(() => refuseFault(readPsbtPayment(String(route.tx), route, 'sandbox'))).not.toThrow();
    expect(() => checkSolana(solana())).not.toThrow();
  });
});

const refused = async (run: () => unknown) =>
  expect(await faultOf(run)).toMatchObject({ fault: 'mismatch', nothingSent: true });

describe('on an EVM chain it is not signed when', () => {
  const token = (data: string, tx: Record<string, unknown> = {}) => tokenToTokenRoute(data, tx);
  const TAMPERED: [string, PayableRoute][] = [
    ['it pays another address', etherToTokenRoute({ to: OTHER })],
    ['it sends one wei more', etherToTokenRoute({ value: '2000000000000000001' })],
    ['it sends one wei less', etherToTokenRoute({ value: '1999999999999999999' })],
    ['it does more than pay', etherToTokenRoute({ data: '0x00' })],
    ['it comes from another account', etherToTokenRoute({ from: OTHER })],
    ['it is for another network', etherToTokenRoute({ chain_id: 1 })],
    ['the channel is another', etherToTokenRoute({}, { inboundAddress: OTHER })],
    ['there is no address to pay to', etherToTokenRoute({}, { inboundAddress: undefined })],
    [
      'nothing was opened for it',
      { ...etherToTokenRoute(), meta: { ...etherToTokenRoute().meta, orderId: undefined } },
    ],
    ['a token goes to another address', token(transferData(OTHER, 1_000_000n))],
    ['one unit more of a token is sent', token(transferData(CHANNEL, 1_000_001n))],
    ['one unit less of a token is sent', token(transferData(CHANNEL, 999_999n))],
    ['another token is sent', token(transferData(CHANNEL, 1_000_000n), { to: OTHER })],
    ['coins are sent along', token(transferData(CHANNEL, 1_000_000n), { value: '1' })],
    ['an allowance is given', token(approveData(CHANNEL, 1_000_000n))],
  ];
  test.each(TAMPERED)('%s', (_what, route) => refused(() => checkEvmPayment(route, at)));

  test('it runs out in less time than a block may need', async () => {
    const route = etherToTokenRoute({}, { expiration: String(NOW + 60) });
    expect(await faultOf(() => checkEvmPayment(route, at))).toMatchObject({ fault: 'expired', nothingSent: true });
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
  test.each(TAMPERED)('%s', (_what, route) =>
    refused(() => refuseFault(readPsbtPayment(String(route.tx), route, 'sandbox'))),
  );
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
  test.each(TAMPERED)('%s', (_what, route) => refused(() => checkSolana(route)));
});
