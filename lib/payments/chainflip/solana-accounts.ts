/**
 * Derives the accounts that a call of Chainflip's swap program must be given, so that the money reaches the vault and
 * the order is stored where the network looks for it. Source: chainflip-backend contract-interfaces/sol-program-idls
 * v1.3.0, swap_endpoint.json (places and seeds); state-chain/node/src/chain_spec/berghain.rs (addresses).
 */
import { hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { base58 } from '@scure/base';
import { SOLANA_PROGRAMS } from '../solana/instructions.ts';
import { associatedTokenAccount, programAddress } from '../solana/token-account.ts';
import type { SolanaVaultSwap } from './solana-call.ts';
import { SOLANA_SWAP_PROGRAM, SOLANA_TOKEN_VAULT_OWNER, SOLANA_VAULT_PROGRAM } from './vaults.ts';

/** Longest seed of a derived address. Source: solana-sdk pubkey.rs, MAX_SEED_LEN. */
const MAX_SEED_BYTES = 32;

const ofVault = (...seeds: Uint8Array[]): string => programAddress(seeds, SOLANA_VAULT_PROGRAM);
const ofSwaps = (...seeds: Uint8Array[]): string => programAddress(seeds, SOLANA_SWAP_PROGRAM);

function eventAccount({ from, seed }: SolanaVaultSwap): string | undefined {
  const bytes = hexToBytes(seed);
  return bytes.length > MAX_SEED_BYTES ? undefined : ofSwaps(utf8ToBytes('swap_event'), base58.decode(from), bytes);
}

/** In their order; undefined when no account can be right. */
function wantedAccounts(swap: SolanaVaultSwap): readonly (string | undefined)[] {
  const { from, mint } = swap;
  const vault = ofVault(utf8ToBytes('data'));
  const swaps = ofSwaps(utf8ToBytes('data'));
  if (mint === undefined)
    return [
      vault,
      ofSwaps(utf8ToBytes('swap_endpoint_native_vault')),
      from,
      eventAccount(swap),
      swaps,
      SOLANA_PROGRAMS.system,
    ];
  return [
    vault,
    associatedTokenAccount(SOLANA_TOKEN_VAULT_OWNER, mint),
    from,
    associatedTokenAccount(from, mint),
    eventAccount(swap),
    swaps,
    ofVault(utf8ToBytes('supported_token'), base58.decode(mint)),
    SOLANA_PROGRAMS.token,
    mint,
    SOLANA_PROGRAMS.system,
  ];
}

/** The first wrong account, with the right one; undefined when all are right. */
export function strangeAccount(
  swap: SolanaVaultSwap,
): { actual: string | undefined; wanted: string | undefined } | undefined {
  const wanted = wantedAccounts(swap);
  const { accounts } = swap;
  const at = Array.from({ length: Math.max(wanted.length, accounts.length) }, (_, index) => index).find(
    (index) => wanted[index] === undefined || accounts[index] !== wanted[index],
  );
  return at === undefined ? undefined : { actual: accounts[at], wanted: wanted[at] };
}
