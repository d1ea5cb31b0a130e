/** Avalanche C-Chain. A block is final once it is accepted. */
import type { Chain } from '../chain.ts';
import { evmNetworks } from '../evm-networks.ts';

export const AVAX: Chain = {
  ...evmNetworks(43_114, 'https://snowtrace.io'),
  id: 'AVAX',
  name: 'Avalanche',
  native: { symbol: 'AVAX', name: 'Avalanche', decimals: 18 },
  blockSeconds: 1,
  confirmations: 1,
  // Source of the second: wevm/viem 2.57.1, src/chains/definitions.
  nodes: ['https://avalanche-c-chain-rpc.publicnode.com', 'https://api.avax.network/ext/bc/C/rpc'],
  takesMemos: true,
  tradable: true,
};
