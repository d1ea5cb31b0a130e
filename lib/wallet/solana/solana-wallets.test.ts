/**
 * Solana wallets are found by the standard, only for this network, without a popup, and used by their own interfaces.
 */
import { base58 } from '@scure/base';
import type { Wallet } from '@wallet-standard/base';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { walletFault } from '../injected.ts';
import { faultOf } from '../testing/routes.ts';
import { SOL_SENDER, SOL_STRANGER } from '../testing/solana-routes.ts';
import type { SolanaWallet } from '../wallet-kinds.ts';
import { solanaWallets } from './solana-wallets.ts';

type Options = {
  name?: string;
  chains?: string[];
  features?: Record<string, unknown>;
  connected?: boolean;
  versions?: unknown[];
  address?: string;
};

const SIGNATURE = new Uint8Array(64).fill(3);
const TX = Uint8Array.of(1, 2, 3);

/** A wallet that records its calls; its methods need their own object, as those of classes do. */
function walletWith(options: Options = {}) {
  const asked: { method: string; input: unknown }[] = [];
  const chains = options.chains ?? ['solana:sandbox'];
  const account = { address: options.address ?? SOL_SENDER, publicKey: new Uint8Array(32), chains, features: [] };
  let accounts = options.connected ? [account] : [];
  const feature = (method: string, answer: () => unknown) => ({
    version: '1.0.0',
    supportedTransactionVersions: options.versions ?? ['legacy', 0],
    secret: method,
    async [method](this: { secret: string }, input: unknown) {
      asked.push({ method: this.secret, input });
      return answer();
    },
  });
  const features = options.features ?? {
    'standard:connect': feature('connect', () => {
      accounts = [account];
      return { accounts };
    }),
    'solana:signAndSendTransaction': feature('signAndSendTransaction', () => [{ signature: SIGNATURE }]),
    'solana:signTransaction': feature('signTransaction', () => [{ signedTransaction: TX }]),
  };
  const wallet = {
    version: '1.0.0',
    name: options.name ?? 'Example',
    icon: 'data:image/svg+xml;base64,AA==',
    chains,
    features,
    get accounts() {
      return accounts;
    },
  };
  return { wallet: wallet as unknown as Wallet, asked, account };
}

// The library keeps one list for the life of a page, and the first window that it saw.
const page = new EventTarget();
beforeAll(() => void vi.stubGlobal('window', page));
afterAll(() => vi.unstubAllGlobals());
const registered: (() => void)[] = [];
afterEach(() => {
  for (const unregister of registered.splice(0)) unregister();
});

type Api = { register(wallet: Wallet): () => void };
/** Does what the standard's `registerWallet` does, for early and for late pages. */
function registerWallet(wallet: Wallet): void {
  const callback = ({ register }: Api) => void registered.push(register(wallet));
  page.dispatchEvent(Object.assign(new Event('wallet-standard:register-wallet'), { detail: callback }));
  const later = (event: Event) => callback((event as Event & { detail: Api }).detail);
  page.addEventListener('wallet-standard:app-ready', later);
}

const only = (): SolanaWallet => {
  const [wallet, ...rest] = solanaWallets('sandbox');
  if (!wallet || rest.length > 0) throw new Error('not exactly one wallet');
  return wallet;
};
const names = (network: 'sandbox' | 'mainnet') => solanaWallets(network).map(({ option }) => option.name);

describe('wallets that registered before and after the page, each for its own network', () => {
  test('wallets that came before and after the page, each for its own network', () => {
    registerWallet(walletWith({ name: 'Early', chains: ['solana:mainnet', 'solana:devnet'] }).wallet);
    expect(names('mainnet')).toEqual(['Early']);
    registerWallet(walletWith({ name: 'Late' }).wallet);
    expect(names('sandbox')).toEqual(['Late']);
    expect(names('mainnet')).toEqual(['Early']);
    expect(only().option).toMatchObject({ id: 'standard:Late', icon: expect.stringMatching(/^data:/) });
  });

  test('one of two under the same name, and none that cannot sign our transactions', () => {
    registerWallet(walletWith({ name: 'Twice' }).wallet);
    registerWallet(walletWith({ name: 'Twice', address: SOL_STRANGER }).wallet);
    registerWallet(walletWith({ name: 'Only legacy', versions: ['legacy'] }).wallet);
    registerWallet(walletWith({ name: 'Other chain', chains: ['bitcoin:mainnet'] }).wallet);
    registerWallet(walletWith({ name: 'Watch only', features: { 'standard:connect': { connect: () => {} } } }).wallet);
    registerWallet(walletWith({ name: 'No connect', features: {} }).wallet);
    expect(names('sandbox')).toEqual(['Twice']);
  });

  test('a wallet that throws when inspected hides no other', () => {
    const broken = new Proxy(
      {},
      {
        get() {
          throw new Error('no entry');
        },
      },
    );
    registerWallet(broken as Wallet);
    registerWallet(walletWith().wallet);
    expect(names('sandbox')).toEqual(['Example']);
  });
});

describe('connecting', () => {
  test('asks the user; reconnecting after a reload is silent', async () => {
    const { wallet, asked } = walletWith();
    registerWallet(wallet);
    expect(await only().connect('SOL')).toBe(SOL_SENDER);
    expect(asked).toEqual([{ method: 'connect', input: undefined }]);
    expect(await only().reconnect?.('SOL')).toBe(SOL_SENDER);
    expect(asked).toHaveLength(1);
  });

  test('reconnects a wallet that remembers nothing silently, and its refusal is not a fault', async () => {
    const { wallet, asked } = walletWith();
    registerWallet(wallet);
    await only().reconnect?.('SOL');
    expect(asked).toEqual([{ method: 'connect', input: { silent: true } }]);
    const refusing = { 'standard:connect': { connect: () => Promise.reject(new Error('locked')) } };
    const locked = walletWith({ name: 'Locked', features: { ...wallet.features, ...refusing } });
    registerWallet(locked.wallet);
    const found = solanaWallets('sandbox').find(({ option }) => option.name === 'Locked');
    expect(await found?.reconnect?.('SOL')).toBeUndefined();
  });
});

describe('signing', () => {
  test('passes bytes, account and network, and reads the answer', async () => {
    const { wallet, asked, account } = walletWith({ connected: true });
    registerWallet(wallet);
    expect(await only().signAndSend?.(TX, SOL_SENDER)).toBe(base58.encode(SIGNATURE));
    expect(asked[0]?.input).toEqual({
      account,
      chain: 'solana:sandbox',
      transaction: TX,
      options: { preflightCommitment: 'confirmed' },
    });
    expect(await only().sign?.(TX, SOL_SENDER)).toEqual(TX);
    expect(asked[1]?.input).toEqual({ account, chain: 'solana:sandbox', transaction: TX });
  });

  test('does not ask for another account than the reviewed one', async () => {
    const { wallet, asked } = walletWith({ connected: true });
    registerWallet(wallet);
    expect(await faultOf(() => only().signAndSend?.(TX, SOL_STRANGER))).toMatchObject({ fault: 'wrongAccount' });
    expect(asked).toEqual([]);
  });

  test('leaves the outcome unknown without a signature; without a transaction nothing was sent', async () => {
    const { wallet } = walletWith({ connected: true });
    const silent = { supportedTransactionVersions: [0], async signTransaction() {}, async signAndSendTransaction() {} };
    const features = {
      ...wallet.features,
      'solana:signTransaction': silent,
      'solana:signAndSendTransaction': silent,
    };
    registerWallet(walletWith({ connected: true, features }).wallet);
    expect(await faultOf(() => only().signAndSend?.(TX, SOL_SENDER))).toMatchObject({ nothingSent: false });
    expect(await faultOf(() => only().sign?.(TX, SOL_SENDER))).toMatchObject({ nothingSent: true });
  });

  test.each([
    ['Phantom', { code: 4001, message: 'User rejected the request.' }],
    ['Solflare', new Error('Transaction rejected')],
    ['Backpack', new Error('Approval Denied')],
    ['a window that was closed', new Error('Plugin Closed')],
  ])('reports the refusal of %s as one', async (_who, error) => {
    const { wallet } = walletWith({ connected: true });
    const refusing = { supportedTransactionVersions: [0], signTransaction: () => Promise.reject(error) };
    const features = { 'standard:connect': wallet.features['standard:connect'], 'solana:signTransaction': refusing };
    registerWallet(walletWith({ connected: true, features }).wallet);
    const thrown = await only()
      .sign?.(TX, SOL_SENDER)
      .catch((caught: unknown) => caught);
    expect(walletFault(thrown)).toMatchObject({ fault: 'rejected', nothingSent: true });
  });
});
