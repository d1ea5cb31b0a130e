/** Builds a swap's instructions in the real router's layouts, and those that precede and follow it. */
import { concatBytes, hexToBytes } from '@noble/hashes/utils.js';
import {
  ATA_PROGRAM,
  COMPUTE_BUDGET_PROGRAM,
  SYSTEM_PROGRAM,
  TOKEN_2022_PROGRAM,
  TOKEN_PROGRAM,
  tokenAccountOf,
  u64Bytes,
} from '../solana/addresses.ts';
import {
  AUTHORITY_ID,
  EVENT_AUTHORITY,
  KINDS,
  type PoolAccount,
  PROGRAM_AUTHORITY,
  passageOf,
  ROUTER_PROGRAM,
} from '../solana/jupiter-accounts.ts';
import { programOfMint } from '../solana/mints.ts';

export type AccountRef = { pubkey: string; isSigner: boolean; isWritable: boolean };
export type SwapInstruction = { programId: string; accounts: AccountRef[]; data: Uint8Array };

type Role = '' | 'w' | 's' | 'ws';
const ref = ([pubkey, role]: readonly [string, Role]): AccountRef => ({
  pubkey,
  isSigner: role.includes('s'),
  isWritable: role.includes('w'),
});

export const ix = (
  programId: string,
  accounts: readonly (readonly [string, Role])[],
  data: Uint8Array,
): SwapInstruction => ({ programId, accounts: accounts.map(ref), data });

const u16 = (value: number): Uint8Array => u64Bytes(BigInt(value)).slice(0, 2);
const u32 = (value: number): Uint8Array => u64Bytes(BigInt(value)).slice(0, 4);

export const unitLimit = (units: number): SwapInstruction =>
  ix(COMPUTE_BUDGET_PROGRAM, [], concatBytes(Uint8Array.of(2), u32(units)));
export const unitPrice = (microLamports: bigint): SwapInstruction =>
  ix(COMPUTE_BUDGET_PROGRAM, [], concatBytes(Uint8Array.of(3), u64Bytes(microLamports)));

export const openAccount = (payer: string, owner: string, mint: string): SwapInstruction => {
  const program = programOfMint(mint);
  return ix(
    ATA_PROGRAM,
    [
      [payer, 'ws'],
      [tokenAccountOf(owner, mint, program), 'w'],
      [owner, ''],
      [mint, ''],
      [SYSTEM_PROGRAM, ''],
      [program, ''],
    ],
    Uint8Array.of(1),
  );
};

export const payLamports = (from: string, to: string, lamports: bigint): SwapInstruction =>
  ix(
    SYSTEM_PROGRAM,
    [
      [from, 'ws'],
      [to, 'w'],
    ],
    concatBytes(u32(2), u64Bytes(lamports)),
  );

export const countLamports = (account: string): SwapInstruction =>
  ix(TOKEN_PROGRAM, [[account, 'w']], Uint8Array.of(17));

export const closeAccount = (account: string, to: string, owner: string): SwapInstruction =>
  ix(
    TOKEN_PROGRAM,
    [
      [account, 'w'],
      [to, 'w'],
      [owner, 's'],
    ],
    Uint8Array.of(9),
  );

export type PlanStep = {
  pool: PoolAccount;
  forth: boolean;
  bps: number;
  inputIndex: number;
  outputIndex: number;
};

/** The parameters of the swap instruction. */
export type SwapCall = {
  version: 1 | 2;
  /** Routes through the program's own accounts; such a call names only one destination. */
  shared: boolean;
  taker: string;
  source: string;
  /** The taker's own account of the bought token. */
  ownDestination: string;
  /** The account that receives the output, if it is not the taker's own. */
  destination?: string;
  inputMint: string;
  outputMint: string;
  feeAccount?: string;
  inAmount: bigint;
  quotedOut: bigint;
  slippageBps: number;
  platformFeeBps: number;
  positiveSlippageBps: number;
  steps: readonly PlanStep[];
};

/** The first 8 bytes of sha256("global:<name>"): route, shared_accounts_route, route_v2, shared_accounts_route_v2. */
const DISCRIMINATORS = {
  1: { own: 'e517cb977ae3ad2a', shared: 'c1209b3341d69c81' },
  2: { own: 'bb64facc31c4af14', shared: 'd19853937cfed8e9' },
} as const;

function dataOf(call: SwapCall): Uint8Array {
  const head = hexToBytes(DISCRIMINATORS[call.version][call.shared ? 'shared' : 'own']);
  const id = call.shared ? Uint8Array.of(AUTHORITY_ID) : new Uint8Array();
  const amounts = concatBytes(u64Bytes(call.inAmount), u64Bytes(call.quotedOut), u16(call.slippageBps));
  const plan = call.steps.map(({ pool, bps, inputIndex, outputIndex }) => {
    const share = call.version === 2 ? u16(bps) : Uint8Array.of(bps / 100);
    return concatBytes(Uint8Array.of(KINDS[pool.kind].index), share, Uint8Array.of(inputIndex, outputIndex));
  });
  const vector = concatBytes(u32(plan.length), ...plan);
  return call.version === 2
    ? concatBytes(head, id, amounts, u16(call.platformFeeBps), u16(call.positiveSlippageBps), vector)
    : concatBytes(head, id, vector, amounts, Uint8Array.of(call.platformFeeBps));
}

type Listed = readonly [string, Role];

/** The program itself takes the place of an omitted account. */
const orNone = (account: string | undefined): Listed => (account === undefined ? [ROUTER_PROGRAM, ''] : [account, 'w']);
const ENDS: readonly Listed[] = [
  [EVENT_AUTHORITY, ''],
  [ROUTER_PROGRAM, ''],
];

function fixedAccounts(call: SwapCall): Listed[] {
  const { inputMint, outputMint } = call;
  const programs = [programOfMint(inputMint), programOfMint(outputMint)] as const;
  const passages: readonly Listed[] = [
    [passageOf({ mint: inputMint, program: programs[0] }), 'w'],
    [passageOf({ mint: outputMint, program: programs[1] }), 'w'],
  ];
  const taker: Listed = [call.taker, 's'];
  const source: Listed = [call.source, 'w'];
  const target: Listed = [call.destination ?? call.ownDestination, 'w'];
  const mints: readonly Listed[] = [
    [inputMint, ''],
    [outputMint, ''],
  ];
  const tokenPrograms: readonly Listed[] = [
    [programs[0], ''],
    [programs[1], ''],
  ];
  const authority: Listed = [PROGRAM_AUTHORITY, ''];
  const fee = orNone(call.platformFeeBps > 0 ? call.feeAccount : undefined);
  if (call.version === 2) {
    const feeFirst = call.platformFeeBps > 0 ? [fee] : [];
    return call.shared
      ? [authority, taker, source, ...passages, target, ...mints, ...tokenPrograms, ...ENDS, ...feeFirst]
      : [
          ...[taker, source, [call.ownDestination, 'w'] as const, ...mints, ...tokenPrograms],
          ...[orNone(call.destination), ...ENDS, ...feeFirst, authority],
        ];
  }
  if (!call.shared)
    return [
      ...[[programs[1], ''] as const, taker, source, [call.ownDestination, 'w'] as const],
      ...[orNone(call.destination), [outputMint, ''] as const, fee, ...ENDS, authority],
    ];
  const newer: Listed = programs.includes(TOKEN_2022_PROGRAM) ? [TOKEN_2022_PROGRAM, ''] : orNone(undefined);
  return [[TOKEN_PROGRAM, ''], authority, taker, source, ...passages, target, ...mints, fee, newer, ...ENDS];
}

export function swapInstruction(call: SwapCall): SwapInstruction {
  const venues = call.steps.flatMap(({ pool, forth }): Listed[] => {
    const [from, to] = forth ? [pool.a, pool.b] : [pool.b, pool.a];
    return [
      [pool.address, ''],
      [from.vault, 'w'],
      [to.vault, 'w'],
      [passageOf(to), 'w'],
      [from.mint, ''],
      [to.mint, ''],
      [from.program, ''],
      [to.program, ''],
    ];
  });
  return ix(ROUTER_PROGRAM, [...fixedAccounts(call), ...venues], dataOf(call));
}
