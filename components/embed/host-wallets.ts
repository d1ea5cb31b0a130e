/**
 * Presents the host's wallets to the frame's page like any other wallet: announced (EIP-6963), registered (Wallet
 * Standard), or as a property of `window` like a Bitcoin wallet. Requests go to the host, and only listed methods do.
 */
import { registerWallet } from '@wallet-standard/wallet';
import type { HostWallet } from '../../lib/api/embed/messages.ts';
import {
  type HostWalletKind,
  isWalletEvent,
  isWalletMethod,
  WALLET_LIMIT_MS,
  WALLET_METHODS,
} from '../../lib/api/embed/protocol.ts';
import type { NetworkName } from '../../lib/chains/chain.ts';
import { SOLANA_STANDARD_CHAIN } from '../../lib/chains/solana-networks.ts';
import { randomName } from '../../lib/embed-loader/address.ts';
import { injectedAt, isText } from '../../lib/wallet/injected.ts';
import type { HostLink } from './host-link.ts';

/** Wallets of the Wallet Standard are identified by their name. */
const IDS = { evm: 'portage.host', bitcoin: 'host-bitcoin' } as const;
const HOST_BITCOIN_PATH = 'portageHost';

type Listener = (data: unknown) => void;
/** The connection to one wallet of the host. */
type Bridge = {
  wallet: HostWallet;
  ask(method: string, params: readonly unknown[]): Promise<unknown>;
  on(event: string, listener: Listener): void;
  off(event: string, listener: Listener): void;
};

/** Installs the host's wallets, and passes the host's events on to listeners in the frame. */
export type HostWallets = {
  install(kind: HostWalletKind, wallet: HostWallet): void;
  emit(kind: HostWalletKind, event: string, data: unknown): void;
  /** The wallet's id within the page; undefined if none of that kind was ever lent. */
  id(kind: HostWalletKind): string | undefined;
  /** The account that the host's wallet gives without prompting; undefined if it is not connected. */
  account(kind: HostWalletKind): Promise<string | undefined>;
};

const NO_ICON = 'data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22/%3E';

const refused = (method: string) =>
  Object.assign(new Error(`${method} is not asked of the page around this frame.`), { code: 4200 });

/** Whether the host's wallet lists this method; one without a list has all. */
const hasMethod = ({ methods }: HostWallet, method: string): boolean => !methods || methods.includes(method);

function evmProvider({ ask, on, off }: Bridge) {
  return {
    request: ({ method, params }: { method: string; params?: unknown }) =>
      ask(method, Array.isArray(params) ? params : []),
    on,
    removeListener: off,
  };
}

/** A UUID of version 4 (RFC 9562), which EIP-6963 requires; `crypto.randomUUID` is missing in insecure contexts. */
const newUuid = (): string => randomName().replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5');

function announceEvm(bridge: Bridge): void {
  const { name, icon = NO_ICON } = bridge.wallet;
  const info = { uuid: newUuid(), name, icon, rdns: IDS.evm };
  const detail = Object.freeze({ info: Object.freeze(info), provider: evmProvider(bridge) });
  const announce = () => window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
  window.addEventListener('eip6963:requestProvider', announce);
  announce();
}

const addressesIn = (value: unknown): string[] => {
  const list: unknown = Array.isArray(value) ? value : injectedAt('value', { value })?.accounts;
  return (Array.isArray(list) ? list : []).flatMap((entry: unknown) => {
    const address = isText(entry) ? entry : injectedAt('entry', { entry })?.address;
    return isText(address) ? [address] : [];
  });
};

const NO_BYTES = new Uint8Array(0);
type StandardWallet = Parameters<typeof registerWallet>[0];

/** Source: github.com/wallet-standard/wallet-standard, @solana/wallet-standard-features. */
function registerSolana(bridge: Bridge, network: NetworkName): void {
  const chain = SOLANA_STANDARD_CHAIN[network];
  const { wallet, ask, on, off } = bridge;
  const accountOf = (address: string) => ({ address, publicKey: NO_BYTES, chains: [chain], features: [] });
  let accounts: ReturnType<typeof accountOf>[] = [];
  const take = (given: unknown) => {
    accounts = addressesIn(given).map(accountOf);
    return { accounts };
  };
  on('accountsChanged', take);
  on('disconnect', () => take([]));
  const signer = (method: string) => ({
    [`solana:${method}`]: {
      version: '1.0.0',
      supportedTransactionVersions: ['legacy', 0],
      [method]: (...inputs: { account: { address: string }; transaction: Uint8Array; options?: unknown }[]) =>
        Promise.all(
          inputs.map(({ account, transaction, options }) =>
            ask(method, [{ chain, address: account.address, transaction, ...(options ? { options } : {}) }]),
          ),
        ),
    },
  });
  const features = {
    'standard:connect': {
      version: '1.0.0',
      connect: async (input?: { silent?: boolean }) => take(await ask('connect', [input ?? {}])),
    },
    'standard:disconnect': { version: '1.0.0', disconnect: () => ask('disconnect', []).then(() => take([])) },
    'standard:events': {
      version: '1.0.0',
      on: (_event: 'change', listener: Listener) => {
        on('accountsChanged', listener);
        on('disconnect', listener);
        return () => {
          off('accountsChanged', listener);
          off('disconnect', listener);
        };
      },
    },
    ...(hasMethod(wallet, 'signAndSendTransaction') ? signer('signAndSendTransaction') : {}),
    ...(hasMethod(wallet, 'signTransaction') ? signer('signTransaction') : {}),
  };
  const standard = {
    version: '1.0.0',
    name: wallet.name,
    icon: wallet.icon ?? NO_ICON,
    chains: [chain],
    features,
    get accounts() {
      return accounts;
    },
  };
  // The shape is the standard's own, except for the accounts' public keys, which nothing here reads.
  registerWallet(standard as unknown as StandardWallet);
}

/** The wallet in UniSat's shape, which the page looks for. */
function offerBitcoin({ wallet, ask, on, off }: Bridge): void {
  const methods = WALLET_METHODS.bitcoin
    .filter((method) => hasMethod(wallet, method))
    .map((method) => [method, (...params: unknown[]) => ask(method, params)]);
  const placed = {
    ...Object.fromEntries(methods),
    walletName: wallet.name,
    ...(wallet.icon ? { walletIcon: wallet.icon } : {}),
    on,
    removeListener: off,
  };
  Object.assign(window, { [HOST_BITCOIN_PATH]: { bitcoin: placed } });
}

/** Methods that never prompt: they return an account only if the host has connected it already. */
const ACCOUNTS: Record<HostWalletKind, [method: string, params: readonly unknown[]]> = {
  evm: ['eth_accounts', []],
  solana: ['connect', [{ silent: true }]],
  bitcoin: ['getAccounts', []],
};

export function createHostWallets(link: HostLink, network: NetworkName): HostWallets {
  const listeners = new Map<string, Set<Listener>>();
  const bridges = new Map<HostWalletKind, Bridge>();
  const listening = (kind: HostWalletKind, event: string): Set<Listener> => {
    const key = `${kind} ${event}`;
    const known = listeners.get(key) ?? new Set<Listener>();
    listeners.set(key, known);
    return known;
  };
  const bridgeOf = (kind: HostWalletKind, wallet: HostWallet): Bridge => ({
    wallet,
    ask: async (method, params) => {
      if (!isWalletMethod(kind, method) || !hasMethod(wallet, method)) throw refused(method);
      return link.wallet({ wallet: kind, method, params: [...params] }, WALLET_LIMIT_MS);
    },
    on: (event, listener) => void listening(kind, event).add(listener),
    off: (event, listener) => void listening(kind, event).delete(listener),
  });
  return {
    install(kind, wallet) {
      // Once per frame, because an announced wallet cannot be withdrawn.
      if (bridges.has(kind)) return;
      const bridge = bridgeOf(kind, wallet);
      bridges.set(kind, bridge);
      if (kind === 'evm') announceEvm(bridge);
      if (kind === 'solana') registerSolana(bridge, network);
      if (kind === 'bitcoin') offerBitcoin(bridge);
    },
    emit(kind, event, data) {
      if (isWalletEvent(kind, event)) for (const listener of [...listening(kind, event)]) listener(data);
    },
    id(kind) {
      const bridge = bridges.get(kind);
      if (!bridge) return undefined;
      return kind === 'solana' ? `standard:${bridge.wallet.name}` : IDS[kind];
    },
    async account(kind) {
      const [method, params] = ACCOUNTS[kind];
      const given = await bridges
        .get(kind)
        ?.ask(method, params)
        .catch(() => undefined);
      return addressesIn(given)[0];
    },
  };
}
