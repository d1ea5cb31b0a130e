/** The globals through which a journey controls and reads a host page. */
import type {
  BeforeHooks,
  BitcoinProvider,
  EmbedEvent,
  EmbedHandle,
  EthereumProvider,
  SolanaProvider,
} from '../../../../public/embed.d.ts';

export type LentKind = 'evm' | 'solana' | 'bitcoin';

declare global {
  interface Window {
    /** The journey's answer to a wallet call; `e2e/support/fake-wallets` knows the methods. */
    hostWallet?: (
      kind: LentKind,
      method: string,
      params: readonly unknown[],
    ) => Promise<{ value?: unknown; code?: number; message?: string }>;
    /** Every event of every embed, oldest first. */
    received: { embed: string; event: EmbedEvent }[];
    /** The page's answer before something is signed; undefined: yes. */
    verdict?: string;
    /** The embed of the page `free`. */
    embed: EmbedHandle;
    /** The wallets of the page `free`, by the names of the loader's options. */
    shopWallets: { ethereum: EthereumProvider; solana: SolanaProvider; bitcoin: BitcoinProvider };
    /** Makes the shop's wallet of that kind report changed accounts. */
    walletChanged: (kind: LentKind) => Promise<void>;
  }
}

async function ask(kind: LentKind, method: string, ...params: readonly unknown[]): Promise<unknown> {
  const { value, code, message } = (await window.hostWallet?.(kind, method, params)) ?? {};
  if (message !== undefined) throw Object.assign(new Error(message), { code });
  return value;
}

type Listener = (data: never) => void;
const listeners = new Map<LentKind, Set<Listener>>();
const listening = (kind: LentKind): Set<Listener> => {
  const known = listeners.get(kind) ?? new Set();
  listeners.set(kind, known);
  return known;
};
const events = (kind: LentKind) => ({
  on: (event: string, listener: Listener) => event === 'accountsChanged' && listening(kind).add(listener),
  removeListener: (_event: string, listener: Listener) => listening(kind).delete(listener),
});
const listOf = (address: unknown): string[] => (typeof address === 'string' ? [address] : []);

/** A wallet that is already connected to the page. */
export const ownWallet: EthereumProvider = {
  ...events('evm'),
  request: ({ method, params }) => ask('evm', method, ...(Array.isArray(params) ? params : [])),
};

export const before: BeforeHooks = { signing: async () => window.verdict };

/** A wallet with the interface of UniSat. */
export const bitcoinWallet: BitcoinProvider & { getChain(): Promise<unknown> } = {
  ...events('bitcoin'),
  requestAccounts: async () => listOf(await ask('bitcoin', 'connect')),
  getAccounts: async () => listOf(await ask('bitcoin', 'account')),
  getChain: async () => ({ enum: await ask('bitcoin', 'chain') }),
  signPsbt: async (psbt) => String(await ask('bitcoin', 'signPsbt', psbt, true)),
};

const bytes = (text: string) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
const base64 = (value: Uint8Array) => btoa(String.fromCharCode(...value));
let solanaAccounts: { address: string }[] = [];
const lookAtSolana = async (silent: boolean) => {
  solanaAccounts = listOf(await ask('solana', 'connect', silent)).map((address) => ({ address }));
  return { accounts: solanaAccounts };
};

/** A wallet of the Wallet Standard. */
export const solanaWallet: SolanaProvider = {
  get accounts() {
    return solanaAccounts;
  },
  features: {
    'standard:connect': { connect: (input?: { silent?: boolean }) => lookAtSolana(input?.silent === true) },
    'standard:events': {
      on(_event: string, listener: Listener) {
        listening('solana').add(listener);
        return () => listening('solana').delete(listener);
      },
    },
    'solana:signTransaction': {
      signTransaction: async ({ transaction }: { transaction: Uint8Array }) => [
        { signedTransaction: bytes(String(await ask('solana', 'signTransaction', base64(transaction)))) },
      ],
    },
  },
};

/** Reports changed accounts, as an extension does when a person selects another account in it. */
export async function walletChanged(kind: LentKind): Promise<void> {
  if (kind === 'solana') await lookAtSolana(true);
  const accounts = kind === 'bitcoin' ? await bitcoinWallet.getAccounts?.() : await ask('evm', 'eth_accounts');
  for (const listener of [...listening(kind)])
    Reflect.apply(listener, undefined, [kind === 'solana' ? { accounts: solanaAccounts } : accounts]);
}
