/** An EVM payment is sent on the right network, after exact approvals, as reviewed, or not at all. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { PayableRoute } from '../../payments/payable-route.ts';
import { ETH, hashOf, OTHER, pay, RECEIPT } from '../testing/evm-wallet.ts';
import { depositData, EVM_SENDER, etherRoute, evmTx, faultOf, ROUTER, tokenRoute, USDC } from '../testing/routes.ts';

const farAhead = { expiration: 4_000_000_000n };
const ether = (change: Record<string, unknown> = {}) => etherRoute(evmTx({ data: depositData(farAhead), ...change }));
const token = (change: Parameters<typeof tokenRoute>[0] = {}) =>
  tokenRoute({ data: depositData({ asset: USDC, amount: 25_000_000n, ...farAhead }), ...change });

beforeEach(() => vi.stubGlobal('window', globalThis));
afterEach(() => vi.unstubAllGlobals());

describe('a right payment', () => {
  test('switches the network, simulates exactly what is then sent, and reports the hash', async () => {
    const { run, record, sent } = await pay(ether());
    expect(await run()).toEqual({ hash: hashOf(1) });
    expect(record.hashes).toEqual([hashOf(1)]);
    const { from, to, value, data } = evmTx({ data: depositData(farAhead) });
    expect(record.requests).toEqual([{ url: '/chain/eth/simulate', body: { from, to, value, data } }]);
    expect(sent()).toEqual([expect.objectContaining({ from, to, data, value: '0x1bc16d674ec80000' })]);
    expect(record.steps).toEqual(['switchingNetwork', 'checking', 'checking', 'signing', 'sent']);
  });

  test('approves the exact amount first and waits for it, and reports only the payment’s hash', async () => {
    const { run, record, sent } = await pay(token());
    expect(await run()).toEqual({ hash: hashOf(2) });
    expect(sent()).toEqual([expect.objectContaining({ to: USDC }), expect.objectContaining({ to: ROUTER })]);
    expect(record.hashes).toEqual([hashOf(2)]);
    expect(record.steps.slice(2, 4)).toEqual(['approving', 'waitingForApproval']);
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
    const { run, record } = await pay(route, answers);
    expect(await faultOf(run)).toMatchObject({ fault, nothingSent: true });
    expect(record.hashes).toEqual([]);
  });

  test('the chain would refuse it: its reason is shown before the wallet is asked', async () => {
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

  test('the wallet has selected another account than the reviewed one', async () => {
    const other = '0x5555555555555555555555555555555555555555';
    const { run, sent } = await pay(ether(), { eth_requestAccounts: [other], eth_accounts: [other] });
    expect(await faultOf(run)).toMatchObject({ fault: 'wrongAccount', nothingSent: true });
    expect(sent()).toEqual([]);
  });
});

describe('right before the wallet is asked to send', () => {
  const other = '0x5555555555555555555555555555555555555555';

  test('its network is checked again, and switched back when it has changed', async () => {
    // The wallet leaves for another network while the allowance is mined.
    let chain = ETH;
    const { run, sent, calls } = await pay(token(), {
      eth_chainId: () => `0x${chain.toString(16)}`,
      wallet_switchEthereumChain: ([to]: { chainId: string }[]) => {
        chain = Number(to?.chainId);
        return null;
      },
      eth_getTransactionReceipt: ([hash]: string[]) => {
        chain = OTHER;
        return { ...RECEIPT, transactionHash: hash };
      },
    });
    await run();
    expect(sent()).toHaveLength(2);
    const order = calls.map(({ method }) => method).filter((method) => /send|switch/i.test(method));
    expect(order).toEqual(['eth_sendTransaction', 'wallet_switchEthereumChain', 'eth_sendTransaction']);
  });

  test('a network that differs at the last moment is switched, and only once', async () => {
    // Reports the right network when the page asks, and another one within the call that sends.
    const lying = async (times: number) => {
      let asked: number[] | undefined;
      let lies = 0;
      const made = await pay(ether(), {
        eth_chainId: () => {
          asked?.push(asked.length);
          // The page asks at its start, before sending, and wagmi within sending before it compares.
          const compares = asked !== undefined && asked.length >= 4 && (asked.length - 4) % 3 === 0;
          if (compares && lies < times) {
            lies += 1;
            return `0x${OTHER.toString(16)}`;
          }
          return `0x${ETH.toString(16)}`;
        },
      });
      asked = [];
      return made;
    };
    const once = await lying(1);
    expect(await once.run()).toEqual({ hash: hashOf(1) });
    const always = await lying(1000);
    expect(await faultOf(always.run)).toMatchObject({ fault: 'wrongNetwork', nothingSent: true });
    expect(always.sent()).toEqual([]);
    expect(always.calls.filter(({ method }) => method === 'wallet_switchEthereumChain')).toEqual([]);
  });

  test('an account that was changed in the wallet meanwhile, without an event, pays nothing', async () => {
    let now = EVM_SENDER;
    const { run, sent } = await pay(token(), {
      eth_accounts: () => [now],
      eth_getTransactionReceipt: ([hash]: string[]) => {
        now = other;
        return { ...RECEIPT, transactionHash: hash };
      },
    });
    expect(await faultOf(run)).toMatchObject({ fault: 'wrongAccount', nothingSent: true });
    // The allowance, and no more.
    expect(sent()).toHaveLength(1);
  });
});

describe('after it was sent', () => {
  const replaced = (input: Record<string, unknown>) => {
    const [old, now] = [hashOf(1), hashOf(7)];
    const { to, value, data } = evmTx({ data: depositData(farAhead) });
    const tx = { from: EVM_SENDER, to, nonce: '0x3', gas: '0x1', type: '0x2' };
    const original = {
      ...tx,
      hash: old,
      input: data,
      value: `0x${BigInt(String(value)).toString(16)}`,
      blockNumber: null,
    };
    const block = {
      number: '0x2',
      hash: hashOf(9),
      timestamp: '0x1',
      gasLimit: '0x1',
      gasUsed: '0x0',
      difficulty: '0x0',
    };
    return {
      eth_getTransactionReceipt: ([hash]: string[]) =>
        hash === now ? { ...RECEIPT, transactionHash: now, blockNumber: '0x2' } : null,
      eth_getTransactionByHash: original,
      eth_getTransactionCount: '0x4',
      eth_getBlockByNumber: { ...block, transactions: [{ ...original, hash: now, blockNumber: '0x2', ...input }] },
    };
  };

  test.each([
    ['repriced', {}],
    ['cancelled', { to: EVM_SENDER, value: '0x0', input: '0x' }],
    ['replaced', { to: ROUTER, value: '0x1', input: '0x' }],
  ])('a payment that the wallet has %s is reported with its new hash', async (reason, change) => {
    let tell: (now: unknown) => void = () => undefined;
    const answered = new Promise((resolve) => {
      tell = resolve;
    });
    const { run } = await pay(ether(), replaced(change), { ok: true }, { context: { onReplaced: tell } });
    expect(await run()).toEqual({ hash: hashOf(1) });
    expect(await answered).toEqual({ reason, hash: hashOf(7) });
  });
});
