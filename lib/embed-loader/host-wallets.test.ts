/**
 * The frame can use exactly those methods of the host's wallet that the protocol names, and nothing else of the wallet.
 */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { hostMessageSchema } from '../api/embed/messages.ts';
import { WALLET_METHODS } from '../api/embed/protocol.ts';
import { lendWallets } from './host-wallets.ts';

beforeEach(() => vi.stubGlobal('location', { hostname: 'shop.example' }));
afterEach(() => vi.unstubAllGlobals());

const nobody = () => undefined;
const isAccepted = (wallets: unknown) =>
  hostMessageSchema.safeParse({ portage: 1, nonce: 'n'.repeat(16), type: 'setWallets', wallets }).success;

describe('Ethereum', () => {
  const request = vi.fn(async ({ method }: { method: string; params?: unknown }) => method);

  test('every allowed method reaches the wallet, no other does, and names of object members are no methods', async () => {
    const wallets = lendWallets({ ethereum: { request } }, nobody);
    for (const method of WALLET_METHODS.evm) expect(await wallets.ask('evm', method, [1])).toBe(method);
    request.mockClear();
    for (const method of ['eth_sign', 'personal_sign', 'wallet_requestPermissions', 'constructor', '__proto__', 7])
      await expect(wallets.ask('evm', method, [])).rejects.toMatchObject({ code: 4200 });
    expect(request).not.toHaveBeenCalled();
    await expect(wallets.ask('bitcoin', 'getAccounts', [])).rejects.toMatchObject({ code: 4100 });
    await expect(wallets.ask('toString', 'getAccounts', [])).rejects.toMatchObject({ code: 4100 });
  });

  test('is named by its own name, shortened to the protocol’s limit, or else by the page’s', () => {
    const icon = 'data:image/svg+xml,<svg/>';
    const offered = (ethereum: Parameters<typeof lendWallets>[0]['ethereum']) => {
      const offers = lendWallets({ ethereum: ethereum ?? null }, nobody).offers();
      expect(isAccepted(offers)).toBe(true);
      return offers.evm;
    };
    expect(offered({ request })).toEqual({ name: 'shop.example' });
    expect(offered({ provider: { request }, name: 'Vault', icon })).toEqual({ name: 'Vault', icon });
    expect(offered({ provider: { request }, name: 'V'.repeat(99), icon: 'https://x.example/a.png' })).toEqual({
      name: 'V'.repeat(40),
    });
    expect(offered(null)).toBeUndefined();
  });

  test('is no longer listened to once the host takes it back', () => {
    const on = vi.fn();
    const removeListener = vi.fn();
    lendWallets({ ethereum: { request, on, removeListener } }, nobody).end();
    expect(on.mock.calls.map(([event]) => event)).toContain('chainChanged');
    expect(removeListener.mock.calls).toEqual(on.mock.calls);
  });
});

test('Bitcoin: lists its methods, and passes parameters in order', async () => {
  const bitcoin = {
    requestAccounts: async () => ['bc1q'],
    signPsbt: vi.fn(async (psbt: string, _options?: unknown) => `${psbt}!`),
    sendBitcoin: vi.fn(),
  };
  const wallets = lendWallets({ bitcoin }, nobody);
  expect(wallets.offers().bitcoin?.methods).toEqual(['requestAccounts', 'signPsbt']);
  expect(await wallets.ask('bitcoin', 'signPsbt', ['70736274', { autoFinalized: true }])).toBe('70736274!');
  expect(bitcoin.signPsbt).toHaveBeenCalledWith('70736274', { autoFinalized: true });
  await expect(wallets.ask('bitcoin', 'sendBitcoin', [])).rejects.toMatchObject({ code: 4200 });
  await expect(wallets.ask('bitcoin', 'getChain', [])).rejects.toMatchObject({ code: 4200 });
});

describe('Solana', () => {
  const bytes = new Uint8Array([1, 2, 3]);
  function wallet() {
    let change = nobody as () => void;
    const given = {
      name: 'Fake',
      accounts: [] as { address: string }[],
      features: {
        'standard:connect': {
          connect: async () => {
            given.accounts = [{ address: 'So1' }];
            return { accounts: given.accounts };
          },
        },
        'standard:events': {
          on: (_event: string, listener: () => void) => {
            change = listener;
            return nobody;
          },
        },
        'solana:signTransaction': {
          signTransaction: vi.fn(async (..._inputs: unknown[]) => [{ signedTransaction: bytes, secret: 1 }]),
        },
      },
    };
    return { given, changed: () => change() };
  }

  test('connects, signs with the named account, and reports when the account changes', async () => {
    const { given, changed } = wallet();
    const tell = vi.fn();
    const wallets = lendWallets({ solana: given }, tell);
    expect(wallets.offers().solana).toEqual({ name: 'Fake', methods: ['connect', 'signTransaction'] });
    expect(await wallets.ask('solana', 'connect', [{ silent: true }])).toEqual({ accounts: [{ address: 'So1' }] });
    const input = { transaction: bytes, address: 'So1', chain: 'solana:mainnet' };
    expect(await wallets.ask('solana', 'signTransaction', [input])).toEqual({ signedTransaction: bytes });
    expect(given.features['solana:signTransaction'].signTransaction).toHaveBeenCalledWith({
      transaction: bytes,
      chain: 'solana:mainnet',
      account: given.accounts[0],
    });
    await expect(wallets.ask('solana', 'signTransaction', [{ ...input, address: 'Another' }])).rejects.toMatchObject({
      code: 4100,
    });
    await expect(wallets.ask('solana', 'signAndSendTransaction', [input])).rejects.toMatchObject({ code: 4200 });
    changed();
    expect(tell).toHaveBeenCalledWith('solana', 'accountsChanged', ['So1']);
  });
});
