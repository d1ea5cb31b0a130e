/** Gives EVM chains in the sandbox ids that no public chain has, so that nothing signed there is valid elsewhere. */
import type { Chain } from './chain.ts';

/** Added to the public chain id; beyond every id registered at chainlist. */
export const SANDBOX_EVM_ID_OFFSET = 900_000_000;

/** What all EVM chains have in common. `explorer` is the base URL of an Etherscan-shaped explorer. */
export const evmNetworks = (publicChainId: number, explorer: string) =>
  ({
    kind: 'evm',
    memoLimitBytes: 250,
    hashFormat: 'evm',
    addressForm: '0x and 40 hex digits',
    sandboxAddressForm: '0x and 40 hex digits',
    mainnet: {
      networkId: publicChainId,
      explorerTx: `${explorer}/tx/{hash}`,
      explorerAddress: `${explorer}/address/{address}`,
    },
    sandbox: { networkId: SANDBOX_EVM_ID_OFFSET + publicChainId },
  }) as const satisfies Partial<Chain>;
