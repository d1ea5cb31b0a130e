/** Reads the Solana instructions that move money in Portage. An instruction with a single unknown byte is `unknown`. */
import { readVaultSwap, type SolanaVaultSwap } from '../chainflip/solana-call.ts';
import { SOLANA_SWAP_PROGRAM } from '../chainflip/vaults.ts';

export const SOLANA_PROGRAMS = {
  system: '11111111111111111111111111111111',
  token: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  associatedToken: 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL',
  computeBudget: 'ComputeBudget111111111111111111111111111111',
  /** Asserts balances after a transaction, moves nothing; wallets add it. Source: github.com/Jac0xb/lighthouse. */
  lighthouse: 'L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95',
  chainflipSwap: SOLANA_SWAP_PROGRAM,
} as const;

/** Accounts are addresses in the instruction's order. */
export type SolanaInstruction = { programId: string; accounts: readonly string[]; data: Uint8Array };

export type ReadInstruction =
  /** Of the chain's own coin, in lamports. */
  | { kind: 'transfer'; from: string; to: string; baseUnits: bigint }
  /** `source` and `destination` are token accounts; only the checked form has `mint` and `decimals`. */
  | {
      kind: 'tokenTransfer';
      source: string;
      destination: string;
      authority: string;
      baseUnits: bigint;
      mint?: string;
      decimals?: number;
    }
  /**
   * Opens the token account of `owner` for `mint`, at the payer's cost. `idempotent`: an existing one stays as it is.
   */
  | {
      kind: 'createTokenAccount';
      payer: string;
      account: string;
      owner: string;
      mint: string;
      tokenProgram: string;
      idempotent: boolean;
    }
  | { kind: 'computeLimit'; units: number }
  /** Millionths of a lamport for each compute unit. */
  | { kind: 'computePrice'; microLamports: bigint }
  | { kind: 'vaultSwap'; swap: SolanaVaultSwap }
  | { kind: 'unknown'; programId: string };

const viewOf = (data: Uint8Array): DataView => new DataView(data.buffer, data.byteOffset, data.byteLength);

/** Source: Solana SystemInstruction::Transfer. */
function readSystem({ accounts, data }: SolanaInstruction): ReadInstruction | undefined {
  const [from, to] = accounts;
  if (data.length !== 12 || accounts.length !== 2 || from === undefined || to === undefined) return undefined;
  const view = viewOf(data);
  return view.getUint32(0, true) === 2
    ? { kind: 'transfer', from, to, baseUnits: view.getBigUint64(4, true) }
    : undefined;
}

/** Source: SPL Token TokenInstruction::Transfer and TransferChecked, signed by the owner alone. */
function readToken({ accounts, data }: SolanaInstruction): ReadInstruction | undefined {
  const [first, second, third, fourth] = accounts;
  if (first === undefined || second === undefined || third === undefined) return undefined;
  if (data[0] === 3 && data.length === 9 && accounts.length === 3) {
    const baseUnits = viewOf(data).getBigUint64(1, true);
    return { kind: 'tokenTransfer', source: first, destination: second, authority: third, baseUnits };
  }
  if (data[0] !== 12 || data.length !== 10 || accounts.length !== 4 || fourth === undefined) return undefined;
  return {
    kind: 'tokenTransfer',
    source: first,
    mint: second,
    destination: third,
    authority: fourth,
    baseUnits: viewOf(data).getBigUint64(1, true),
    decimals: viewOf(data).getUint8(9),
  };
}

/** Source: SPL AssociatedTokenAccountInstruction::Create and CreateIdempotent; the former may have no data at all. */
function readAssociatedToken({ accounts, data }: SolanaInstruction): ReadInstruction | undefined {
  const [payer, account, owner, mint, , tokenProgram] = accounts;
  const isCreate = data.length === 0 || (data.length === 1 && (data[0] === 0 || data[0] === 1));
  if (!isCreate || payer === undefined || account === undefined || owner === undefined) return undefined;
  if (mint === undefined || tokenProgram === undefined) return undefined;
  return { kind: 'createTokenAccount', payer, account, owner, mint, tokenProgram, idempotent: data[0] === 1 };
}

/** Source: Solana ComputeBudgetInstruction. */
function readComputeBudget({ data }: SolanaInstruction): ReadInstruction | undefined {
  if (data[0] === 2 && data.length === 5) return { kind: 'computeLimit', units: viewOf(data).getUint32(1, true) };
  if (data[0] === 3 && data.length === 9)
    return { kind: 'computePrice', microLamports: viewOf(data).getBigUint64(1, true) };
  return undefined;
}

const READERS: Readonly<Record<string, (instruction: SolanaInstruction) => ReadInstruction | undefined>> = {
  [SOLANA_PROGRAMS.system]: readSystem,
  [SOLANA_PROGRAMS.token]: readToken,
  [SOLANA_PROGRAMS.associatedToken]: readAssociatedToken,
  [SOLANA_PROGRAMS.computeBudget]: readComputeBudget,
  [SOLANA_PROGRAMS.chainflipSwap](instruction) {
    const swap = readVaultSwap(instruction);
    return swap && { kind: 'vaultSwap', swap };
  },
};

/** Never throws. */
export function readInstruction(instruction: SolanaInstruction): ReadInstruction {
  const { programId } = instruction;
  const read = Object.hasOwn(READERS, programId) ? READERS[programId] : undefined;
  return read?.(instruction) ?? { kind: 'unknown', programId };
}
