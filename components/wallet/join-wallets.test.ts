import { expect, test } from 'vitest';
import type { ChainId } from '../../lib/domain/chain-id.ts';
import { joinWallets } from './join-wallets.ts';

const reach = (chain: ChainId, name: string, id = name) => ({ chain, found: { option: { id, name } } });

test('one wallet is one entry for all its networks, and the one with most of them comes first', () => {
  const joined = joinWallets([
    reach('ETH', 'Rabby'),
    reach('ETH', 'Sandbox wallet', 'evm'),
    reach('BTC', 'Sandbox wallet', 'unisat'),
    reach('SOL', 'Phantom'),
    reach('ETH', 'Sandbox wallet', 'again'),
  ]);
  expect(joined.map(({ name, reaches }) => [name, reaches.map(({ chain }) => chain)])).toEqual([
    ['Sandbox wallet', ['ETH', 'BTC']],
    ['Phantom', ['SOL']],
    ['Rabby', ['ETH']],
  ]);
});
