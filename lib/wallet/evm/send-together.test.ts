/** An allowance and its payment are one request where the wallet takes that, exactly as reviewed, else two. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PayableRoute } from '../../payments/payable-route.ts';
import { ETH, hashOf, pay, RECEIPT } from '../testing/evm-wallet.ts';
import { depositData, EVM_SENDER, faultOf, ROUTER, tokenRoute, USDC } from '../testing/routes.ts';
import { sendTogether, type Together, waysTogether } from './send-together.ts';

beforeEach(() => vi.stubGlobal('window', globalThis));
afterEach(() => vi.unstubAllGlobals());

const SENT = { id: '0xbundle' };
const id = (chain: number) => `0x${chain.toString(16)}`;
const can = (status: unknown) => ({ [id(ETH)]: { atomic: { status } } });
const receiptOf = (hash: string, status = '0x1') => ({ ...RECEIPT, status, transactionHash: hash, logs: [] });
const mined = (...hashes: string[]) => ({
  ...{ version: '2.0.0', id: SENT.id, chainId: id(ETH), status: 200, atomic: hashes.length === 1 },
  receipts: hashes.map((hash) => receiptOf(hash)),
});

const token = tokenRoute({ data: depositData({ asset: USDC, amount: 25_000_000n, expiration: 4_000_000_000n }) });
/** Paid into a vault, whose event identifies the payment in any transaction. */
const vault: PayableRoute = { ...token, providers: ['CHAINFLIP'], memo: undefined };
const own: PayableRoute = { ...vault, providers: ['ONEINCH'] };

const made = async (answers: Record<string, unknown>) => {
  const { config, calls } = await pay(token, answers);
  const asked = (method: string) => calls.filter((call) => call.method === method).map(({ params }) => params[0]);
  return { config, asked };
};

test.each<[string, PayableRoute, unknown, Together | undefined]>([
  ['both happen or neither does', vault, can('supported'), 'atomic'],
  ['one after the other, where the wallet says that it is so', vault, can('unsupported'), 'inTurn'],
  ['no account is turned into a contract for it', vault, can('ready'), undefined],
  ['a payment that its own call identifies must not be inside another', own, can('supported'), undefined],
  ['the same payment may be one of two transactions', own, can('unsupported'), 'inTurn'],
  ['a network that is paid by memo would not see it', { ...vault, memo: '=:e' }, can('supported'), undefined],
  ['the wallet knows nothing of it', vault, new Error('not known'), undefined],
  ['the wallet knows it of other chains only', vault, { '0x1': { atomic: { status: 'supported' } } }, undefined],
  ['the wallet answers nonsense', vault, can({}), undefined],
])('%s', async (_what, route, answer, way) => {
  const { config } = await made({ wallet_getCapabilities: answer });
  expect(await waysTogether(config, route, EVM_SENDER, ETH)).toBe(way);
});

const calls = (answers: Record<string, unknown>, way: Together = 'atomic') =>
  made({ eth_chainId: id(ETH), ...answers }).then(({ config, asked }) => {
    const tx = token.tx as never;
    const approvals = token.meta.approvals as never;
    return { asked, run: () => sendTogether(config, 'ETH', { approvals, payment: tx }, way, ETH) };
  });

test.each([
  ['atomic', true, [hashOf(5)]],
  ['inTurn', false, [hashOf(4), hashOf(5)]],
] as const)(
  'the wallet gets the route’s own calls in their order, and the payment’s hash is taken: %s',
  async (way, atomicRequired, hashes) => {
    const { asked, run } = await calls({ wallet_sendCalls: SENT, wallet_getCallsStatus: mined(...hashes) }, way);
    expect(await run()).toBe(hashOf(5));
    const [approval] = token.meta.approvals as { to: string; data: string }[];
    const { to, data } = token.tx as { to: string; data: string };
    expect(asked('wallet_sendCalls')).toMatchObject([
      {
        ...{ atomicRequired, chainId: id(ETH), from: EVM_SENDER },
        calls: [
          { to: approval?.to, data: approval?.data },
          { to, data },
        ],
      },
    ]);
    expect(asked('eth_sendTransaction')).toEqual([]);
  },
);

test.each([-32601, 4200, 5700, 5750, 5760])(
  'a wallet that cannot do it after all (%s) is asked for one after the other',
  async (code) => {
    const { run } = await calls({ wallet_sendCalls: Object.assign(new Error('no'), { code }) });
    expect(await run()).toBeUndefined();
  },
);

test.each<[string, Record<string, unknown>, Together]>([
  ['that it was on another network', { chainId: id(ETH + 1) }, 'atomic'],
  ['that it sent one after the other, and shows one of them', { atomic: false }, 'inTurn'],
])('no hash is taken for the payment’s from a wallet that says %s', async (_what, lie, way) => {
  const status = { ...mined(hashOf(5)), ...lie };
  const { run } = await calls({ wallet_sendCalls: SENT, wallet_getCallsStatus: status }, way);
  expect(await faultOf(run)).toMatchObject({ fault: 'unknown', nothingSent: false });
});

test.each<[string, Record<string, unknown>, string, boolean]>([
  [
    'the person rejects it',
    { wallet_sendCalls: Object.assign(new Error('User rejected'), { code: 4001 }) },
    'rejected',
    true,
  ],
  [
    'the chain refuses all',
    { wallet_sendCalls: SENT, wallet_getCallsStatus: { ...mined(), status: 500 } },
    'refusedByNetwork',
    true,
  ],
  [
    'the payment alone fails',
    {
      wallet_sendCalls: SENT,
      wallet_getCallsStatus: { ...mined(), status: 600, receipts: [receiptOf(hashOf(4)), receiptOf(hashOf(5), '0x0')] },
    },
    'refusedByNetwork',
    true,
  ],
  [
    'the payment was not sent after its allowance',
    {
      wallet_sendCalls: SENT,
      wallet_getCallsStatus: { ...mined(), status: 600, receipts: [receiptOf(hashOf(4))] },
    },
    'refusedByNetwork',
    true,
  ],
  [
    'nobody says what became of it',
    { wallet_sendCalls: SENT, wallet_getCallsStatus: { ...mined(), receipts: [] } },
    'unknown',
    false,
  ],
])('%s', async (_what, answers, fault, nothingSent) => {
  const { run } = await calls(answers);
  expect(await faultOf(run)).toMatchObject({ fault, nothingSent });
});

test('a payment by memo is approved and sent as before by a wallet that could do both at once', async () => {
  const { run, sent, record } = await pay(token, { wallet_getCapabilities: can('supported') });
  expect(await run()).toEqual({ hash: hashOf(2) });
  expect(sent()).toEqual([expect.objectContaining({ to: USDC }), expect.objectContaining({ to: ROUTER })]);
  expect(record.steps).not.toContain('signingAtOnce');
});
