/** Reads an instruction of Jupiter's swap program: the input, the minimum output and their accounts. */
import { bytesToHex } from '@noble/hashes/utils.js';
import { DecodeError } from '../byte-reader.ts';
import type { SolanaInstruction } from '../solana/instructions.ts';
import { JUPITER_PROGRAM } from './programs.ts';
import { endOfRoutePlan } from './route-plan.ts';

/** Indices of accounts in an instruction; a form leaves out those that it does not name. */
type AccountIndices = {
  /** Accounts before the venues' own. */
  count: number;
  authority: number;
  source: number;
  /** The seller's own account of the bought token, when it is named beside `destination`. */
  userDestination?: number;
  /** Optional in forms that have `userDestination`: the program's id means none. */
  destination: number;
  sourceMint?: number;
  destinationMint: number;
  sourceProgram?: number;
  destinationProgram?: number;
  /** The program's id means none. Version 2 has it among the venues' accounts. */
  fee?: number;
  program: number;
};

type Form = { name: string; version: 1 | 2; shared: boolean; exactOut: boolean; indices: AccountIndices };

const SHARED: AccountIndices = {
  count: 13,
  authority: 2,
  source: 3,
  destination: 6,
  sourceMint: 7,
  destinationMint: 8,
  fee: 9,
  program: 12,
};
const OWN_V2: AccountIndices = {
  count: 10,
  authority: 0,
  source: 1,
  userDestination: 2,
  sourceMint: 3,
  destinationMint: 4,
  sourceProgram: 5,
  destinationProgram: 6,
  destination: 7,
  program: 9,
};
const SHARED_V2: AccountIndices = {
  count: 12,
  authority: 1,
  source: 2,
  destination: 5,
  sourceMint: 6,
  destinationMint: 7,
  sourceProgram: 8,
  destinationProgram: 9,
  program: 11,
};

/** By the first eight bytes, sha256("global:<name>"). Source: the IDL account of the program. */
const FORMS: Readonly<Record<string, Form>> = {
  e517cb977ae3ad2a: {
    name: 'route',
    version: 1,
    shared: false,
    exactOut: false,
    indices: {
      count: 9,
      authority: 1,
      source: 2,
      userDestination: 3,
      destination: 4,
      destinationMint: 5,
      fee: 6,
      program: 8,
    },
  },
  c1209b3341d69c81: { name: 'shared_accounts_route', version: 1, shared: true, exactOut: false, indices: SHARED },
  d033ef977b2bed5c: {
    name: 'exact_out_route',
    version: 1,
    shared: false,
    exactOut: true,
    indices: {
      count: 11,
      authority: 1,
      source: 2,
      userDestination: 3,
      destination: 4,
      sourceMint: 5,
      destinationMint: 6,
      fee: 7,
      program: 10,
    },
  },
  b0d169a89a7d453e: {
    name: 'shared_accounts_exact_out_route',
    version: 1,
    shared: true,
    exactOut: true,
    indices: SHARED,
  },
  bb64facc31c4af14: { name: 'route_v2', version: 2, shared: false, exactOut: false, indices: OWN_V2 },
  d19853937cfed8e9: { name: 'shared_accounts_route_v2', version: 2, shared: true, exactOut: false, indices: SHARED_V2 },
  '9d8ab85215f4f324': { name: 'exact_out_route_v2', version: 2, shared: false, exactOut: true, indices: OWN_V2 },
  '3560e5cad8bbfa18': {
    name: 'shared_accounts_exact_out_route_v2',
    version: 2,
    shared: true,
    exactOut: true,
    indices: SHARED_V2,
  },
};

/** Amounts in base units, shares in basis points. Accounts are addresses. */
export type JupiterSwap = {
  /** `route_v2` and so on. */
  name: string;
  version: 1 | 2;
  shared: boolean;
  /** The output is fixed and the input may rise: `amount` is then the output, `quoted` the quoted input. */
  exactOut: boolean;
  amount: bigint;
  quoted: bigint;
  slippageBps: number;
  platformFeeBps: number;
  /** Share of a price better than quoted that another party takes. */
  positiveSlippageBps: number;
  /** Number of swaps that the route plan names. */
  swaps: number;
  authority: string;
  source: string;
  userDestination?: string;
  /** Where the output goes. */
  destination: string;
  sourceMint?: string;
  destinationMint: string;
  sourceProgram?: string;
  destinationProgram?: string;
  /** Undefined: none, or (version 2) somewhere in `venueAccounts`. */
  feeAccount?: string;
  venueAccounts: readonly string[];
};

/** in or out amount u64, the other one u64, slippage u16, fee u8. */
const TAIL_BYTES = 19;
/** The same with a fee of u16, and positive slippage u16. */
const HEAD_BYTES = 22;
const DISCRIMINATOR_BYTES = 8;

type Numbers = Pick<
  JupiterSwap,
  'amount' | 'quoted' | 'slippageBps' | 'platformFeeBps' | 'positiveSlippageBps' | 'swaps'
>;

const viewOf = (data: Uint8Array): DataView => new DataView(data.buffer, data.byteOffset, data.byteLength);

function numbersV1(data: Uint8Array, at: number): Numbers {
  const { end, swaps } = endOfRoutePlan(data, at);
  if (data.length !== end + TAIL_BYTES) throw new DecodeError('its route plan does not end where its amounts begin');
  const view = viewOf(data);
  return {
    amount: view.getBigUint64(end, true),
    quoted: view.getBigUint64(end + 8, true),
    slippageBps: view.getUint16(end + 16, true),
    platformFeeBps: view.getUint8(end + 18),
    positiveSlippageBps: 0,
    swaps,
  };
}

function numbersV2(data: Uint8Array, at: number): Numbers {
  if (data.length < at + HEAD_BYTES + 4) throw new DecodeError('it ends too early');
  const view = viewOf(data);
  return {
    amount: view.getBigUint64(at, true),
    quoted: view.getBigUint64(at + 8, true),
    slippageBps: view.getUint16(at + 16, true),
    platformFeeBps: view.getUint16(at + 18, true),
    positiveSlippageBps: view.getUint16(at + 20, true),
    swaps: view.getUint32(at + HEAD_BYTES, true),
  };
}

/** @throws {DecodeError} unless the instruction is a known swap in every byte that matters. */
export function decodeJupiterSwap({ programId, accounts, data }: SolanaInstruction): JupiterSwap {
  if (programId !== JUPITER_PROGRAM) throw new DecodeError('it calls another program');
  const discriminator = bytesToHex(data.subarray(0, DISCRIMINATOR_BYTES));
  const form = Object.hasOwn(FORMS, discriminator) ? FORMS[discriminator] : undefined;
  if (!form) throw new DecodeError('it calls something else than a swap');
  const { indices, version, shared, name, exactOut } = form;
  if (accounts.length < indices.count) throw new DecodeError('it names too few accounts');
  const at = DISCRIMINATOR_BYTES + (shared ? 1 : 0);
  const numbers = version === 1 ? numbersV1(data, at) : numbersV2(data, at);
  const account = (index: number): string => accounts[index] ?? '';
  const given = (index: number | undefined): string | undefined => (index === undefined ? undefined : account(index));
  const orNone = (address: string | undefined) => (address === JUPITER_PROGRAM ? undefined : address);
  if (account(indices.program) !== JUPITER_PROGRAM) throw new DecodeError('its accounts stand in another order');
  const userDestination = given(indices.userDestination);
  const destination = orNone(account(indices.destination)) ?? userDestination;
  if (destination === undefined) throw new DecodeError('it names nobody who gets the output');
  const sourceMint = given(indices.sourceMint);
  const sourceProgram = given(indices.sourceProgram);
  const destinationProgram = given(indices.destinationProgram);
  const feeAccount = orNone(given(indices.fee));
  return {
    name,
    version,
    shared,
    exactOut,
    ...numbers,
    authority: account(indices.authority),
    source: account(indices.source),
    ...(userDestination === undefined ? {} : { userDestination }),
    destination,
    ...(sourceMint === undefined ? {} : { sourceMint }),
    destinationMint: account(indices.destinationMint),
    ...(sourceProgram === undefined ? {} : { sourceProgram }),
    ...(destinationProgram === undefined ? {} : { destinationProgram }),
    ...(feeAccount === undefined ? {} : { feeAccount }),
    venueAccounts: accounts.slice(indices.count),
  };
}

const BPS = 10_000n;

/** The minimum output that the program enforces for an exact-in swap, rounded down to be safe to promise. */
export function enforcedMinimum({ quoted, slippageBps }: Pick<JupiterSwap, 'quoted' | 'slippageBps'>): bigint {
  const kept = BPS - BigInt(slippageBps);
  return kept <= 0n ? 0n : (quoted * kept) / BPS;
}
