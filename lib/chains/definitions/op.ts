/** OP Mainnet, whose gas is paid in Ether. */
import type { Chain } from '../chain.ts';
import { evmNetworks } from '../evm-networks.ts';

export const OP: Chain = {
  ...evmNetworks(10, 'https://optimistic.etherscan.io'),
  id: 'OP',
  name: 'Optimism',
  native: { symbol: 'ETH', name: 'Ether', decimals: 18 },
  blockSeconds: 2,
  /** Source: ethereum-optimism/specs, Fjord. */
  layerTwo: { dataFee: 'op-stack', blockNumbers: 'own' },
  confirmations: 12,
  // Source of the second: wevm/viem 2.57.1, src/chains/definitions.
  nodes: ['https://optimism-rpc.publicnode.com', 'https://mainnet.optimism.io'],
  noSandboxNode: true,
  tradable: true,
};
