/** Gets the transaction of a swap from Jupiter: instructions of version 2 in one call, or a whole one of version 1. */
import type { SolanaClient } from '../../chain-clients/chain-clients.ts';
import { MAX_PRIORITY_LAMPORTS } from '../../payments/jupiter/programs.ts';
import { readInstruction, SOLANA_PROGRAMS } from '../../payments/solana/instructions.ts';
import { associatedTokenAccount } from '../../payments/solana/token-account.ts';
import { type ReadSolanaTransaction, readSolanaTransaction } from '../../payments/solana/transaction.ts';
import { type Unavailable, unavailable } from '../../transfer/built-tx.ts';
import type { CallOptions } from '../provider.ts';
import { blockhashText, type PlainInstruction, plainInstruction } from './assemble.ts';
import { chainAccounts, tablesOf } from './chain-accounts.ts';
import type { JupiterClient } from './client.ts';
import { type FinishedTx, finishTx, type GivenTx, type WantedTx } from './finish-tx.ts';
import type { JupiterBuild, JupiterQuote } from './upstream-schemas.ts';

export type Quoted = { quote: JupiterQuote; built: FinishedTx | Unavailable };

export type BuildDeps = { client: JupiterClient; node: SolanaClient | undefined };

/** Fewer accounts make a shorter transaction and a worse price. The first is Jupiter's own choice. */
const ACCOUNT_STEPS: readonly (number | undefined)[] = [undefined, 44, 32, 24, 16];

const TOO_LONG = unavailable(
  'The transaction would be longer than the 1232 bytes that Solana takes, also with fewer steps. Try another amount.',
);

/** An output address other than the sender's, in Jupiter's form. */
function destinationParams({ sender, destination, buy }: WantedTx): Record<string, string> {
  if (destination === sender) return {};
  if (buy.native) return { nativeDestinationAccount: destination };
  return { destinationTokenAccount: associatedTokenAccount(destination, buy.mint, buy.tokenProgram) };
}

/** SOL is wrapped and unwrapped when SOL itself is sold or bought. */
const wraps = ({ sell, buy }: WantedTx): boolean => sell.native || buy.native;

const programOf = (instructions: readonly PlainInstruction[]) =>
  instructions.filter(({ programId }) => programId !== SOLANA_PROGRAMS.computeBudget);

function priceOf(instructions: readonly PlainInstruction[]): bigint {
  const reads = instructions.map(({ programId, accounts, data }) =>
    readInstruction({ programId, accounts: accounts.map(({ address }) => address), data }),
  );
  return reads.find((read) => read.kind === 'computePrice')?.microLamports ?? 0n;
}

function givenByBuild(build: JupiterBuild): GivenTx | Unavailable {
  if (build.tipInstruction) return unavailable('Jupiter wants a tip that nobody asked for.');
  const { setupInstructions, otherInstructions, swapInstruction, cleanupInstruction } = build;
  const needed = [...setupInstructions, ...otherInstructions, swapInstruction];
  const all = [...needed, ...(cleanupInstruction ? [cleanupInstruction] : [])].map(plainInstruction);
  const tables = build.addressesByLookupTableAddress ?? {};
  const { blockhash, lastValidBlockHeight } = build.blockhashWithMetadata;
  return {
    instructions: programOf(all),
    microLamports: priceOf(build.computeBudgetInstructions.map(plainInstruction)),
    tables,
    tableNames: Object.keys(tables),
    lifetime: { blockhash: blockhashText(blockhash), lastValidBlockHeight },
    threshold: build.otherAmountThreshold,
  };
}

async function buildV2(
  { client, node }: BuildDeps,
  wanted: WantedTx,
  params: Record<string, string>,
  call: CallOptions,
): Promise<Quoted> {
  let first: JupiterBuild | undefined;
  for (const maxAccounts of ACCOUNT_STEPS) {
    const build = await client.build(
      {
        ...params,
        taker: wanted.sender,
        wrapAndUnwrapSol: String(wraps(wanted)),
        ...(wanted.fee ? { feeAccount: wanted.fee.account } : {}),
        ...destinationParams(wanted),
        ...(maxAccounts === undefined ? {} : { maxAccounts: String(maxAccounts) }),
      },
      call,
    );
    first ??= build;
    const given = givenByBuild(build);
    if ('unavailable' in given) return { quote: build, built: given };
    const built = await finishTx(node, wanted, given, call.signal);
    if (!('tooLong' in built)) return { quote: build, built };
  }
  if (!first) throw new RangeError('there are steps');
  return { quote: first, built: TOO_LONG };
}

/** Its instructions, with the accounts of lookup tables resolved from the chain. */
async function givenBySwap(
  node: SolanaClient | undefined,
  answer: { swapTransaction: string; lastValidBlockHeight: number },
  { sender }: WantedTx,
  threshold: bigint,
  signal: AbortSignal,
): Promise<GivenTx | Unavailable> {
  const unreadable = unavailable('The transaction that Jupiter made cannot be read.');
  let tx: ReadSolanaTransaction;
  try {
    tx = readSolanaTransaction(answer.swapTransaction);
  } catch {
    return unreadable;
  }
  if (tx.signers.length !== 1 || tx.signers[0] !== sender)
    return unavailable('Jupiter’s transaction is to be signed or paid for by somebody else than the sender.');
  const tableNames = tx.lookups.map(({ table }) => table);
  if (tableNames.length > 0) {
    if (!node)
      return unavailable(
        'Jupiter’s transaction uses lookup tables, and this deployment has no Solana node to read them.',
      );
    const tables = tablesOf(await chainAccounts(node, tableNames, { signal }), tableNames);
    tx = readSolanaTransaction(answer.swapTransaction, tables);
  }
  const all = tx.instructions.map(({ programId, uses, data }) => ({ programId, accounts: uses, data }));
  if (all.some(({ accounts }) => accounts.some(({ address }) => address.includes('[')))) return unreadable;
  return {
    instructions: programOf(all),
    microLamports: priceOf(all),
    tables: undefined,
    tableNames,
    lifetime: { blockhash: tx.blockhash, lastValidBlockHeight: answer.lastValidBlockHeight },
    threshold,
  };
}

async function buildV1(
  { client, node }: BuildDeps,
  wanted: WantedTx,
  params: Record<string, string>,
  call: CallOptions,
): Promise<Quoted> {
  let first: JupiterQuote | undefined;
  const destination = destinationParams(wanted);
  for (const maxAccounts of ACCOUNT_STEPS) {
    const steps: Record<string, string> = maxAccounts === undefined ? {} : { maxAccounts: String(maxAccounts) };
    // Only the newer instructions pay SOL to another address.
    const form: Record<string, string> = 'nativeDestinationAccount' in destination ? { instructionVersion: 'V2' } : {};
    const { quote, raw } = await client.quote({ ...params, ...steps, ...form }, call);
    first ??= quote;
    const answer = await client.swap(
      {
        userPublicKey: wanted.sender,
        quoteResponse: raw,
        wrapAndUnwrapSol: wraps(wanted),
        dynamicComputeUnitLimit: false,
        prioritizationFeeLamports: {
          priorityLevelWithMaxLamports: { priorityLevel: 'medium', maxLamports: Number(MAX_PRIORITY_LAMPORTS) },
        },
        ...(wanted.fee ? { feeAccount: wanted.fee.account } : {}),
        ...destination,
      },
      call,
    );
    const given = await givenBySwap(node, answer, wanted, quote.otherAmountThreshold, call.signal);
    if ('unavailable' in given) return { quote, built: given };
    const built = await finishTx(node, wanted, given, call.signal);
    if (!('tooLong' in built)) return { quote, built };
  }
  if (!first) throw new RangeError('there are steps');
  return { quote: first, built: TOO_LONG };
}

/** @throws {JupiterRefusal | ProviderError}, and what the chain's client throws. */
export const quoteWithTx = (
  deps: BuildDeps,
  wanted: WantedTx,
  params: Record<string, string>,
  call: CallOptions,
): Promise<Quoted> =>
  deps.client.flavour === 'v2' ? buildV2(deps, wanted, params, call) : buildV1(deps, wanted, params, call);
