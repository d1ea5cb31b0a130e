/** Reports chains as a right service does. */
import { CHAINS } from '../vocabulary.ts';

export const RIGHT_CHAINS = {
  chains: CHAINS.map((id) => ({
    id,
    networkId: id.toLowerCase(),
    name: id,
    native: { asset: `${id}.${id}`, symbol: id, name: id, decimals: 8 },
    explorer: { tx: 'https://example.org/tx/{hash}' },
    confirmations: 1,
    blockSeconds: 12,
    payments: { txType: 'EVM', memoBytes: 80 },
    state: 'trading',
  })),
  updatedAt: '2026-11-21T06:00:00.000Z',
};
