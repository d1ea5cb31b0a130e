/** For tests: encodes swaps for Jupiter's program, independently of the code that reads them. */
import { concatBytes, hexToBytes } from '@noble/hashes/utils.js';
import {
  AccountRole,
  type Address,
  address,
  appendTransactionMessageInstructions,
  compileTransaction,
  compressTransactionMessageUsingAddressLookupTables,
  createTransactionMessage,
  getBase64EncodedWireTransaction,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
  blockhash as toBlockhash,
} from '@solana/kit';

export const JUP = 'JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4';
export const SYSTEM = '11111111111111111111111111111111';
export const TOKEN = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
export const TOKEN_2022 = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb';
export const ATA = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL';
export const BUDGET = 'ComputeBudget111111111111111111111111111111';
export const WSOL = 'So11111111111111111111111111111111111111112';
export const USDC = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
export const USDT = 'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB';
/** Source: the recorded transaction of July 2026. */
const EVENT_AUTHORITY = 'D8cy77BBepLMngZx6ZukaTff5hCt1HrWyKk3Hnd9oitf';

/** `w` writable, `s` signer. */
export type Use = readonly [string, '' | 'w' | 's' | 'ws'];
export type TestInstruction = { programId: string; uses: Use[]; data: Uint8Array };

export const le = (value: bigint | number, length: number): Uint8Array =>
  Uint8Array.from({ length }, (_, index) => Number((BigInt(value) >> BigInt(8 * index)) & 255n));

const ix = (programId: string, uses: Use[], data: Uint8Array): TestInstruction => ({ programId, uses, data });

export const computeLimit = (units: number) => ix(BUDGET, [], concatBytes(Uint8Array.of(2), le(units, 4)));
export const computePrice = (micro: bigint) => ix(BUDGET, [], concatBytes(Uint8Array.of(3), le(micro, 8)));
export const openAccount = (payer: string, account: string, owner: string, mint: string, program = TOKEN) =>
  ix(
    ATA,
    [
      [payer, 'ws'],
      [account, 'w'],
      [owner, ''],
      [mint, ''],
      [SYSTEM, ''],
      [program, ''],
    ],
    Uint8Array.of(1),
  );
export const payLamports = (from: string, to: string, lamports: bigint) =>
  ix(
    SYSTEM,
    [
      [from, 'ws'],
      [to, 'w'],
    ],
    concatBytes(le(2, 4), le(lamports, 8)),
  );
export const syncNative = (account: string) => ix(TOKEN, [[account, 'w']], Uint8Array.of(17));
export const closeAccount = (account: string, to: string, owner: string) =>
  ix(
    TOKEN,
    [
      [account, 'w'],
      [to, 'w'],
      [owner, 's'],
    ],
    Uint8Array.of(9),
  );

export type TestSwap = {
  form: 'route' | 'shared_accounts_route' | 'route_v2' | 'shared_accounts_route_v2';
  sender: string;
  source: string;
  ownDestination: string;
  destination?: string;
  sellMint: string;
  buyMint: string;
  sellProgram?: string;
  buyProgram?: string;
  amount: bigint;
  quoted: bigint;
  slippageBps: number;
  feeBps?: number;
  feeAccount?: string;
  positiveSlippageBps?: number;
  /** Accounts of venues. */
  venues?: Use[];
  /** Bytes put between discriminator and arguments' end, for attacks. */
  afterArguments?: Uint8Array;
};

const DISCRIMINATORS = {
  route: 'e517cb977ae3ad2a',
  shared_accounts_route: 'c1209b3341d69c81',
  route_v2: 'bb64facc31c4af14',
  shared_accounts_route_v2: 'd19853937cfed8e9',
} as const;

/** Venue 7 has no arguments of its own; all of the first token goes in, the second comes out. */
const PLAN_V1 = concatBytes(le(1, 4), Uint8Array.of(7, 100, 0, 1));
const PLAN_V2 = concatBytes(le(1, 4), Uint8Array.of(7), le(10_000, 2), Uint8Array.of(0, 1));

export const swapTail = (amount: bigint, quoted: bigint, slippageBps: number, feeBps: number): Uint8Array =>
  concatBytes(le(amount, 8), le(quoted, 8), le(slippageBps, 2), le(feeBps, 1));

function dataOf(swap: TestSwap): Uint8Array {
  const { form, amount, quoted, slippageBps, feeBps = 0, positiveSlippageBps = 0 } = swap;
  const head = hexToBytes(DISCRIMINATORS[form]);
  const id = form.startsWith('shared') ? Uint8Array.of(3) : new Uint8Array();
  const after = swap.afterArguments ?? new Uint8Array();
  if (form.endsWith('_v2')) {
    const fees = concatBytes(le(feeBps, 2), le(positiveSlippageBps, 2));
    return concatBytes(head, id, le(amount, 8), le(quoted, 8), le(slippageBps, 2), fees, PLAN_V2, after);
  }
  return concatBytes(head, id, PLAN_V1, swapTail(amount, quoted, slippageBps, feeBps), after);
}

const orNone = (account: string | undefined): Use => (account === undefined ? [JUP, ''] : [account, 'w']);

function usesOf(swap: TestSwap): Use[] {
  const { form, sender, source, ownDestination, destination, sellMint, buyMint, feeAccount } = swap;
  const { sellProgram = TOKEN, buyProgram = TOKEN } = swap;
  const ends: Use[] = [
    [EVENT_AUTHORITY, ''],
    [JUP, ''],
  ];
  const mints: Use[] = [
    [sellMint, ''],
    [buyMint, ''],
  ];
  const programs: Use[] = [
    [sellProgram, ''],
    [buyProgram, ''],
  ];
  const taker: Use = [sender, 's'];
  const from: Use = [source, 'w'];
  const own: Use = [ownDestination, 'w'];
  const target: Use = [destination ?? ownDestination, 'w'];
  const passages: Use[] = [
    [sellMint, 'w'],
    [buyMint, 'w'],
  ];
  const fee: Use[] = feeAccount === undefined ? [] : [[feeAccount, 'w']];
  const venues = swap.venues ?? [];
  switch (form) {
    case 'route':
      return [
        [buyProgram, ''],
        taker,
        from,
        own,
        orNone(destination),
        [buyMint, ''],
        orNone(feeAccount),
        ...ends,
        ...venues,
      ];
    case 'shared_accounts_route':
      return [
        ...[[TOKEN, ''] as Use, [JUP, ''] as Use, taker, from, ...passages, target, ...mints, orNone(feeAccount)],
        ...[orNone(undefined), ...ends, ...venues],
      ];
    case 'route_v2':
      return [taker, from, own, ...mints, ...programs, orNone(destination), ...ends, ...fee, ...venues];
    case 'shared_accounts_route_v2':
      return [[JUP, ''], taker, from, ...passages, target, ...mints, ...programs, ...ends, ...fee, ...venues];
  }
}

export const swapInstruction = (swap: TestSwap): TestInstruction => ix(JUP, usesOf(swap), dataOf(swap));

const ROLES = {
  '': AccountRole.READONLY,
  w: AccountRole.WRITABLE,
  s: AccountRole.READONLY_SIGNER,
  ws: AccountRole.WRITABLE_SIGNER,
} as const;

/** Unsigned, base64. */
export function transactionOf(
  payer: string,
  instructions: readonly TestInstruction[],
  tables: Readonly<Record<string, readonly string[]>> = {},
  hash = WSOL,
): string {
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (empty) => setTransactionMessageFeePayer(address(payer), empty),
    (paid) =>
      setTransactionMessageLifetimeUsingBlockhash({ blockhash: toBlockhash(hash), lastValidBlockHeight: 1n }, paid),
    (lived) =>
      appendTransactionMessageInstructions(
        instructions.map(({ programId, uses, data }) => ({
          programAddress: address(programId),
          accounts: uses.map(([name, role]) => ({ address: address(name), role: ROLES[role] })),
          data,
        })),
        lived,
      ),
    (full) => compressTransactionMessageUsingAddressLookupTables(full, tables as Record<Address, Address[]>),
  );
  return getBase64EncodedWireTransaction(compileTransaction(message));
}

/** The account of a lookup table with these addresses. Source: solana address-lookup-table program, state.rs. */
export function tableAccount(entries: readonly Uint8Array[]): Uint8Array {
  const header = new Uint8Array(56);
  header[0] = 1;
  header.fill(255, 4, 12);
  return concatBytes(header, ...entries);
}
