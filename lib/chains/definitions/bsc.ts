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
  tradable: true,
};
