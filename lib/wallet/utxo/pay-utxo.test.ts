/** A Bitcoin-family payment is checked, signed, stored and only then sent; every end says whether money moved. */
import { encodeCashAddress } from '@bitauth/libauth';
import { base64, hex } from '@scure/base';
import { Transaction } from '@scure/btc-signer';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import type { PayableRoute } from '../../payments/payable-route.ts';
import {
  answerGateway,
  askedFor,
  bitcoinRoute,
  faultOf,
  honestTx,
  keyHashAddress,
  MEMO,
  memoScript,
  type PaymentRecord,
  paymentOf,
  psbtOf,
  rawOf,
  SENDER_KEY,
  STRANGER,
  type TestTransaction,
} from '../testing/routes.ts';
import type { UtxoWallet } from '../wallet-kinds.ts';
import { payUtxo } from './pay-utxo.ts';

beforeEach(() => vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network in tests'))));
afterEach(() => vi.unstubAllGlobals());

const option = { id: 'unisat', name: 'Test' };
const signing = (signPsbt: UtxoWallet['signPsbt']): UtxoWallet => ({
  kind: 'utxo',
  option,
  chains: ['BTC'],
  connect: async () => undefined,
  reconnect: async () => undefined,
  ...(signPsbt ? { signPsbt } : {}),
});
const honest = signing(async ({ base64: psbt }) => {
  const tx = Transaction.fromPSBT(base64.decode(psbt), { allowUnknownOutputs: true });
  tx.sign(SENDER_KEY);
  return base64.encode(tx.toPSBT(0));
});
const gateway = (record: PaymentRecord, answers: Parameters<typeof answerGateway>[1]) =>
  vi.stubGlobal('fetch', answerGateway(record, answers));

describe('a wallet that signs', () => {
  test('the hash is known before the payment is sent, and is the one that is sent', async () => {
    const { context, record } = paymentOf(bitcoinRoute());
    gateway(record, { broadcast: { body: { hash: 'the network’s word' } } });
    const before: number[] = [];
    const { onHash } = context;
    await payUtxo(honest, {
      ...context,
      onHash(hash) {
        before.push(record.requests.length);
        onHash(hash);
      },
    });
    expect(before).toEqual([0]);
    const [sent] = record.requests;
    expect(sent?.url).toBe('/chain/btc/broadcast');
    const { raw } = z.object({ raw: z.string() }).parse(sent?.body);
    expect(Transaction.fromRaw(hex.decode(raw), { allowUnknownOutputs: true }).id).toBe(record.hashes[0]);
    expect(record.steps).toEqual(['checking', 'signing', 'sending', 'sent']);
  });

  test('is asked for nothing when the route’s transaction is not the reviewed payment', async () => {
    const signPsbt = vi.fn();
    const tx = honestTx();
    tx.outputs[0] = { script: STRANGER.script, amount: 50_000_000n };
    const { context, record } = paymentOf(bitcoinRoute({ tx: psbtOf(tx) }));
    const fault = await faultOf(() => payUtxo(signing(signPsbt), context));
    expect(fault).toMatchObject({ fault: 'mismatch', nothingSent: true });
    expect(signPsbt).not.toHaveBeenCalled();
    expect(record.hashes).toEqual([]);
  });

  test('is asked for nothing when it has another account selected', async () => {
    const signPsbt = vi.fn();
    const { context } = paymentOf(bitcoinRoute());
    const account = { ...context.account, address: STRANGER.address };
    const fault = await faultOf(() => payUtxo(signing(signPsbt), { ...context, account }));
    expect(fault).toMatchObject({ fault: 'wrongAccount', nothingSent: true });
    expect(signPsbt).not.toHaveBeenCalled();
  });

  test.each([
    ['tx is absent', { tx: undefined }],
    ['tx is of another kind', { meta: { txType: 'EVM' } }],
  ])('when %s the reason is shown, and nothing is sent', async (_what, change) => {
    const route = bitcoinRoute(change);
    const why = { ...route, meta: { ...route.meta, txUnavailable: 'The source address can spend 0 BTC.' } };
    const fault = await faultOf(() => payUtxo(honest, paymentOf(why).context));
    expect(fault).toEqual({ fault: 'notSupported', nothingSent: true, message: 'The source address can spend 0 BTC.' });
  });

  test('a refusal in the wallet sends nothing and keeps no hash', async () => {
    const refusing = signing(async () => Promise.reject(Object.assign(new Error('no'), { code: 4001 })));
    const { context, record } = paymentOf(bitcoinRoute());
    expect(await faultOf(() => payUtxo(refusing, context))).toMatchObject({ fault: 'rejected', nothingSent: true });
    expect(record).toMatchObject({ hashes: [], requests: [] });
  });

  test('a transaction that the wallet changed is not sent', async () => {
    const changing = signing(async () => {
      const tx = honestTx();
      tx.outputs[2] = { script: STRANGER.script, amount: 49_999_000n };
      return honest.signPsbt?.({ base64: psbtOf(tx), address: '', inputs: 1 }) ?? '';
    });
    const { context, record } = paymentOf(bitcoinRoute());
    expect(await faultOf(() => payUtxo(changing, context))).toMatchObject({ fault: 'mismatch', nothingSent: true });
    expect(record).toMatchObject({ hashes: [], requests: [] });
  });

  test('a refusal by the network is shown in its own text, and means that nothing was sent', async () => {
    const { context, record } = paymentOf(bitcoinRoute());
    gateway(record, { broadcast: { status: 422, body: { detail: 'bad-txns-inputs-missingorspent', refused: true } } });
    const fault = await faultOf(() => payUtxo(honest, context));
    expect(fault).toMatchObject({ fault: 'refusedByNetwork', nothingSent: true });
    expect(fault.message).toContain('bad-txns-inputs-missingorspent');
  });

  test.each([
    ['no answer', undefined],
    ['a doubtful one', { broadcast: { status: 502, body: { detail: 'upstream is down' } } }],
    ['one that cannot be read', { broadcast: { body: { nothing: true } } }],
  ])('%s to sending leaves open whether money moved, and the hash is kept', async (_what, answers) => {
    const { context, record } = paymentOf(bitcoinRoute());
    if (answers) gateway(record, answers);
    expect(await faultOf(() => payUtxo(honest, context))).toMatchObject({ fault: 'unknown', nothingSent: false });
    expect(record.hashes).toHaveLength(1);
  });
});

describe('a wallet that composes the payment', () => {
  const sender = keyHashAddress([0x6f], 1);
  const vault = keyHashAddress([0x6f], 2);
  const stranger = keyHashAddress([0x6f], 3);
  const route = (chain: string, addresses: Partial<PayableRoute> = {}): PayableRoute =>
    bitcoinRoute({
      sellAsset: `${chain}.${chain}`,
      sourceAddress: sender.address,
      inboundAddress: vault.address,
      targetAddress: undefined,
      tx: undefined,
      meta: { txUnavailable: 'no PSBT for this chain' },
      ...addresses,
    });
  const outputs = (): TestTransaction['outputs'] => [
    { script: vault.script, amount: 50_000_000n },
    { script: sender.script, amount: 7_000n },
    { script: memoScript(MEMO), amount: 0n },
  ];
  const HASH = 'bb'.repeat(32);
  const sending = (send: NonNullable<UtxoWallet['send']>): UtxoWallet => ({ ...signing(undefined), send });

  test('gets vault, exact base units and memo of the route', async () => {
    const orders: unknown[] = [];
    const { context, record } = paymentOf(route('LTC'));
    gateway(record, { tx: { body: { hex: rawOf(outputs()) } } });
    const wallet = sending(async (order) => {
      orders.push(order);
      return HASH;
    });
    expect(await payUtxo(wallet, context)).toEqual({ hash: HASH });
    expect(orders).toEqual([{ chain: 'LTC', from: sender.address, to: vault.address, value: 50_000_000n, memo: MEMO }]);
    expect(record.hashes).toEqual([HASH]);
  });

  test('has its sent transaction compared with the route, and a difference is reported as money under way', async () => {
    const wrong = outputs();
    wrong[0] = { script: stranger.script, amount: 50_000_000n };
    const { context, record } = paymentOf(route('LTC'));
    gateway(record, { tx: { body: { hex: rawOf(wrong) } } });
    const fault = await faultOf(() =>
      payUtxo(
        sending(async () => HASH),
        context,
      ),
    );
    expect(fault).toMatchObject({ fault: 'mismatch', nothingSent: false });
    expect(record.hashes).toEqual([HASH]);
  });

  test('has the addresses of Bitcoin Cash compared', async () => {
    const cash = (fill: number) => {
      const payload = new Uint8Array(20).fill(fill);
      return encodeCashAddress({ payload, prefix: 'bchreg', type: 'p2pkh' }).address.slice('bchreg:'.length);
    };
    const { context, record } = paymentOf(route('BCH', { sourceAddress: cash(1), inboundAddress: cash(2) }));
    gateway(record, { tx: { body: { hex: rawOf(outputs()) } } });
    expect(
      await payUtxo(
        sending(async () => HASH),
        context,
      ),
    ).toEqual({ hash: HASH });
  });

  test('continues when the chain does not show the transaction yet', async () => {
    const { context, record } = paymentOf(route('DOGE'));
    gateway(record, { tx: { status: 404, body: { detail: 'not found' } } });
    expect(
      await payUtxo(
        sending(async () => HASH),
        context,
      ),
    ).toEqual({ hash: HASH });
  });

  test('a refusal in the wallet sends nothing', async () => {
    const { context, record } = paymentOf(route('DASH'));
    const wallet = sending(async () => Promise.reject({ code: 4001 }));
    // DASH's own local addresses.
    const [from, to] = [keyHashAddress([0x8c], 1), keyHashAddress([0x8c], 2)];
    const own = { ...context.route, sourceAddress: from.address, inboundAddress: to.address };
    const account = { ...context.account, address: from.address };
    const fault = await faultOf(() => payUtxo(wallet, { ...context, account, asked: askedFor(own), route: own }));
    expect(fault).toMatchObject({ fault: 'rejected', nothingSent: true });
    expect(record.hashes).toEqual([]);
  });

  test('does not get a route without vault or memo', async () => {
    const send = vi.fn();
    const missing = [
      ['notSupported', { inboundAddress: undefined }],
      ['mismatch', { memo: undefined }],
    ] as const;
    for (const [fault, change] of missing) {
      const { context } = paymentOf(route('LTC', change));
      expect(await faultOf(() => payUtxo(sending(send), context))).toMatchObject({ fault, nothingSent: true });
    }
    expect(send).not.toHaveBeenCalled();
  });
});
