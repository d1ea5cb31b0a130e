/**
 * Lends the host's own wallets to the frame: only the methods and events that the protocol names, never the provider
 * itself.
 */
import { HOST_WALLETS, type HostWalletKind, WALLET_EVENTS, WALLET_METHODS } from '../api/embed/protocol.ts';
import type { HostOptions } from './types.ts';

type Loose = Record<string, unknown>;
type Run = (...params: unknown[]) => unknown;
/** The description of a wallet for the frame: `hostWalletSchema` of the protocol. */
export type Offer = { name: string; icon?: string; methods?: string[] };
type Tell = (wallet: HostWalletKind, event: string, data: unknown) => void;

/** The loader's option for each kind of wallet. */
const OPTION: Record<HostWalletKind, 'ethereum' | 'solana' | 'bitcoin'> = {
  evm: 'ethereum',
  solana: 'solana',
  bitcoin: 'bitcoin',
};
const LONGEST_NAME = 40;
const LONGEST_ICON = 100_000;

const isObject = (value: unknown): value is Loose =>
  (typeof value === 'object' || typeof value === 'function') && value !== null;
/** The method bound to its object, or undefined. */
function methodOf(target: unknown, name: string): Run | undefined {
  const found: unknown = isObject(target) ? target[name] : undefined;
  return typeof found === 'function' ? (...params) => found.apply(target, params) : undefined;
}

/** An error of EIP-1193: code 4200 is "unsupported method", 4100 "unauthorized". */
export const walletError = (code: number, message: string): Error => Object.assign(new Error(message), { code });

type Lending = { provider: Loose; offer: Offer };

const SOLANA_FEATURE: Record<string, string> = {
  connect: 'standard:connect',
  disconnect: 'standard:disconnect',
  signTransaction: 'solana:signTransaction',
  signAndSendTransaction: 'solana:signAndSendTransaction',
};

/** The provider's function for a method of the protocol; undefined where the wallet has none. */
function runOf(kind: HostWalletKind, provider: Loose, method: string): Run | undefined {
  if (kind === 'evm') return methodOf(provider, 'request');
  const features = isObject(provider.features) ? provider.features : {};
  return methodOf(kind === 'solana' ? features[SOLANA_FEATURE[method] ?? ''] : provider, method);
}

/** Members of a provider, by which it is distinguished from a `{ provider, name, icon }` around one. */
const OF_PROVIDER = ['request', 'requestAccounts', 'features'];

function lendingOf(kind: HostWalletKind, given: unknown): Lending | undefined {
  if (!isObject(given)) return undefined;
  const wrapped = OF_PROVIDER.some((key) => key in given) ? undefined : given.provider;
  const provider = isObject(wrapped) ? wrapped : given;
  const text = (key: string) => [given[key], provider[key]].find((value) => typeof value === 'string' && value !== '');
  const icon = String(text('icon'));
  return {
    provider,
    offer: {
      name: String(text('name') ?? (location.hostname || 'Wallet')).slice(0, LONGEST_NAME),
      ...(/^data:image\//.test(icon) && icon.length <= LONGEST_ICON ? { icon } : {}),
      ...(kind === 'evm' ? {} : { methods: WALLET_METHODS[kind].filter((method) => runOf(kind, provider, method)) }),
    },
  };
}

const listOf = (value: unknown): Loose[] => (Array.isArray(value) ? value.filter(isObject) : []);
const addressesOf = (wallet: Loose) => listOf(wallet.accounts).map(({ address }) => ({ address: String(address) }));

async function askSolana(wallet: Loose, run: Run, method: string, [first]: readonly unknown[]): Promise<unknown> {
  if (method === 'disconnect') return void (await run());
  const input = isObject(first) ? first : {};
  if (method === 'connect') {
    await run(input);
    return { accounts: addressesOf(wallet) };
  }
  const { address, ...rest } = input;
  const account = listOf(wallet.accounts).find((one) => one.address === address);
  if (!account) throw walletError(4100, 'The wallet has another account selected.');
  const [output] = listOf(await run({ ...rest, account }));
  const { signature, signedTransaction } = output ?? {};
  return method === 'signTransaction' ? { signedTransaction } : { signature };
}

/** Subscribes to the events that the protocol names. Returns the function that ends it. */
function listen(kind: HostWalletKind, provider: Loose, tell: Tell): () => void {
  if (kind === 'solana') {
    const features = isObject(provider.features) ? provider.features : {};
    const stop = methodOf(features['standard:events'], 'on')?.('change', () =>
      tell(
        kind,
        'accountsChanged',
        addressesOf(provider).map(({ address }) => address),
      ),
    );
    return () => void (typeof stop === 'function' && stop());
  }
  const listeners = WALLET_EVENTS[kind].map((event) => [event, (data: unknown) => tell(kind, event, data)] as const);
  for (const [event, listener] of listeners) methodOf(provider, 'on')?.(event, listener);
  return () => {
    for (const [event, listener] of listeners) methodOf(provider, 'removeListener')?.(event, listener);
  };
}

export type HostWallets = {
  /** The wallets in the form of the messages `init` and `setWallets`. */
  offers(): Partial<Record<HostWalletKind, Offer>>;
  /**
   * @throws what the wallet throws; `code` 4200 for a method that the frame may not call, 4100 for a wallet that is not
   * lent.
   */
  ask(wallet: unknown, method: unknown, params: unknown): Promise<unknown>;
  end(): void;
};

export function lendWallets(options: HostOptions, tell: Tell): HostWallets {
  const lent: Partial<Record<HostWalletKind, Lending>> = {};
  const stops: (() => void)[] = [];
  for (const kind of HOST_WALLETS) {
    const lending = lendingOf(kind, options[OPTION[kind]]);
    if (!lending) continue;
    lent[kind] = lending;
    stops.push(listen(kind, lending.provider, tell));
  }
  return {
    offers: () => Object.fromEntries(HOST_WALLETS.flatMap((kind) => (lent[kind] ? [[kind, lent[kind].offer]] : []))),
    async ask(wallet, method, params) {
      const kind = HOST_WALLETS.find((known) => known === wallet);
      const lending = kind && lent[kind];
      if (!kind || !lending) throw walletError(4100, 'This page lends no such wallet.');
      if (typeof method !== 'string' || !WALLET_METHODS[kind].some((known) => known === method))
        throw walletError(4200, 'The embed may not ask that of the wallet.');
      const list = Array.isArray(params) ? params : [];
      const { provider } = lending;
      const run = runOf(kind, provider, method);
      if (!run) throw walletError(4200, `The wallet cannot ${method}.`);
      if (kind === 'solana') return askSolana(provider, run, method, list);
      return kind === 'evm' ? run({ method, params: list }) : run(...list);
    },
    end() {
      for (const stop of stops.splice(0)) stop();
    },
  };
}
