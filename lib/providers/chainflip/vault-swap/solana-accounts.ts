/**
 * Derives every account of a vault swap on Solana from the two program ids alone: a node can name no other. Source:
 * chainflip-backend chains/src/sol/sol_tx_core/address_derivation.rs and contract-interfaces/sol-program-idls,
 * `swap_endpoint`; the seeds give the accounts of recorded mainnet swaps.
 */
import {
  AccountRole,
  type Address,
  address,
  getAddressEncoder,
  getProgramDerivedAddress,
  type ReadonlyUint8Array,
} from '@solana/kit';
import { SYSTEM_PROGRAM_ADDRESS } from '@solana-program/system';
import { findAssociatedTokenPda, TOKEN_PROGRAM_ADDRESS } from '@solana-program/token';
import { SOLANA_SWAP_PROGRAM, SOLANA_VAULT_PROGRAM } from '../../../payments/chainflip/vaults.ts';

const SWAP_PROGRAM = address(SOLANA_SWAP_PROGRAM);
const VAULT_PROGRAM = address(SOLANA_VAULT_PROGRAM);
const key = (of: Address): ReadonlyUint8Array => getAddressEncoder().encode(of);

async function derived(program: Address, ...seeds: (string | ReadonlyUint8Array)[]): Promise<Address> {
  const [found] = await getProgramDerivedAddress({ programAddress: program, seeds });
  return found;
}

async function tokenAccount(owner: Address, mint: Address): Promise<Address> {
  const [found] = await findAssociatedTokenPda({ owner, mint, tokenProgram: TOKEN_PROGRAM_ADDRESS });
  return found;
}

export const payerTokenAccount = tokenAccount;

export type NamedAccount = { name: string; address: Address; role: AccountRole };

/** `mint` undefined: lamports are sold. `seed` is the caller's, up to 32 bytes. In the program's order. */
export async function swapAccounts(
  from: Address,
  seed: Uint8Array,
  mint: Address | undefined,
): Promise<NamedAccount[]> {
  const { READONLY, WRITABLE, WRITABLE_SIGNER } = AccountRole;
  const [data, event, swapData] = await Promise.all([
    derived(VAULT_PROGRAM, 'data'),
    derived(SWAP_PROGRAM, 'swap_event', key(from), seed),
    derived(SWAP_PROGRAM, 'data'),
  ]);
  const head = { name: 'data account', address: data, role: READONLY };
  const payer = { name: 'payer', address: from, role: WRITABLE_SIGNER };
  const events = [
    { name: 'event account', address: event, role: WRITABLE },
    { name: 'swap data account', address: swapData, role: WRITABLE },
  ];
  const system = { name: 'system program', address: SYSTEM_PROGRAM_ADDRESS, role: READONLY };
  if (mint === undefined) {
    const vault = await derived(SWAP_PROGRAM, 'swap_endpoint_native_vault');
    return [head, { name: 'vault', address: vault, role: WRITABLE }, payer, ...events, system];
  }
  const [vault, payers, supported] = await Promise.all([
    derived(VAULT_PROGRAM, 'vault').then((owner) => tokenAccount(owner, mint)),
    tokenAccount(from, mint),
    derived(VAULT_PROGRAM, 'supported_token', key(mint)),
  ]);
  return [
    head,
    { name: 'vault', address: vault, role: WRITABLE },
    payer,
    { name: 'token account of the payer', address: payers, role: WRITABLE },
    ...events,
    { name: 'supported token account', address: supported, role: READONLY },
    { name: 'token program', address: TOKEN_PROGRAM_ADDRESS, role: READONLY },
    { name: 'mint', address: mint, role: READONLY },
    system,
  ];
}
