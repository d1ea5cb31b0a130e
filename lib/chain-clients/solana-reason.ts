/** Explains in a sentence or less why a Solana transaction failed, or would fail. */

export type SolanaFault = 'expired' | 'insufficientFunds';
export type SolanaReason = { text: string; fault?: SolanaFault };

/** The errors that a person can act upon. Source: solana-transaction-error `TransactionError`. */
const TRANSACTION: Readonly<Record<string, SolanaReason>> = {
  BlockhashNotFound: { text: 'it is too old: its blockhash has expired', fault: 'expired' },
  InsufficientFundsForFee: { text: 'the account holds too little SOL for the network fee', fault: 'insufficientFunds' },
  InsufficientFundsForRent: {
    text: 'it would leave an account with less SOL than the chain wants it to keep',
    fault: 'insufficientFunds',
  },
  AccountNotFound: { text: 'the paying account holds nothing', fault: 'insufficientFunds' },
  AlreadyProcessed: { text: 'it was processed already' },
  SignatureFailure: { text: 'a signature is wrong' },
  InvalidAccountForFee: { text: 'the paying account may not pay fees' },
  ProgramAccountNotFound: { text: 'it calls a program that is not there' },
};

/** Source: solana-instruction-error `InstructionError`. */
const INSTRUCTION: Readonly<Record<string, SolanaReason>> = {
  InsufficientFunds: { text: 'the account holds too little', fault: 'insufficientFunds' },
  ComputationalBudgetExceeded: { text: 'it needs more compute units than it asked for' },
  MissingRequiredSignature: { text: 'a signature is missing' },
  AccountNotRentExempt: {
    text: 'it would leave an account with less SOL than the chain wants it to keep',
    fault: 'insufficientFunds',
  },
};

const plainName = (name: string): string =>
  name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .slice(0, 100);

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const known = (table: Readonly<Record<string, SolanaReason>>, name: string): SolanaReason =>
  (Object.hasOwn(table, name) ? table[name] : undefined) ?? { text: plainName(name) };

/** Log lines with which programs report too low a balance before they fail. */
const TOO_LITTLE = [
  /Transfer: insufficient lamports (\d+), need (\d+)/,
  /Error: insufficient funds/i,
  /insufficient funds for instruction/i,
];
const ANCHOR = /Error Message: (.+?)\.?$/;

function programReason(logs: readonly string[]): SolanaReason | undefined {
  const last = logs.toReversed();
  if (last.some((line) => TOO_LITTLE.some((pattern) => pattern.test(line))))
    return { text: 'the account holds too little', fault: 'insufficientFunds' };
  const message = last.map((line) => ANCHOR.exec(line)?.[1]).find((text) => text !== undefined);
  return message === undefined ? undefined : { text: `the program says: ${message.slice(0, 200)}` };
}

function instructionReason(detail: unknown, logs: readonly string[]): SolanaReason {
  const [index, error] = Array.isArray(detail) ? detail : [];
  if (typeof error === 'string') return known(INSTRUCTION, error);
  const code = isRecord(error) ? error.Custom : undefined;
  const reason = programReason(logs);
  if (reason) return reason;
  const which = typeof index === 'number' ? `instruction ${index + 1}` : 'an instruction';
  return { text: typeof code === 'number' ? `${which} failed with error ${code}` : `${which} failed` };
}

/** @param err the error of a status, a transaction's meta or a simulation. Undefined where nothing failed. */
export function solanaReason(err: unknown, logs: readonly string[] = []): SolanaReason | undefined {
  if (err === null || err === undefined) return undefined;
  if (typeof err === 'string') return known(TRANSACTION, err);
  if (!isRecord(err)) return { text: 'no reason given' };
  const [name = '', detail] = Object.entries(err)[0] ?? [];
  return name === 'InstructionError' ? instructionReason(detail, logs) : known(TRANSACTION, name);
}
