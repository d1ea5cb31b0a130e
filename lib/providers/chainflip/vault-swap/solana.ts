/** Vault swaps from Solana: one instruction of the swap program, checked account by account and put into a transaction. */
import { bytesToHex } from '@noble/hashes/utils.js';
import { type Address, type Instruction, isSignerRole, isWritableRole } from '@solana/kit';
import { z } from 'zod';
import { bytesOfHex, DecodeError } from '../../../payments/byte-reader.ts';
import { addressHex } from '../../../payments/chainflip/destination.ts';
import { decodeSolanaCall } from '../../../payments/chainflip/solana-call.ts';
import { parametersOf } from '../../../payments/chainflip/vault-order.ts';
import { SOLANA_SWAP_PROGRAM } from '../../../payments/chainflip/vaults.ts';
import { type Unavailable, unavailable, withoutClient } from '../../../transfer/built-tx.ts';
import { solanaFundsMissing } from '../../../transfer/solana-funds.ts';
import { solanaAddress, unsignedSolanaTx } from '../../../transfer/solana-tx.ts';
import { encodedFacts, type Facts, insistOn, tampered, wantedFacts } from './facts.ts';
import { type BuiltVaultSwap, encodingFor, hexNumber, refundParameters, type VaultSwap } from './request.ts';
import { type NamedAccount, payerTokenAccount, swapAccounts } from './solana-accounts.ts';

export const encodingSchema = z.object({
  chain: z.string(),
  program_id: z.string(),
  accounts: z.array(z.object({ pubkey: z.string(), is_signer: z.boolean(), is_writable: z.boolean() })),
  data: z.string(),
});
export type SolanaEncoding = z.output<typeof encodingSchema>;

const SEED_BYTES = 32;
/** Rent of the account in which the program records the swap, generously: it holds some 300 bytes. */
const EVENT_ACCOUNT_LAMPORTS = 4_000_000n;

const accountText = (pubkey: string, isSigner: boolean, isWritable: boolean): string =>
  `${pubkey}${isSigner ? ' (signs)' : ''}${isWritable ? ' (written)' : ''}`;

/** `names` are those of the accounts that belong there, in order. @throws {DecodeError} */
export function solanaFacts(encoding: SolanaEncoding, names: readonly string[]): Facts {
  const instruction = decodeSolanaCall(bytesOfHex(encoding.data));
  const accounts = encoding.accounts.map(({ pubkey, is_signer, is_writable }, index) => [
    names[index] ?? `account ${index + 1}`,
    accountText(pubkey, is_signer, is_writable),
  ]);
  return {
    'source chain': encoding.chain,
    program: encoding.program_id,
    ...Object.fromEntries(accounts),
    'kind of swap': instruction.kind,
    'sold amount': instruction.amount.toString(),
    'token decimals': String(instruction.decimals),
    'destination chain': String(instruction.dstChain),
    'destination address': instruction.dstAddress,
    'destination asset': String(instruction.dstToken),
    seed: instruction.seed,
    ...encodedFacts(parametersOf(instruction, 32)),
  };
}

function wanted(swap: VaultSwap, seed: Uint8Array, accounts: readonly NamedAccount[]): Facts {
  const { terms, sell } = swap;
  const isToken = sell.asset.kind === 'token';
  return {
    'source chain': terms.src.chain,
    program: SOLANA_SWAP_PROGRAM,
    ...Object.fromEntries(
      accounts.map(({ name, address, role }) => [name, accountText(address, isSignerRole(role), isWritableRole(role))]),
    ),
    'kind of swap': isToken ? 'token' : 'native',
    'sold amount': sell.baseUnits.toString(),
    'token decimals': String(isToken ? sell.decimals : undefined),
    'destination chain': String(swap.dstChain),
    'destination address': swap.dstAddress,
    'destination asset': String(swap.dstToken),
    seed: bytesToHex(seed),
    ...wantedFacts({ ...swap, refundAddress: addressHex(terms.src.chain, swap.refundAddress) ?? '' }),
  };
}

function check(swap: VaultSwap, seed: Uint8Array, accounts: readonly NamedAccount[], encoding: SolanaEncoding): void {
  let encoded: Facts;
  try {
    encoded = solanaFacts(
      encoding,
      accounts.map(({ name }) => name),
    );
  } catch (error) {
    if (error instanceof DecodeError) throw tampered([error.message], error);
    throw error;
  }
  insistOn(wanted(swap, seed, accounts), encoded);
}

/** The accounts derived here, not the ones that came back: both are equal by now. */
const instructionOf = (program: Address, accounts: readonly NamedAccount[], data: string): Instruction => ({
  programAddress: program,
  accounts: accounts.map(({ address, role }) => ({ address, role })),
  data: bytesOfHex(data),
});

export async function buildSolanaVaultSwap(swap: VaultSwap): Promise<BuiltVaultSwap | Unavailable> {
  const { sell, deps, sourceAddress } = swap;
  const client = deps.clients.solana(sell.asset.chain);
  if (!client) return withoutClient(deps.clients, sell.asset.chain);
  const from = solanaAddress(sourceAddress);
  const program = solanaAddress(SOLANA_SWAP_PROGRAM);
  const mint = sell.asset.kind === 'token' ? solanaAddress(sell.asset.address) : undefined;
  if (!from || !program) return unavailable('The source address cannot be read.');
  const random = deps.randomBytes ?? ((length: number) => crypto.getRandomValues(new Uint8Array(length)));
  const seed = random(SEED_BYTES);
  const extra = {
    from,
    seed: `0x${bytesToHex(seed)}`,
    input_amount: hexNumber(sell.baseUnits),
    refund_parameters: refundParameters(swap),
    ...(mint === undefined ? {} : { from_token_account: await payerTokenAccount(from, mint) }),
  };
  const [encoding, accounts] = await Promise.all([
    encodingFor(swap, extra, encodingSchema),
    swapAccounts(from, seed, mint),
  ]);
  if ('unavailable' in encoding) return encoding;
  check(swap, seed, accounts, encoding);
  const missing = await solanaFundsMissing(client, from, sell, EVENT_ACCOUNT_LAMPORTS, swap);
  if (missing !== undefined) return unavailable(missing);
  const built = await unsignedSolanaTx(client, from, [instructionOf(program, accounts, encoding.data)], swap);
  return 'unavailable' in built ? built : { ...built, targetAddress: SOLANA_SWAP_PROGRAM };
}
