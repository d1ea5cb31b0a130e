/** The replay of recorded answers reports what the adapters would do, not a fault of the tool itself. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { htlcAddress } from '../../lib/payments/garden/bitcoin-htlc.ts';
import { replayGarden } from '../replay/garden.ts';
import { replayThorFamily } from '../replay/thor-family.ts';

const ALICE = '0x1111111111111111111111111111111111111111';
const ALICE_BTC = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const SOLVER = '0x661ba32eb5f86cab358ddbb7f264b10c5825e2dd';
const HTLC = '0x5fa58e4e89c85b8d678ade970bd6afd4311af17e';
const KEYS = {
  solver: '460f2e8ff81fc4e0a8e6ce7796704e3829e3e3eedb8db9390bdc51f4f04cf0a6',
  delegate: 'bc182774238a970984da3727d8acdc8c93c23f85167afd7d58db73ef9e81b9b0',
};
const HASH = '61d22856ce12bc3693df0cd4967d404400449f61810080c52638fd805b379723';

const ok = (result: unknown, request: Record<string, string> = {}) => ({
  status: 200,
  body: { status: 'Ok', result },
  request,
});

describe('an order of Garden', () => {
  const lock = { timelock: 144, amount: '50000', secret_hash: HASH };

  it('is paid at the address of its delegate’s key, like a deposit', async () => {
    const terms = { redeemer: KEYS.solver, initiator: KEYS.delegate, secretHash: HASH, timelock: 144 };
    const source = {
      ...lock,
      swap_id: htlcAddress(terms, 'bc'),
      asset: 'bitcoin:btc',
      initiator: ALICE_BTC,
      delegate: KEYS.delegate,
      redeemer: KEYS.solver,
    };
    const destination = { ...lock, swap_id: '', asset: 'ethereum:wbtc', initiator: SOLVER, redeemer: ALICE };
    const order = { order_id: 'aa', source_swap: source, destination_swap: destination };
    expect(await replayGarden('/v2/orders/:id', ok(order))).toContain('the source is at the address of its terms');
  });

  it.each(['initiate_transaction', 'transaction'])('is read with its payment under the name %s', async (name) => {
    const word = (value: string | number) => value.toString(16).replace(/^0x/, '').padStart(64, '0');
    const data = `0x97ffc7ae${word(SOLVER)}${word(7200)}${word(50_000)}${HASH}`;
    const created = { order_id: 'aa', [name]: { to: HTLC, value: '0x0', data, gas_limit: '0x493e0', chain_id: 1 } };
    const asked = { from: 'ethereum:wbtc', to: 'bitcoin:btc', redeemer: SOLVER, secret_hash: HASH };
    expect(await replayGarden('/v2/orders', ok(created, asked))).toBe(`order aa: paid by a call of ${HTLC}`);
  });
});

describe('actions of Midgard', () => {
  it('complete a swap for which the node plans no payout', async () => {
    const fixture = 'lib/providers/thor-family/__fixtures__/maya-midgard-actions.json';
    const body: unknown = JSON.parse(readFileSync(fixture, 'utf8'));
    expect(await replayThorFamily('maya')('/v2/actions', { status: 200, body, request: {} })).toMatch(
      /swapDone 3329\.7336036086 MAYA\.CACAO, outboundSent 3329\.7336036086 MAYA\.CACAO/,
    );
  });
});

describe('a quote of THORChain', () => {
  const replay = replayThorFamily('thor');

  it('within one chain is compared with the vault that it names itself', async () => {
    const body = {
      inbound_address: '0x3333333333333333333333333333333333333333',
      router: '0x4444444444444444444444444444444444444444',
      expected_amount_out: '6000000000',
      fees: { asset: 'ETH.USDC-0XA0B86991C6218B36C1D19D4A2E9EB0CE3606EB48' },
      expiry: 1_782_589_000,
    };
    const request = {
      from_asset: 'ETH.ETH',
      to_asset: 'ETH.USDC-0XA0B86991C6218B36C1D19D4A2E9EB0CE3606EB48',
      amount: '2000000',
      streaming_interval: '0',
    };
    expect(await replay('/thorchain/quote/swap', { status: 200, body, request })).toMatch(
      /^route THORCHAIN: 0\.02 ETH/,
    );
  });

  it('that is refused as too small says so, however large the pools are', async () => {
    const body = { code: 3, message: 'amount less than min swap amount (recommended_min_amount_in: 17895)' };
    const request = { from_asset: 'BTC.BTC', to_asset: 'ETH.ETH', amount: '100000000' };
    expect(await replay('/thorchain/quote/swap', { status: 400, body, request })).toMatch(/^error swapAmountTooSmall/);
  });
});
