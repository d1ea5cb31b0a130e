/**
 * Defines what both sides of the embed's protocol need before they can read a message: versions, names and limits.
 * Without dependencies, since the loader includes it.
 */

/** Raised when a message changes its meaning; new types and new fields do not raise it. */
export const PROTOCOL = 1;

/** The hooks of the host, in the order in which a swap calls them. */
export const HOOKS = ['beforeQuote', 'beforeApproval', 'beforeSign'] as const;
export type Hook = (typeof HOOKS)[number];

/**
 * Milliseconds that the host has to answer a hook. After that a quote is requested anyway, but an approval or signature
 * is not made: a veto must not be bypassed because the host is slow.
 */
export const HOOK_LIMIT_MS: Readonly<Record<Hook, number>> = {
  beforeQuote: 5_000,
  beforeApproval: 60_000,
  beforeSign: 60_000,
};

/** The reason shown when the host did not answer in time. */
export const HOST_SILENT = 'The page around this frame did not answer in time.';

/** Milliseconds that the host's wallet has to answer, since a person reads and decides in it. */
export const WALLET_LIMIT_MS = 600_000;

/** Longest part of a veto's reason that is shown, in characters. */
export const LONGEST_REASON = 300;

export const HOST_WALLETS = ['evm', 'solana', 'bitcoin'] as const;
export type HostWalletKind = (typeof HOST_WALLETS)[number];

/**
 * The only methods that the frame may call on the host's wallet. Sources: EIP-1193, EIP-1474, EIP-3085, EIP-3326,
 * EIP-712; the Wallet Standard's `solana:*` features; docs.unisat.io.
 * Methods that read the chain are not among them, since the frame has its own access to each chain.
 * `params` are those of the provider, in order. Solana wallets have no request method; each of their methods takes one
 * object: `connect({ silent? })` returns `{ accounts: [{ address }] }`; `signTransaction({ transaction, address, chain
 * })` returns `{ signedTransaction }`; `signAndSendTransaction({ transaction, address, chain, options? })` returns `{
 * signature }`. Transactions and signatures are bytes (`Uint8Array`). The event `accountsChanged` carries `[address,
 * …]` for every kind of wallet.
 */
export const WALLET_METHODS = {
  evm: [
    'eth_requestAccounts',
    'eth_accounts',
    'eth_chainId',
    'wallet_switchEthereumChain',
    'wallet_addEthereumChain',
    'eth_sendTransaction',
    'eth_signTypedData_v4',
  ],
  solana: ['connect', 'disconnect', 'signTransaction', 'signAndSendTransaction'],
  bitcoin: ['requestAccounts', 'getAccounts', 'getChain', 'switchChain', 'signPsbt', 'disconnect'],
} as const satisfies Record<HostWalletKind, readonly string[]>;

/** The events that the host's wallet may send. */
export const WALLET_EVENTS = {
  evm: ['accountsChanged', 'chainChanged', 'connect', 'disconnect'],
  solana: ['accountsChanged', 'disconnect'],
  bitcoin: ['accountsChanged', 'chainChanged', 'disconnect'],
} as const satisfies Record<HostWalletKind, readonly string[]>;

/** Whether the frame may call this method of that wallet. */
export const isWalletMethod = (wallet: HostWalletKind, method: string): boolean =>
  WALLET_METHODS[wallet].some((known) => known === method);
/** Whether this event is accepted from that wallet. */
export const isWalletEvent = (wallet: HostWalletKind, event: string): boolean =>
  WALLET_EVENTS[wallet].some((known) => known === event);

/** The form of a nonce, which the host generates at random: 16 to 64 letters, digits, `-` and `_`. */
export const NONCE = /^[A-Za-z0-9_-]{16,64}$/;
/** The form of the id that a request and its answer share. */
export const REQUEST_ID = /^[A-Za-z0-9_-]{1,64}$/;

/** Parameters in the fragment of the frame's URL, which no server receives: `#portage=<instance>&host=<origin>`. */
export const FRAGMENT = { instance: 'portage', host: 'host' } as const;
