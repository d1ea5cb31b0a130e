/**
 * A call of Chainflip's program with any other account than the network's is not signed; those of mainnet are known.
 */
import { describe, expect, it } from 'vitest';
import { bytesOfHex } from '../byte-reader.ts';
import recorded from './__fixtures__/rpc-encoding-sol.json' with { type: 'json' };
import { strangeAccount } from './solana-accounts.ts';
import { readVaultSwap, type SolanaVaultSwap } from './solana-call.ts';

function swapWith(accounts: readonly string[]): SolanaVaultSwap {
  const { program_id: programId, data } = recorded.result;
  const swap = readVaultSwap({ programId, accounts, data: bytesOfHex(data) });
  if (!swap) throw new Error('the recorded call cannot be read');
  return swap;
}

describe('the accounts of a call by mainnet’s broker', () => {
  const accounts = recorded.result.accounts.map(({ pubkey }) => pubkey);
  it('are the network’s', () => {
    expect(strangeAccount(swapWith(accounts))).toBeUndefined();
  });
  it.each([0, 1, 3, 4, 5])('are refused with another one at index %d', (position) => {
    const other = 'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB';
    const changed = accounts.map((account, index) => (index === position ? other : account));
    expect(strangeAccount(swapWith(changed))).toEqual({ actual: other, wanted: accounts[position] });
  });
  it('are refused with one more', () => {
    expect(strangeAccount(swapWith([...accounts, accounts[0] ?? '']))).toEqual({
      actual: accounts[0],
      wanted: undefined,
    });
  });
});
