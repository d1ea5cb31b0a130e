/**
 * Defines the networks of EVM chains. Sandbox chain ids belong to no public chain, so that nothing signed there is
 * valid elsewhere.
 */
import type { Chain } from './chain.ts';

/** Added to the public chain id; the sum is beyond every id registered at chainlist. */
export const SANDBOX_EVM_ID_OFFSET = 900_000_000;

/** The fields that all EVM chains share. `explorer` is the base URL of an explorer with Etherscan's paths. */
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
