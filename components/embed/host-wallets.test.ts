/** The frame finds a host's lent wallet like any other wallet of the page, and forwards only listed methods to it. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { announcedWallets } from '../../lib/wallet/evm/announced.ts';
import { solanaWallets } from '../../lib/wallet/solana/solana-wallets.ts';
import { utxoWallets } from '../../lib/wallet/utxo/utxo-wallets.ts';
import type { HostLink } from './host-link.ts';
import { createHostWallets } from './host-wallets.ts';

type Asked = Parameters<HostLink['wallet']>[0];

const page = Object.assign(new EventTarget(), {});
vi.stubGlobal('window', page);
vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
vi.stubGlobal('dispatchEvent', page.dispatchEvent.bind(page));

const ETHER = '0x1111111111111111111111111111111111111111';
const SOLANA = 'So11111111111111111111111111111111111111112';
const BITCOIN = 'bcrt1qhost';

const asked: Asked[] = [];
const answers: Record<string, unknown> = {
  eth_accounts: [ETHER],
  eth_requestAccounts: [ETHER],
  eth_sendTransaction: '0xhash',
  connect: { accounts: [{ address: SOLANA }] },
  requestAccounts: [BITCOIN],
  getAccounts: [BITCOIN],
  signTransaction: { signedTransaction: new Uint8Array([1]) },
};
const link: HostLink = {
  tell: () => undefined,
  ask: async () => undefined,
  close: () => undefined,
  wallet: async (request) => {
    asked.push(request);
    return answers[request.method];
  },
};

const wallets = createHostWallets(link, 'sandbox');
wallets.install('evm', { name: 'Shop EVM' });
wallets.install('solana', { name: 'Shop Solana', methods: ['connect', 'signTransaction'] });
wallets.install('bitcoin', { name: 'Shop Bitcoin', methods: ['requestAccounts', 'getAccounts', 'signPsbt'] });

beforeEach(() => void asked.splice(0));

describe('a wallet that the host lends', () => {
  it('is found among the EVM wallets, and passes on what it may be asked', async () => {
    const found = announcedWallets().find(({ id }) => id === 'portage.host');
    expect(found?.name).toBe('Shop EVM');
    const provider = found?.provider as { request(ask: { method: string; params?: unknown }): Promise<unknown> };
    expect(await provider.request({ method: 'eth_sendTransaction', params: [{ to: ETHER }] })).toBe('0xhash');
    expect(asked).toEqual([{ wallet: 'evm', method: 'eth_sendTransaction', params: [{ to: ETHER }] }]);
  });

  it('is never asked for what is not on the list', async () => {
    const provider = announcedWallets()[0]?.provider as { request(ask: { method: string }): Promise<unknown> };
    for (const method of ['personal_sign', 'eth_sign', 'eth_getEncryptionPublicKey', 'wallet_requestPermissions'])
      await expect(provider.request({ method })).rejects.toMatchObject({ code: 4200 });
    expect(asked).toEqual([]);
  });

  it('tells of its accounts to whoever listens', () => {
    const provider = announcedWallets()[0]?.provider as { on(event: string, listener: (data: unknown) => void): void };
    const listener = vi.fn();
    provider.on('accountsChanged', listener);
    wallets.emit('evm', 'accountsChanged', []);
    wallets.emit('evm', 'message', 'anything');
    expect(listener.mock.calls).toEqual([[[]]]);
  });

  it('is found among the Solana wallets, with what it can do', async () => {
    const found = solanaWallets('sandbox').find(({ option }) => option.name === 'Shop Solana');
    expect(await found?.connect('SOL')).toBe(SOLANA);
    expect(found?.signAndSend).toBeUndefined();
    expect(await found?.sign?.(new Uint8Array([9]), SOLANA)).toEqual(new Uint8Array([1]));
    expect(asked.at(-1)).toMatchObject({ method: 'signTransaction', params: [{ address: SOLANA }] });
  });

  it('is found among the Bitcoin wallets', async () => {
    const found = utxoWallets('sandbox').find(({ option }) => option.id === 'host-bitcoin');
    expect(found?.option.name).toBe('Shop Bitcoin');
    expect(await found?.connect('BTC')).toBe(BITCOIN);
  });

  it('is found under the id that it goes by, and announced under a UUID of version 4', () => {
    expect(wallets.id('evm')).toBe(announcedWallets()[0]?.id);
    expect(wallets.id('solana')).toBe(
      solanaWallets('sandbox').find(({ option }) => option.name === 'Shop Solana')?.option.id,
    );
    expect(wallets.id('bitcoin')).toBe(utxoWallets('sandbox')[0]?.option.id);
    const listener = vi.fn();
    page.addEventListener('eip6963:announceProvider', (event) => listener(Reflect.get(event, 'detail').info.uuid));
    page.dispatchEvent(new Event('eip6963:requestProvider'));
    expect(listener.mock.calls.flat()).toEqual([
      expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/),
    ]);
  });

  it('says which account it has without asking anybody', async () => {
    expect(await wallets.account('evm')).toBe(ETHER);
    expect(await wallets.account('solana')).toBe(SOLANA);
    expect(await wallets.account('bitcoin')).toBe(BITCOIN);
    expect(asked.map(({ method }) => method)).toEqual(['eth_accounts', 'connect', 'getAccounts']);
    expect(asked[1]?.params).toEqual([{ silent: true }]);
  });
});
