/** Ethereum. THORNode requires at least two confirmations. */
import type { Chain } from '../chain.ts';
import { evmNetworks } from '../evm-networks.ts';

export const ETH: Chain = {
  ...evmNetworks(1, 'https://etherscan.io'),
  id: 'ETH',
  name: 'Ethereum',
  native: { symbol: 'ETH', name: 'Ether', decimals: 18 },
  blockSeconds: 12,
  confirmations: 2,
  // Source of the second: wevm/viem 2.57.1, src/chains/definitions.
  nodes: ['https://ethereum-rpc.publicnode.com', 'https://ethereum.reth.rs/rpc'],
  coinType: 60,
  walletOrder: 1,
  takesMemos: true,
  tradable: true,
};
