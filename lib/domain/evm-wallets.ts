/** The EVM wallets that a deployment may name to be offered beside those that announce themselves. */

/** In the order in which they are offered when nobody has chosen. All of them connect through WalletConnect's relay. */
export const EVM_WALLET_IDS = [
  'walletConnect',
  'ledger',
  'rainbow',
  'trust',
  'zerion',
  'uniswap',
  'okx',
  'bitget',
  'safepal',
  'imToken',
] as const;
export type EvmWalletId = (typeof EVM_WALLET_IDS)[number];

/** What the running server tells its pages. Without a project id none of the list can be reached, and none is offered. */
export type EvmWalletSettings = { projectId?: string; wallets: readonly EvmWalletId[] };

/** A project id of WalletConnect is 32 hex digits in lower case. */
export const isProjectId = (text: string): boolean => /^[0-9a-f]{32}$/.test(text);
