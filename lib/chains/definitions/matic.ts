/** Polygon PoS. Its coin became POL in 2024; asset identifiers keep MATIC.MATIC. */
import type { Chain } from '../chain.ts';
import { evmNetworks } from '../evm-networks.ts';

export const MATIC: Chain = {
  ...evmNetworks(137, 'https://polygonscan.com'),
  id: 'MATIC',
  name: 'Polygon',
  native: { symbol: 'MATIC', name: 'Polygon Ecosystem Token', decimals: 18, shownSymbol: 'POL' },
  blockSeconds: 2,
  confirmations: 32,
  // Source of the second: wevm/viem 2.57.1, src/chains/definitions.
  nodes: ['https://polygon-bor-rpc.publicnode.com', 'https://polygon.drpc.org'],
  noSandboxNode: true,
  tradable: true,
};
