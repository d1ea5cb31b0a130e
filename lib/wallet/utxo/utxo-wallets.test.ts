/** Every Bitcoin-family wallet in the page is found once, by its own name, and used by its own interface. */
import { base64, hex } from '@scure/base';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { walletFault } from '../injected.ts';
import { honestTx, psbtOf, SENDER, signedPsbt } from '../testing/routes.ts';
import type { UtxoWallet } from '../wallet-kinds.ts';
import { utxoWallets } from './utxo-wallets.ts';

type Call = [method: string, ...args: unknown[]];
const ADDRESS = SENDER.address;
const original = psbtOf(honestTx());
const signed = signedPsbt(honestTx());
const inHex = (psbt: string) => hex.encode(base64.decode(psbt));
const asked = { base64: original, address: ADDRESS, inputs: 2 };

const put = (window: Record<string, unknown>) => vi.stubGlobal('window', window);
afterEach(() => vi.unstubAllGlobals());

function unisat(calls: Call[] = [], extra: Record<string, unknown> = {}) {
  return {
    requestAccounts: async () => [ADDRESS],
    getAccounts: async () => [ADDRESS],
    signPsbt: async (...args: unknown[]) => {
      calls.push(['signPsbt', ...args]);
      return inHex(signed);
    },
    ...extra,
  };
}

/** A wallet with one `request`, which answers by method. */
function requesting(calls: Call[], answers: Record<string, unknown>) {
  return {
    request: async (...args: [unknown, ...unknown[]]) => {
      const [first] = args;
      const method = typeof first === 'string' ? first : String((first as { method: string }).method);
      calls.push([method, ...args]);
      const answer = answers[method];
      if (answer instanceof Error || (typeof answer === 'object' && answer !== null && 'throw' in answer))
        throw answer instanceof Error ? answer : answer.throw;
      return answer;
    },
  };
}

const only = (): UtxoWallet => {
  const [wallet, ...others] = utxoWallets('sandbox');
  if (!wallet || others.length > 0) throw new Error(`${others.length + 1} wallets`);
  return wallet;
};

describe('finding', () => {
  test('an empty page has none, and neither has one full of other objects', () => {
    put({});
    expect(utxoWallets('sandbox')).toEqual([]);
    put({ unisat: {}, okxwallet: { bitcoin: 'x' }, XverseProviders: null, LeatherProvider: 7, vultisig: [] });
    expect(utxoWallets('sandbox')).toEqual([]);
  });

  test('wallets in UniSat’s shape are named after the global that holds them', () => {
    put({
      unisat: unisat(),
      okxwallet: { bitcoin: unisat() },
      bitkeep: { unisat: unisat() },
      $onekey: { btc: unisat() },
      keplr: { bitcoin: unisat() },
    });
    expect(utxoWallets('sandbox').map(({ option, chains }) => [option.name, ...chains])).toEqual([
      ['OKX Wallet', 'BTC'],
      ['Bitget Wallet', 'BTC'],
      ['OneKey', 'BTC'],
      ['Keplr', 'BTC'],
      ['UniSat', 'BTC'],
    ]);
  });

  test.each(['isBinance', 'isBitKeep', 'isOkxWallet', 'isVulticonnect', 'isXDEFI'])(
    'one that only pretends to be UniSat (%s) is not shown as UniSat',
    (flag) => {
      put({ unisat: unisat([], { [flag]: true }) });
      expect(utxoWallets('sandbox')).toEqual([]);
    },
  );

  test('a wallet under two globals is offered once, under its own name and not the borrowed one', () => {
    const okx = unisat();
    put({ unisat: okx, okxwallet: { bitcoin: okx } });
    expect(only().option).toMatchObject({ id: 'okx-bitcoin', name: 'OKX Wallet' });
  });

  test('a discontinued wallet is not offered under the name of another, nor is Phantom’s Bitcoin', () => {
    const ended = unisat();
    put({ unisat: ended, xfi: { bitcoin: ended }, phantom: { bitcoin: unisat() } });
    expect(utxoWallets('sandbox')).toEqual([]);
  });

  test('one that throws at every access breaks nothing', () => {
    const hostile = new Proxy(
      {},
      {
        get: () => {
          throw new Error('no entry');
        },
      },
    );
    put({ unisat: hostile, LeatherProvider: hostile, vultisig: { litecoin: requesting([], {}), dash: hostile } });
    expect(only().chains).toEqual(['LTC']);
  });

  test('a wallet that names itself is shown by that name and icon', () => {
    put({ unisat: unisat([], { walletName: 'Mine', walletIcon: 'data:image/svg+xml,x' }) });
    expect(only().option).toEqual({ id: 'unisat', name: 'Mine', icon: 'data:image/svg+xml,x' });
  });

  test('a wallet of many chains is offered for those that it supports', () => {
    put({ vultisig: { litecoin: requesting([], {}), zcash: requesting([], {}), dogecoin: {} } });
    expect(only().chains).toEqual(['LTC', 'ZEC']);
  });
});

describe('UniSat’s shape', () => {
  test('signs every input of the account and returns the transaction in base64', async () => {
    const calls: Call[] = [];
    put({ unisat: unisat(calls) });
    expect(await only().connect('BTC')).toBe(ADDRESS);
    expect(await only().signPsbt?.(asked)).toBe(signed);
    const toSignInputs = [0, 1].map((index) => ({ index, address: ADDRESS }));
    expect(calls).toEqual([['signPsbt', inHex(original), { autoFinalized: true, toSignInputs }]]);
  });

  test('is found again without a popup: only the passive call is made', async () => {
    const requestAccounts = vi.fn();
    put({ unisat: unisat([], { requestAccounts }) });
    expect(await only().reconnect?.('BTC')).toBe(ADDRESS);
    put({ unisat: unisat([], { requestAccounts, getAccounts: undefined }) });
    expect(await only().reconnect?.('BTC')).toBeUndefined();
    expect(requestAccounts).not.toHaveBeenCalled();
  });

  test.each([
    ['sandbox', 'BITCOIN_REGTEST'],
    ['mainnet', 'BITCOIN_MAINNET'],
  ] as const)('on %s it must be on %s: Fractal’s addresses look like Bitcoin’s', async (network, right) => {
    let chain = 'FRACTAL_BITCOIN_MAINNET';
    const getChain = async () => ({ enum: chain });
    const signPsbt = vi.fn(async () => inHex(signed));
    put({ unisat: unisat([], { getChain, signPsbt }) });
    const [stuck] = utxoWallets(network);
    await expect(stuck?.connect('BTC')).rejects.toMatchObject({ fault: 'wrongNetwork', nothingSent: true });
    await expect(stuck?.signPsbt?.(asked)).rejects.toMatchObject({ fault: 'wrongNetwork', nothingSent: true });
    expect(signPsbt).not.toHaveBeenCalled();
    const switchChain = vi.fn(async (to: string) => {
      chain = to;
    });
    put({ unisat: unisat([], { getChain, signPsbt, switchChain }) });
    expect(await utxoWallets(network)[0]?.signPsbt?.(asked)).toBe(signed);
    expect(switchChain).toHaveBeenCalledExactlyOnceWith(right);
  });

  test('reports another account, stops when there is no listener, and returns the permission', async () => {
    const events = new Map<unknown, unknown>();
    const disconnect = vi.fn();
    put({
      unisat: unisat([], {
        on: (event: string, run: unknown) => events.set(event, run),
        removeListener: (event: string) => events.delete(event),
        disconnect,
      }),
    });
    const stop = only().watch?.(() => undefined);
    expect([...events.keys()]).toContain('accountsChanged');
    stop?.();
    expect(events.size).toBe(0);
    await only().disconnect?.('BTC');
    expect(disconnect).toHaveBeenCalledOnce();
  });

  test('an answer without a transaction is a fault, not a payment', async () => {
    for (const answer of [undefined, '', {}, 7]) {
      put({ unisat: unisat([], { signPsbt: async () => answer }) });
      await expect(only().signPsbt?.(asked)).rejects.toMatchObject({ fault: 'unknown', nothingSent: true });
    }
  });
});

describe('Xverse', () => {
  const inPage = (calls: Call[], answers: Record<string, unknown>) =>
    put({ XverseProviders: { BitcoinProvider: requesting(calls, answers) } });

  test.each([
    ['a list', [{ address: ADDRESS, purpose: 'payment' }]],
    ['an object with a list', { addresses: [{ address: ADDRESS }] }],
  ])('gives its payment address as %s', async (_form, result) => {
    inPage([], { wallet_requestPermissions: { result: true }, getAccounts: { result } });
    expect(await only().connect('BTC')).toBe(ADDRESS);
  });

  test('signs without broadcasting', async () => {
    const calls: Call[] = [];
    inPage(calls, { signPsbt: { result: { psbt: signed } } });
    expect(await only().signPsbt?.(asked)).toBe(signed);
    const params = { psbt: original, signInputs: { [ADDRESS]: [0, 1] }, broadcast: false };
    expect(calls).toEqual([['signPsbt', 'signPsbt', params]]);
  });

  test.each([
    ['answers', { error: { code: -32000, message: 'User rejected request to sign a psbt' } }],
    ['throws', { throw: { jsonrpc: '2.0', error: { code: -32000, message: 'cancelled' } } }],
  ])('its refusal is reported as one, when it %s it', async (_how, answer) => {
    inPage([], { signPsbt: answer, wallet_requestPermissions: answer });
    await expect(only().signPsbt?.(asked)).rejects.toMatchObject({ fault: 'rejected', nothingSent: true });
    await expect(only().connect('BTC')).rejects.toMatchObject({ fault: 'rejected' });
  });
});

test.each([
  ['answers', { error: { code: 4001, message: 'User rejected the signing request' } }],
  ['throws', { throw: { jsonrpc: '2.0', error: { code: 4001, message: 'no' } } }],
])('Leather’s refusal is reported as one, when it %s it', async (_how, answer) => {
  put({ LeatherProvider: requesting([], { signPsbt: answer, getAddresses: answer }) });
  for (const run of [only().signPsbt?.(asked), only().connect('BTC')])
    expect(
      walletFault(
        await run?.then(
          () => undefined,
          (error: unknown) => error,
        ),
      ),
    ).toMatchObject({ fault: 'rejected' });
});

test('Xverse and Leather are never asked while the page loads, since they would open a popup', () => {
  put({ XverseProviders: { BitcoinProvider: requesting([], {}) }, LeatherProvider: requesting([], {}) });
  expect(utxoWallets('sandbox').map(({ reconnect, accountNow }) => reconnect ?? accountNow)).toEqual([
    undefined,
    undefined,
  ]);
});

test('Leather gives its native segwit address and signs without broadcasting', async () => {
  const calls: Call[] = [];
  const addresses = [
    { type: 'p2tr', address: 'bc1p' },
    { type: 'p2wpkh', address: ADDRESS },
  ];
  put({
    LeatherProvider: requesting(calls, {
      getAddresses: { result: { addresses } },
      signPsbt: { result: { hex: inHex(signed) } },
    }),
  });
  expect(await only().connect('BTC')).toBe(ADDRESS);
  expect(await only().signPsbt?.(asked)).toBe(signed);
  expect(calls[1]).toEqual(['signPsbt', 'signPsbt', { hex: inHex(original), signAtIndex: [0, 1], broadcast: false }]);
});

describe('a wallet that composes the payment itself', () => {
  const order = { chain: 'LTC' as const, from: 'ltc1from', to: 'ltc1to', value: 12_345n, memo: '=:b:x' };

  test('gets recipient, base units and memo as the route has them', async () => {
    const calls: Call[] = [];
    put({ vultisig: { litecoin: requesting(calls, { request_accounts: ['ltc1from'], send_transaction: 'ab12' }) } });
    expect(await only().connect('LTC')).toBe('ltc1from');
    expect(await only().send?.(order)).toBe('ab12');
    const params = [{ from: 'ltc1from', to: 'ltc1to', value: '12345', memo: '=:b:x' }];
    expect(calls[1]).toEqual(['send_transaction', { method: 'send_transaction', params }]);
  });

  test('is found again without a popup', async () => {
    const calls: Call[] = [];
    put({ vultisig: { litecoin: requesting(calls, { get_accounts: ['ltc1from'] }) } });
    expect(await only().reconnect?.('LTC')).toBe('ltc1from');
    expect(calls.map(([method]) => method)).toEqual(['get_accounts']);
  });

  test('an answer without a hash is a fault', async () => {
    put({ vultisig: { litecoin: requesting([], {}) } });
    await expect(only().send?.(order)).rejects.toMatchObject({ fault: 'unknown' });
  });
});
