/**
 * Lists the only addresses that vault swaps may pay, whatever a node answers: contracts and programs at their
 * addresses on the main networks, where local chains have theirs as well. Bitcoin's vault has no lasting address: it
 * comes from the current keys. Source: docs.chainflip.io, mainnet addresses; chainflip-backend
 * state-chain/node/src/chain_spec/berghain.rs.
 */
export const EVM_VAULTS: Readonly<Record<string, string>> = {
  Ethereum: '0xF5e10380213880111522dd0efD3dbb45b9f62Bcc',
  Arbitrum: '0x79001a5e762f3bEFC8e5871b42F6734e00498920',
  Bsc: '0x79001a5e762f3bEFC8e5871b42F6734e00498920',
};

/** The program that takes swaps on Solana, and the one that holds the money. */
export const SOLANA_SWAP_PROGRAM = 'J88B7gmadHzTNGiy54c9Ms8BsEXNdB2fntFyhKpk3qoT';
export const SOLANA_VAULT_PROGRAM = 'AusZPVXPoUM8QJJ2SL4KwvRGCQ22cDg6Y4rg7EvFrxi7';
/** Owns the vault's token accounts. */
export const SOLANA_TOKEN_VAULT_OWNER = '4ZhKJgotJ2tmpYs9Y2NkgJzS7Ac5sghrU4a6cyTLEe7U';
