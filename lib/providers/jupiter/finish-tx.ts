/**
 * Makes the transaction that is handed out: assembled here, read back byte by byte, compared with the quote using the
 * lookup tables of the chain, checked against the sender's funds, and simulated.
 */
import type { SolanaClient } from '../../chain-clients/chain-clients.ts';
import type { RouteTx } from '../../domain/route.ts';
import { type JupiterTerms, jupiterFault } from '../../payments/jupiter/check-transaction.ts';
import { enforcedMinimum } from '../../payments/jupiter/decode-swap.ts';
import { MAX_PRIORITY_LAMPORTS } from '../../payments/jupiter/programs.ts';
import { type JupiterTransaction, readJupiterTransaction } from '../../payments/jupiter/transaction.ts';
import { MAX_COMPUTE_UNITS } from '../../payments/solana/priority-fee.ts';
import { associatedTokenAccount, WRAPPED_SOL_MINT } from '../../payments/solana/token-account.ts';
import type { LookupTables } from '../../payments/solana/transaction.ts';
import { type Unavailable, unavailable } from '../../transfer/built-tx.ts';
import type { FeeAccount } from './affiliates.ts';
import {
  assembleTransaction,
  computeBudget,
  type Lifetime,
  openTokenAccount,
  type PlainInstruction,
} from './assemble.ts';
import {
  type ChainAccount,
  chainAccounts,
  rentLamports,
  TOKEN_ACCOUNT_RENT_LAMPORTS,
  tablesOf,
} from './chain-accounts.ts';
import { fundsMissing } from './funds.ts';
import { simulate } from './simulate.ts';
import type { KnownSide } from './token-store.ts';

/** A swap whose transaction is requested. The accounts are the requested ones. */
export type WantedTx = {
  sender: string;
  destination: string;
  sell: KnownSide;
  buy: KnownSide;
  sellBaseUnits: bigint;
  slippageBps: number;
  fee?: FeeAccount;
  /** Build it whatever the sender holds now. */
  allowUnfunded?: boolean;
};

/** The upstream's answer for it. */
export type GivenTx = {
  /** Without those of the compute budget. */
  instructions: readonly PlainInstruction[];
  /** Millionths of a lamport per unit, as the upstream advises. */
  microLamports: bigint;
  /** As the upstream has them; undefined where it only names them. */
  tables: LookupTables | undefined;
  tableNames: readonly string[];
  lifetime: Lifetime;
  /** Least output by the quote. */
  threshold: bigint;
};

export type FinishedTx = {
  tx: RouteTx;
  lastValidBlockHeight: number;
  /** Blocks during which the transaction can still be mined, when a node knows. */
  blocksLeft?: number;
  priorityLamports: bigint;
  /** For each account that stays open. */
  rentLamports: bigint[];
  /** What the chain enforces. */
  enforced: bigint;
};
export type TooLong = { tooLong: true };

const MICRO = 1_000_000n;
/** The instruction may enforce less than the quote's own guarantee by this part: both round, each at its own time. */
const TOLERATED_FRACTION = 1000n;

/** Whole millionths of a lamport a unit, so that the fee stays below the most that a swap may pay. */
function cappedPrice(microLamports: bigint, units: number): bigint {
  const most = (MAX_PRIORITY_LAMPORTS * MICRO) / BigInt(units);
  return microLamports < most ? microLamports : most;
}

const MARGIN = 1.2;
const limitFor = (used: number | undefined): number =>
  used === undefined ? MAX_COMPUTE_UNITS : Math.min(Math.ceil(used * MARGIN), MAX_COMPUTE_UNITS);

/** Associated account of a side, where its token program is known. */
const accountOf = (owner: string, { mint, tokenProgram }: KnownSide): string | undefined =>
  tokenProgram === undefined ? undefined : associatedTokenAccount(owner, mint, tokenProgram);

/** Accounts that decide whose money moves where. */
function personsOf({ sender, destination, sell, buy, fee }: WantedTx): Set<string> {
  const accounts = [
    sender,
    destination,
    associatedTokenAccount(sender, WRAPPED_SOL_MINT),
    accountOf(sender, sell),
    accountOf(sender, buy),
    accountOf(destination, buy),
    fee?.account,
    fee?.owner,
  ];
  return new Set(accounts.filter((one) => one !== undefined));
}

/** Accounts of others that the swap pays into: Jupiter expects them to exist. */
function openings(wanted: WantedTx, accounts: ReadonlyMap<string, ChainAccount> | undefined): PlainInstruction[] {
  const { sender, destination, buy, fee } = wanted;
  const theirs = destination === sender || buy.native ? undefined : accountOf(destination, buy);
  const needed = [
    ...(theirs !== undefined && buy.tokenProgram !== undefined
      ? [{ account: theirs, owner: destination, mint: buy.mint, tokenProgram: buy.tokenProgram }]
      : []),
    ...(fee ? [fee] : []),
  ];
  return needed.filter(({ account }) => accounts?.has(account) !== true).map((one) => openTokenAccount(sender, one));
}

const termsOf = (wanted: WantedTx, given: GivenTx): JupiterTerms => {
  const { sender, destination, sell, buy, sellBaseUnits, slippageBps, fee } = wanted;
  const side = ({ mint, native, tokenProgram }: KnownSide) => ({
    mint,
    native,
    ...(tokenProgram ? { tokenProgram } : {}),
  });
  return {
    sender,
    destination,
    sell: side(sell),
    buy: side(buy),
    sellBaseUnits,
    slippageBps,
    leastBuyBaseUnits: given.threshold - given.threshold / TOLERATED_FRACTION,
    ...(fee ? { fee: { bps: fee.bps, account: fee.account, owner: fee.owner } } : {}),
  };
};

/** The chain's own tables. @throws what the chain's client throws. */
function trueTables(given: GivenTx, accounts: ReadonlyMap<string, ChainAccount>): LookupTables | Unavailable {
  const tables = tablesOf(accounts, given.tableNames);
  for (const name of given.tableNames) {
    const held = tables[name];
    if (held === undefined) return unavailable(`Jupiter names a lookup table (${name}) that Solana does not have.`);
    if (given.tables?.[name]?.some((entry, index) => held[index] !== entry))
      return unavailable(
        `Jupiter says of a lookup table (${name}) what Solana does not; no transaction is made of that.`,
      );
  }
  return tables;
}

type Opened = { account: string; lamports: bigint };

/** Token accounts that the transaction opens at the sender's cost, without those that exist. */
function openedBy(
  tx: JupiterTransaction,
  wanted: WantedTx,
  accounts: ReadonlyMap<string, ChainAccount> | undefined,
): Opened[] {
  const bytes = new Map([wanted.sell, wanted.buy].map(({ mint, facts }) => [mint, facts?.accountBytes]));
  const all = tx.steps.flatMap(({ read }) => {
    if (read.kind !== 'createTokenAccount' || accounts?.has(read.account) === true) return [];
    const size = bytes.get(read.mint);
    return [{ account: read.account, lamports: size === undefined ? TOKEN_ACCOUNT_RENT_LAMPORTS : rentLamports(size) }];
  });
  return [...new Map(all.map((one) => [one.account, one])).values()];
}

const isClosed = (tx: JupiterTransaction, account: string): boolean =>
  tx.steps.some(({ read }) => read.kind === 'closeAccount' && read.account === account);

type Checked = { base64: string; tx: JupiterTransaction };

function assembleChecked(
  wanted: WantedTx,
  given: GivenTx,
  instructions: readonly PlainInstruction[],
  tables: LookupTables,
  units: number,
): Checked | Unavailable | TooLong {
  const all = [...computeBudget(units, cappedPrice(given.microLamports, units)), ...instructions];
  let assembled: ReturnType<typeof assembleTransaction>;
  try {
    assembled = assembleTransaction(wanted.sender, all, given.lifetime, tables, personsOf(wanted));
  } catch {
    return unavailable('Jupiter’s instructions cannot be put into a transaction.');
  }
  if (!assembled.fits) return { tooLong: true };
  return checked(assembled.base64, wanted, given, tables);
}

function checked(base64: string, wanted: WantedTx, given: GivenTx, tables: LookupTables): Checked | Unavailable {
  let tx: JupiterTransaction;
  try {
    tx = readJupiterTransaction(base64, tables);
  } catch {
    return unavailable('The transaction that Jupiter made cannot be read.');
  }
  const fault = jupiterFault(tx, termsOf(wanted, given));
  return fault === undefined
    ? { base64, tx }
    : unavailable(`Jupiter’s transaction is not the swap that was quoted. ${fault}`);
}

const isNone = (one: object): one is Unavailable | TooLong => 'unavailable' in one || 'tooLong' in one;

/**
 * @param client undefined: no node; the upstream's lookup tables are used, people's accounts stand in the message
 * itself all the same, and the compute limit is the highest. @throws what the chain's client throws.
 */
export async function finishTx(
  client: SolanaClient | undefined,
  wanted: WantedTx,
  given: GivenTx,
  signal: AbortSignal,
): Promise<FinishedTx | Unavailable | TooLong> {
  const asked = [
    ...personsOf(wanted),
    ...given.tableNames,
    ...given.instructions.flatMap(({ accounts }) => accounts.slice(0, 2).map((use) => use.address)),
  ];
  const [accounts, height, lamports] = client
    ? await Promise.all([
        chainAccounts(client, asked, { signal }),
        client.blockHeight({ signal }),
        client.balance(wanted.sender, { signal }),
      ])
    : [];
  const tables = accounts ? trueTables(given, accounts) : (given.tables ?? {});
  if (isUnavailable(tables)) return tables;
  const instructions = [...openings(wanted, accounts), ...given.instructions];
  const first = assembleChecked(wanted, given, instructions, tables, MAX_COMPUTE_UNITS);
  if (isNone(first)) return first;
  const opened = openedBy(first.tx, wanted, accounts);
  const lasting = opened.filter(({ account }) => !isClosed(first.tx, account)).map((one) => one.lamports);
  const all = opened.reduce((sum, one) => sum + one.lamports, 0n);
  let last = first;
  if (client && accounts && lamports !== undefined && !wanted.allowUnfunded) {
    const missing = fundsMissing(wanted, {
      lamports,
      accounts,
      opened: all,
      lasting,
      priority: first.tx.priorityLamports,
    });
    if (missing !== undefined) return unavailable(missing);
    const { failure, units } = await simulate(client, first.base64, signal);
    if (failure !== undefined) return unavailable(`Solana would refuse the swap now: ${failure}.`);
    const again = assembleChecked(wanted, given, instructions, tables, limitFor(units));
    if (isNone(again)) return again;
    last = again;
  }
  return {
    tx: { type: 'SOLANA', tx: last.base64 },
    lastValidBlockHeight: given.lifetime.lastValidBlockHeight,
    ...(height === undefined ? {} : { blocksLeft: given.lifetime.lastValidBlockHeight - height }),
    priorityLamports: last.tx.priorityLamports,
    rentLamports: lasting,
    enforced: last.tx.swap ? enforcedMinimum(last.tx.swap) : 0n,
  };
}

const isUnavailable = (one: object): one is Unavailable => 'unavailable' in one && typeof one.unavailable === 'string';
