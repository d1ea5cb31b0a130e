/**
 * Decodes calls of Chainflip's swap program on Solana: the sold amount and the order to the network. Source:
 * chainflip-backend contract-interfaces/sol-program-idls, `x_swap_native` and `x_swap_token`; Borsh after an Anchor
 * discriminator.
 */
import { ByteReader, DecodeError, decodedOrUndefined } from '../byte-reader.ts';
import type { VaultCall } from './vault-order.ts';

export type SolanaVaultCall = VaultCall & {
  kind: 'native' | 'token';
  /** Base units. */
  amount: bigint;
  /** Of a token; the program checks them against the mint. */
  decimals: number | undefined;
  /** Of the account in which the swap is recorded; hex without 0x. */
  seed: string;
};

/** A call with the accounts that it names. */
export type SolanaVaultSwap = SolanaVaultCall & {
  /** The program that was called. */
  programId: string;
  /** All accounts of the call, in its order. */
  accounts: readonly string[];
  /** Pays and signs. */
  from: string;
  /** Token account that is debited, and its mint; undefined for the chain's own coin. */
  fromTokenAccount?: string;
  mint?: string;
};

/** First 8 bytes of sha256("global:x_swap_native") and ("global:x_swap_token"), as Anchor names instructions. */
const SWAP_NATIVE = 'a3265ce2f3698dc4';
const SWAP_TOKEN = '4532fc63e55377eb';

/** Indices of the accounts. Source: chainflip-backend chains/src/sol/sol_tx_core/program_instructions.rs. */
const ACCOUNTS = { native: 6, token: 10, from: 2, fromTokenAccount: 3, mint: 8 } as const;

/** The data of the instruction. @throws {DecodeError} */
export function decodeSolanaCall(data: Uint8Array): SolanaVaultCall {
  const reader = new ByteReader(data);
  const discriminator = reader.hex(8);
  if (discriminator !== SWAP_NATIVE && discriminator !== SWAP_TOKEN)
    throw new DecodeError('it is none of the swap program’s instructions');
  const kind = discriminator === SWAP_TOKEN ? 'token' : 'native';
  const length = () => reader.int(4);
  const amount = reader.big(8);
  const dstChain = reader.int(4);
  const dstAddress = reader.hex(length());
  const dstToken = reader.int(4);
  const contractCall = reader.option(() => ({ message: reader.hex(length()), gasAmount: reader.big(8) }));
  const cfParameters = reader.bytes(length());
  const decimals = kind === 'token' ? reader.int(1) : undefined;
  const seed = reader.hex(length());
  reader.end();
  return {
    kind,
    amount,
    dstChain,
    dstAddress,
    dstToken,
    ...(contractCall ? { contractCall } : {}),
    cfParameters,
    decimals,
    seed,
  };
}

type Instruction = { programId: string; accounts: readonly string[]; data: Uint8Array };

/** Undefined for any other call of the program. */
export function readVaultSwap({ programId, accounts, data }: Instruction): SolanaVaultSwap | undefined {
  const call = decodedOrUndefined(() => decodeSolanaCall(data));
  const from = accounts[ACCOUNTS.from];
  if (!call || accounts.length < ACCOUNTS[call.kind] || from === undefined) return undefined;
  const isToken = call.kind === 'token';
  const [fromTokenAccount, mint] = isToken ? [accounts[ACCOUNTS.fromTokenAccount], accounts[ACCOUNTS.mint]] : [];
  return {
    ...call,
    programId,
    accounts,
    from,
    ...(fromTokenAccount === undefined ? {} : { fromTokenAccount }),
    ...(mint === undefined ? {} : { mint }),
  };
}
