/** Base, whose gas is paid in Ether. THORNode requires at least twelve confirmations. */
import type { Chain } from '../chain.ts';
import { evmNetworks } from '../evm-networks.ts';

export const BASE: Chain = {
  ...evmNetworks(8_453, 'https://basescan.org'),
  id: 'BASE',
  name: 'Base',
  native: { symbol: 'ETH', name: 'Ether', decimals: 18 },
  blockSeconds: 2,
  /** Source: ethereum-optimism/specs, Fjord. */
  layerTwo: { dataFee: 'op-stack', blockNumbers: 'own' },
  confirmations: 12,
  // Source of the second: wevm/viem 2.57.1, src/chains/definitions.
  nodes: ['https://base-rpc.publicnode.com', 'https://mainnet.base.org'],
  takesMemos: true,
  tradable: true,
};
