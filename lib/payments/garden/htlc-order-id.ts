/** Computes the id under which Garden's contract on an EVM chain stores a lock, from the lock's own terms. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import type { InitiateTerms } from './htlc-call.ts';

type HtlcLock = InitiateTerms & {
  networkId: bigint;
  contract: string;
  /** The account that locked the money, which also receives a refund. */
  initiator: string;
};

const bare = (text: string): string => text.toLowerCase().replace(/^0x/, '');
const word = (value: string | bigint): string =>
  (typeof value === 'bigint' ? value.toString(16) : bare(value)).padStart(64, '0');

/**
 * Whether it is the lock's id in any of the forms that contracts on public chains use at the same time; each version
 * hashes more than the one before. Sources: the recorded order of version 1 in __fixtures__; gardenfi/garden-sol
 * HTLC.sol, 2; code-423n4/2025-11-garden evm/src/swap/HTLC.sol `_initiate`, 3.
 */
export function isHtlcOrderId(id: string, { networkId, contract, ...lock }: HtlcLock): boolean {
  const first = [networkId, lock.secretHash, lock.initiator];
  const second = [...first, lock.redeemer, lock.timelock, lock.amount];
  return [first, second, [...second, contract]].some((fields) => {
    const hex = fields.map(word).join('');
    return /^([0-9a-f]{64})+$/.test(hex) && bytesToHex(sha256(hexToBytes(hex))) === bare(id);
  });
}
