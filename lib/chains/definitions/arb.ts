/** Arbitrum One, whose gas is paid in Ether. */
import type { Chain } from '../chain.ts';
import { evmNetworks } from '../evm-networks.ts';

export const ARB: Chain = {
  ...evmNetworks(42_161, 'https://arbiscan.io'),
  id: 'ARB',
  name: 'Arbitrum',
  native: { symbol: 'ETH', name: 'Ether', decimals: 18 },
  blockSeconds: 0.26,
  /** Source: Arbitrum docs, "Block numbers and time" and "Gas and fees". */
  layerTwo: { dataFee: 'in-gas', blockNumbers: 'ethereum' },
  confirmations: 12,
  // Source of the second: wevm/viem 2.57.1, src/chains/definitions.
  nodes: ['https://arbitrum-one-rpc.publicnode.com', 'https://arb1.arbitrum.io/rpc'],
  takesMemos: true,
  tradable: true,
};
