/**
 * Lists wallets that a newcomer can get, and how a phone opens a page in each one's own browser. Addresses of their
 * makers.
 */
import { chainOf } from '../chains/chains.ts';
import type { ChainId } from '../domain/chain-id.ts';

export type KnownWallet = {
  name: string;
  url: string;
  /** Supports every EVM chain; other chains name their wallets in their definitions. */
  evm?: true;
  /** A link that opens `page` in the wallet's own browser on a phone, as its maker documents it. */
  browse?(page: string): string;
};

const enc = encodeURIComponent;

/** Best known first. Sources of the links: docs of MetaMask, Phantom, Solflare, OKX and Xverse on deep links. */
export const KNOWN_WALLETS: readonly KnownWallet[] = [
  {
    name: 'MetaMask',
    url: 'https://metamask.io',
    evm: true,
    browse: (page) => `https://metamask.app.link/dapp/${page.replace(/^https?:\/\//, '')}`,
  },
  { name: 'Rabby Wallet', url: 'https://rabby.io', evm: true },
  {
    name: 'Xverse',
    url: 'https://www.xverse.app',
    browse: (page) => `https://connect.xverse.app/browser?url=${enc(page)}`,
  },
  { name: 'UniSat', url: 'https://unisat.io' },
  { name: 'Leather', url: 'https://leather.io' },
  {
    name: 'OKX Wallet',
    url: 'https://web3.okx.com',
    evm: true,
    browse: (page) => `https://www.okx.com/download?deeplink=${enc(`okx://wallet/dapp/url?dappUrl=${enc(page)}`)}`,
  },
  {
    name: 'Phantom',
    url: 'https://phantom.com',
    evm: true,
    browse: (page) => `https://phantom.app/ul/browse/${enc(page)}?ref=${enc(new URL(page).origin)}`,
  },
  {
    name: 'Solflare',
    url: 'https://solflare.com',
    browse: (page) => `https://solflare.com/ul/v1/browse/${enc(page)}?ref=${enc(new URL(page).origin)}`,
  },
  { name: 'Keplr', url: 'https://www.keplr.app' },
  {
    name: 'Vultisig',
    url: 'https://vultisig.com',
  },
];

const isFor = ({ name, evm }: KnownWallet, chain: ChainId): boolean => {
  const { kind, wallets = [] } = chainOf(chain);
  return (evm && kind === 'evm') || wallets.some((one) => one === name);
};

/** Most offers of one kind: three names help, ten do not. */
const MOST = 3;

/** The wallets to offer for a chain beside the installed ones. */
export function walletsToGet(chain: ChainId, installed: readonly string[]): KnownWallet[] {
  const here = installed.map((name) => name.toLowerCase());
  const missing = ({ name }: KnownWallet) =>
    !here.some((one) => one.includes(name.toLowerCase().split(' ')[0] ?? name));
  return KNOWN_WALLETS.filter((wallet) => isFor(wallet, chain) && missing(wallet)).slice(0, MOST);
}
