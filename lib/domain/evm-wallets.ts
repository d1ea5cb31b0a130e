/** Lists the EVM wallets that a deployment may offer beside those that announce themselves to the page. */

/** In the order in which they are offered by default. All of them connect through WalletConnect's relay. */
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

/**
 * The wallets that the server offers its pages. Without a project id none of them can be reached, so none is offered.
 */
export type EvmWalletSettings = { projectId?: string; wallets: readonly EvmWalletId[] };

/** A project id of WalletConnect is 32 hex digits in lower case. */
export const isProjectId = (text: string): boolean => /^[0-9a-f]{32}$/.test(text);
