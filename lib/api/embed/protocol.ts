/** Holds what both ends of the embed's protocol must know before a message can be read: versions, names, limits. Light. */

/** Raised when a message changes its meaning; new types and new fields do not raise it. */
export const PROTOCOL = 1;

/** What the host may be asked, in the order in which a swap meets it. */
export const HOOKS = ['beforeQuote', 'beforeApproval', 'beforeSign'] as const;
export type Hook = (typeof HOOKS)[number];

/**
 * Milliseconds that the host has to answer. After them a quote is asked all the same; an approval or a signature is not
 * made, because a host that vetoes must not be passed by being slow.
 */
export const HOOK_LIMIT_MS: Readonly<Record<Hook, number>> = {
  beforeQuote: 5_000,
  beforeApproval: 60_000,
  beforeSign: 60_000,
};

/** What stands in place of the host's sentence where it did not answer. */
export const HOST_SILENT = 'The page around this frame did not answer in time.';

/** Milliseconds that the host's wallet has: a person reads and decides in it. */
export const WALLET_LIMIT_MS = 600_000;

/** Characters of a veto's sentence that are shown. */
export const LONGEST_REASON = 300;

export const HOST_WALLETS = ['evm', 'solana', 'bitcoin'] as const;
export type HostWalletKind = (typeof HOST_WALLETS)[number];

/**
 * What the frame may ask of the host's wallet, and nothing else. Sources: EIP-1193, EIP-1474, EIP-3085, EIP-3326,
 * EIP-712; the Wallet Standard's `solana:*` features; docs.unisat.io.
 * Reading the chain is not among them: the frame has its own way to each chain.
 * `params` are the provider's own, in order. Solana's, which has no request method, are one object each:
 * `connect({ silent? })` answers `{ accounts: [{ address }] }`; `signTransaction({ transaction, address, chain })` answers
 * `{ signedTransaction }`; `signAndSendTransaction({ transaction, address, chain, options? })` answers `{ signature }`, all
 * of them bytes (`Uint8Array`). Its `accountsChanged`, as the others', tells `[address, …]`.
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

/** What the host's wallet may tell. */
export const WALLET_EVENTS = {
  evm: ['accountsChanged', 'chainChanged', 'connect', 'disconnect'],
  solana: ['accountsChanged', 'disconnect'],
  bitcoin: ['accountsChanged', 'chainChanged', 'disconnect'],
} as const satisfies Record<HostWalletKind, readonly string[]>;

/** A method that may be asked of that wallet. */
export const isWalletMethod = (wallet: HostWalletKind, method: string): boolean =>
  WALLET_METHODS[wallet].some((known) => known === method);
/** An event that is taken from that wallet. */
export const isWalletEvent = (wallet: HostWalletKind, event: string): boolean =>
  WALLET_EVENTS[wallet].some((known) => known === event);

/** Random, of the host's making: 16 to 64 letters, digits, `-` and `_`. */
export const NONCE = /^[A-Za-z0-9_-]{16,64}$/;
/** Of a request and its answer. */
export const REQUEST_ID = /^[A-Za-z0-9_-]{1,64}$/;

/** Names in the fragment of the frame's address, which no server sees: `#portage=<instance>&host=<origin>`. */
export const FRAGMENT = { instance: 'portage', host: 'host' } as const;
