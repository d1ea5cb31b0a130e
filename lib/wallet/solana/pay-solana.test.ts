/**
 * Paying on Solana: nothing is signed unchecked or unsimulated, and it is always reported whether something was sent.
 */
import { base58, base64 } from '@scure/base';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { answerGateway, faultOf, type PaymentRecord, paymentOf } from '../testing/routes.ts';
import { SOL_SENDER, SOL_STRANGER, signedWire, solSwapRoute, swapOf, transferOf } from '../testing/solana-routes.ts';
import type { SolanaWallet } from '../wallet-kinds.ts';
import { paySolana } from './pay-solana.ts';

beforeEach(() => vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network in tests'))));
afterEach(() => vi.unstubAllGlobals());

const SIGNATURE = base58.encode(new Uint8Array(64).fill(3));
const FINE = { simulate: { body: { ok: true } }, broadcast: { body: { hash: 'X' } } };
const gateway = (record: PaymentRecord, answers: Parameters<typeof answerGateway>[1] = FINE) =>
  vi.stubGlobal('fetch', answerGateway(record, answers));

type Given = { bytes: Uint8Array; address: string };
/** Signs with the sender's key, or sends by itself. */
function walletThat(does: { sends?: () => Promise<string>; signs?: (wire: Uint8Array) => Promise<Uint8Array> }) {
  const given: Given[] = [];
  const { sends, signs } = does;
  const wallet: SolanaWallet = {
    kind: 'solana',
    option: { id: 'standard:Test', name: 'Test' },
    chains: ['SOL'],
    connect: async () => undefined,
    reconnect: async () => undefined,
    ...(sends
      ? {
          signAndSend(bytes: Uint8Array, address: string) {
            given.push({ bytes, address });
            return sends();
          },
        }
      : {}),
    ...(signs
      ? {
          sign(bytes: Uint8Array, address: string) {
            given.push({ bytes, address });
            return signs(bytes);
          },
        }
      : {}),
  };
  return { wallet, given };
}
const signing = () => walletThat({ signs: async (wire) => signedWire(wire) });
const payment = (route = solSwapRoute()) => paymentOf(route, 'standard:Test');

describe('a right payment', () => {
  test('is simulated first, then sent by a wallet that sends', async () => {
    const { context, record } = payment();
    gateway(record);
    const { wallet, given } = walletThat({ sends: async () => SIGNATURE });
    expect(await paySolana(wallet, context)).toEqual({ hash: SIGNATURE });
    expect(record.requests).toEqual([{ url: '/chain/sol/simulate', body: { raw: context.route.tx } }]);
    expect(given).toEqual([{ bytes: base64.decode(String(context.route.tx)), address: SOL_SENDER }]);
    expect(record.steps).toEqual(['checking', 'signing', 'sent']);
    expect(record.hashes).toEqual([SIGNATURE]);
  });

  test('is sent by us for a wallet that only signs, and its hash is known before', async () => {
    const { context, record } = payment();
    gateway(record);
    const { hash } = await paySolana(signing().wallet, context);
    const sent = signedWire(base64.decode(String(context.route.tx)));
    expect(hash).toBe(base58.encode(sent.slice(1, 65)));
    expect(record.requests[1]).toEqual({ url: '/chain/sol/broadcast', body: { raw: base64.encode(sent) } });
    expect(record.hashes).toEqual([hash]);
    expect(record.steps).toEqual(['checking', 'signing', 'sending', 'sent']);
  });
});

describe('the wallet is not asked to sign', () => {
  const refused = async (route: ReturnType<typeof solSwapRoute>, answers = FINE as Parameters<typeof gateway>[1]) => {
    const { context, record } = payment(route);
    gateway(record, answers);
    const { wallet, given } = signing();
    const fault = await faultOf(() => paySolana(wallet, context));
    expect(given).toEqual([]);
    expect(fault.nothingSent).toBe(true);
    return fault;
  };
  const simulated = (body: unknown) => ({ simulate: { body } });

  test('a transaction that is not the route’s', async () => {
    expect(await refused(solSwapRoute([swapOf({ refundTo: SOL_STRANGER })]))).toMatchObject({ fault: 'mismatch' });
    expect(await refused(solSwapRoute([swapOf(), transferOf()]))).toMatchObject({ fault: 'mismatch' });
  });

  test('a route without a transaction, with the reason', async () => {
    const meta = { txType: 'SOLANA', txUnavailable: 'The source address holds too little.' };
    expect(await refused(solSwapRoute([], { tx: undefined, meta }))).toMatchObject({
      fault: 'notSupported',
      message: meta.txUnavailable,
    });
    expect(await refused(solSwapRoute([swapOf()], { meta: { txType: 'PSBT' } }))).toMatchObject({
      fault: 'notSupported',
    });
  });

  test('a transaction that Solana would refuse: too old, too little money, another reason', async () => {
    const old = simulated({ ok: false, reason: 'it is too old', fault: 'expired' });
    expect(await refused(solSwapRoute(), old)).toMatchObject({ fault: 'expired' });
    const poor = simulated({ ok: false, reason: 'the account holds too little', fault: 'insufficientFunds' });
    expect(await refused(solSwapRoute(), poor)).toMatchObject({
      fault: 'insufficientFunds',
      message: expect.stringContaining('holds too little'),
    });
    const other = simulated({ ok: false, reason: 'the program says: Amount too low' });
    expect(await refused(solSwapRoute(), other)).toMatchObject({ fault: 'refusedByNetwork' });
  });

  test('anything while Solana is unavailable', async () => {
    expect(await refused(solSwapRoute(), { simulate: { status: 502, body: {} } })).toMatchObject({ fault: 'unknown' });
  });

  test('for another account than the reviewed one', async () => {
    const { context, record } = payment();
    gateway(record);
    const account = { ...context.account, address: SOL_STRANGER };
    const { wallet, given } = signing();
    expect(await faultOf(() => paySolana(wallet, { ...context, account }))).toMatchObject({ fault: 'wrongAccount' });
    expect(given).toEqual([]);
  });
});

describe('a failing payment', () => {
  const failing = async (wallet: SolanaWallet, answers: Parameters<typeof gateway>[1] = FINE) => {
    const { context, record } = payment();
    gateway(record, answers);
    const fault = await faultOf(() => paySolana(wallet, context));
    return { ...fault, hashes: record.hashes, asked: record.requests.map(({ url }) => url) };
  };
  const rejection = { code: 4001, message: 'User rejected the request.' };

  test('is a refusal when the user refuses in the wallet, however it signs', async () => {
    for (const { wallet } of [
      walletThat({ sends: () => Promise.reject(rejection) }),
      walletThat({ signs: () => Promise.reject(rejection) }),
    ])
      expect(await failing(wallet)).toMatchObject({ fault: 'rejected', nothingSent: true, hashes: [] });
  });

  test('leaves the outcome open where the wallet sends by itself; a wallet that only signs has sent nothing', async () => {
    const error = new Error('timed out');
    const sending = walletThat({ sends: () => Promise.reject(error) });
    expect(await failing(sending.wallet)).toMatchObject({ fault: 'unknown', nothingSent: false });
    const only = walletThat({ signs: () => Promise.reject(error) });
    expect(await failing(only.wallet)).toMatchObject({ fault: 'unknown', nothingSent: true });
  });

  test('is not sent when the wallet changed the transaction', async () => {
    const changed = walletThat({
      signs: async () => signedWire(base64.decode(String(solSwapRoute([transferOf()]).tx))),
    });
    expect(await failing(changed.wallet)).toMatchObject({
      fault: 'mismatch',
      nothingSent: true,
      asked: ['/chain/sol/simulate'],
    });
  });

  test('asks for a new quote when the transaction expired during the review', async () => {
    const expired = { status: 422, body: { detail: 'it is too old', refused: true, fault: 'expired' } };
    expect(await failing(signing().wallet, { ...FINE, broadcast: expired })).toMatchObject({
      fault: 'expired',
      nothingSent: true,
    });
  });

  test('leaves the outcome open when sending gets no clear answer', async () => {
    const lost = { status: 502, body: { detail: 'gone' } };
    const fault = await failing(signing().wallet, { ...FINE, broadcast: lost });
    expect(fault).toMatchObject({ fault: 'unknown', nothingSent: false });
    expect(fault.hashes).toHaveLength(1);
  });
});
