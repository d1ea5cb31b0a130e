/** An EVM payment goes out on the right network, after exact approvals, as it was reviewed, or not at all. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { hashOf, pay, RECEIPT } from '../testing/evm-wallet.ts';
import { depositData, etherRoute, evmTx, faultOf, ROUTER, tokenRoute, USDC } from '../testing/routes.ts';
import type { PayableRoute } from '../wallet-types.ts';

const farAhead = { expiration: 4_000_000_000n };
const ether = (change: Record<string, unknown> = {}) => etherRoute(evmTx({ data: depositData(farAhead), ...change }));
const token = (change: Parameters<typeof tokenRoute>[0] = {}) =>
  tokenRoute({ data: depositData({ asset: USDC, amount: 25_000_000n, ...farAhead }), ...change });

beforeEach(() => vi.stubGlobal('window', globalThis));
afterEach(() => vi.unstubAllGlobals());

describe('a payment that is right', () => {
  test('switches the network, simulates exactly what is then sent, and tells the hash', async () => {
    const { run, heard, sent } = await pay(ether());
    expect(await run()).toEqual({ hash: hashOf(1) });
    expect(heard.hashes).toEqual([hashOf(1)]);
    const { from, to, value, data } = evmTx({ data: depositData(farAhead) });
    expect(heard.requests).toEqual([{ url: '/chain/eth/simulate', body: { from, to, value, data } }]);
    expect(sent()).toEqual([expect.objectContaining({ from, to, data, value: '0x1bc16d674ec80000' })]);
    expect(heard.steps).toEqual(['switchingNetwork', 'checking', 'checking', 'signing', 'sent']);
  });

  test('approves the exact amount first and waits for it, and tells only the payment’s hash', async () => {
    const { run, heard, sent } = await pay(token());
    expect(await run()).toEqual({ hash: hashOf(2) });
    expect(sent()).toEqual([expect.objectContaining({ to: USDC }), expect.objectContaining({ to: ROUTER })]);
    expect(heard.hashes).toEqual([hashOf(2)]);
    expect(heard.steps.slice(2, 4)).toEqual(['approving', 'waitingForApproval']);
  });
});

describe('nothing is sent when', () => {
  const rejection = Object.assign(new Error('User rejected the request.'), { code: 4001 });
  const refusals: [string, PayableRoute, Record<string, unknown>, string][] = [
    ['the person stays on another network', ether(), { wallet_switchEthereumChain: rejection }, 'rejected'],
    ['the account is a contract', ether(), { eth_getCode: '0x6001' }, 'contractAccount'],
    ['the account is delegated (EIP-7702)', ether(), { eth_getCode: `0xef0100${'11'.repeat(20)}` }, 'delegatedAccount'],
    [
      'the calldata is not the reviewed deposit',
      ether({ data: depositData({ ...farAhead, memo: 'x' }) }),
      {},
      'mismatch',
    ],
    ['the token counts in other decimals', token(), { eth_call: `0x${'12'.padStart(64, '0')}` }, 'mismatch'],
    ['the person rejects the payment', ether(), { eth_sendTransaction: rejection }, 'rejected'],
    ['the person rejects the approval', token(), { eth_sendTransaction: rejection }, 'rejected'],
    ['the route has no transaction', { ...ether(), tx: undefined }, {}, 'notSupported'],
  ];
  test.each(refusals)('%s', async (_when, route, answers, fault) => {
    const { run, heard } = await pay(route, answers);
    expect(await faultOf(run)).toMatchObject({ fault, nothingSent: true });
    expect(heard.hashes).toEqual([]);
  });

  test('the chain would refuse it: its reason is told before the wallet is asked', async () => {
    const { run, sent } = await pay(ether(), {}, { ok: false, reason: 'THORChain_Router: expired' });
    const fault = await faultOf(run);
    expect(fault).toMatchObject({ fault: 'refusedByNetwork', nothingSent: true });
    expect(fault.message).toContain('THORChain_Router: expired');
    expect(sent()).toEqual([]);
  });

  test('the approval failed on its chain', async () => {
    const { run, sent } = await pay(token(), {
      eth_getTransactionReceipt: { ...RECEIPT, status: '0x0', transactionHash: hashOf(1) },
      eth_getTransactionByHash: null,
    });
    expect(await faultOf(run)).toMatchObject({ nothingSent: true });
    expect(sent()).toHaveLength(1);
  });

  test('the wallet has another account selected than the one that was reviewed', async () => {
    const other = '0x5555555555555555555555555555555555555555';
    const { run, sent } = await pay(ether(), { eth_requestAccounts: [other], eth_accounts: [other] });
    expect(await faultOf(run)).toMatchObject({ fault: 'wrongAccount', nothingSent: true });
    expect(sent()).toEqual([]);
  });
});
