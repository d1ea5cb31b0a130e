/** HyperEVM, the EVM side of Hyperliquid. */
import type { Chain } from '../chain.ts';
import { evmNetworks } from '../evm-networks.ts';

export const HYPE: Chain = {
  ...evmNetworks(999, 'https://hyperevmscan.io'),
  id: 'HYPE',
  name: 'HyperEVM',
  native: { symbol: 'HYPE', name: 'Hyperliquid', decimals: 18 },
  blockSeconds: 1,
  confirmations: 1,
  // Source of the second: edge-currency-accountbased, hyperEvmInfo.ts.
  nodes: ['https://rpc.hyperliquid.xyz/evm', 'https://rpc.hypurrscan.io'],
  noSandboxNode: true,
  tradable: true,
};
