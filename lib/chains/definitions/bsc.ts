/** BNB Smart Chain. */
import type { Chain } from '../chain.ts';
import { evmNetworks } from '../evm-networks.ts';

export const BSC: Chain = {
  ...evmNetworks(56, 'https://bscscan.com'),
  id: 'BSC',
  name: 'BNB Smart Chain',
  native: { symbol: 'BNB', name: 'BNB', decimals: 18 },
  blockSeconds: 0.45,
  confirmations: 3,
  // Source of the second: wevm/viem 2.57.1, src/chains/definitions.
  nodes: ['https://bsc-rpc.publicnode.com', 'https://56.rpc.thirdweb.com'],
  takesMemos: true,
  tradable: true,
};
