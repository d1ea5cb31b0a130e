/** Executes Solana transactions as a node does, on accounts that can be read, set and saved. */

import { base58 } from '@scure/base';
import { type Address, address as asAddress, lamports } from '@solana/kit';
import { Clock, FailedTransactionMetadata, LiteSVM, type TransactionMetadata } from 'litesvm';
import { type DecodedTransaction, isSigned } from './read-transaction.ts';
import { errorJson, type TransactionError } from './transaction-error.ts';

export type AccountState = { lamports: bigint; owner: string; executable: boolean; data: Uint8Array };

/** `data` is base58, as in the node's JSON. */
export type InnerInstruction = { programIdIndex: number; accounts: number[]; data: string; stackHeight: number };

export type Outcome = {
  err?: TransactionError;
  logs: string[];
  inner: { index: number; instructions: InnerInstruction[] }[];
  units: bigint;
  returnData?: { programId: string; data: Uint8Array };
};

/** `accounts`: their states afterwards. */
export type Simulation = { outcome: Outcome; accounts: Map<string, AccountState> };

/** The slots of an epoch on mainnet. */
export const EPOCH_SLOTS = 432_000;

/** Changes with every slot. */
const CLOCK_ACCOUNT = 'SysvarC1ock11111111111111111111111111111111';
const MOST_READ = 2000;

const key = (text: string): Address => asAddress(text);

function outcomeOf(meta: TransactionMetadata, err?: TransactionError): Outcome {
  const inner = meta
    .innerInstructions()
    .map((list, index) => ({
      index,
      instructions: list.map((each) => {
        const instruction = each.instruction();
        return {
          programIdIndex: instruction.programIdIndex(),
          accounts: [...instruction.accounts()],
          data: base58.encode(Uint8Array.from(instruction.data())),
          stackHeight: each.stackHeight(),
        };
      }),
    }))
    .filter(({ instructions }) => instructions.length > 0);
  const returned = meta.returnData();
  const data = Uint8Array.from(returned.data());
  return {
    ...(err === undefined ? {} : { err }),
    logs: meta.logs(),
    inner,
    units: meta.computeUnitsConsumed(),
    ...(data.length === 0
      ? {}
      : { returnData: { programId: base58.encode(Uint8Array.from(returned.programId())), data } }),
  };
}

const refused = (err: TransactionError): Outcome => ({ err, logs: [], inner: [], units: 0n });

export class VirtualMachine {
  // The chain itself checks blockhashes and repeated transactions.
  readonly #svm = new LiteSVM().withBlockhashCheck(false).withTransactionHistory(0n);

  /** The accounts read since the last change. Without it a fifth of a simulated story went into reading pools that stood still. */
  readonly #read = new Map<string, AccountState | undefined>();

  addProgram(programId: string, elf: Uint8Array): void {
    this.#svm.addProgram(key(programId), elf);
    this.#read.clear();
  }

  account(address: string): AccountState | undefined {
    if (!this.#read.has(address)) {
      if (this.#read.size >= MOST_READ) this.#read.clear();
      this.#read.set(address, this.#load(address));
    }
    return this.#read.get(address);
  }

  #load(address: string): AccountState | undefined {
    const found = this.#svm.getAccount(key(address));
    if (!found.exists || found.lamports === 0n) return undefined;
    return {
      lamports: BigInt(found.lamports),
      owner: String(found.programAddress),
      executable: found.executable,
      data: Uint8Array.from(found.data),
    };
  }

  put(address: string, state: AccountState): void {
    this.#read.clear();
    this.#svm.setAccount({
      address: key(address),
      lamports: lamports(state.lamports),
      programAddress: key(state.owner),
      executable: state.executable,
      space: BigInt(state.data.length),
      data: state.data,
    });
  }

  ownedBy(program: string): { address: string; state: AccountState }[] {
    return this.#svm.getProgramAccounts(key(program)).flatMap(({ address }) => {
      const state = this.account(address);
      return state ? [{ address, state }] : [];
    });
  }

  rentExempt(dataLength: number): bigint {
    return this.#svm.minimumBalanceForRentExemption(BigInt(dataLength));
  }

  setTime(slot: number, unixSeconds: number): void {
    const epoch = BigInt(Math.floor(slot / EPOCH_SLOTS));
    this.#read.delete(CLOCK_ACCOUNT);
    this.#svm.setClock(new Clock(BigInt(slot), 0n, epoch, epoch + 1n, BigInt(unixSeconds)));
  }

  /** Executes a transaction; one that fails midway has paid its fee and changed nothing else. */
  run({ transaction, ...tx }: DecodedTransaction): Outcome {
    if (!isSigned({ transaction, ...tx })) return refused('SignatureFailure');
    this.#read.clear();
    const result = this.#svm.sendTransaction(transaction);
    return result instanceof FailedTransactionMetadata
      ? outcomeOf(result.meta(), errorJson(result.err()))
      : outcomeOf(result);
  }

  /** Simulates a transaction and returns the accounts afterwards; nothing changes. */
  simulate(tx: DecodedTransaction, verify: boolean): Simulation {
    if (verify && !isSigned(tx)) return { outcome: refused('SignatureFailure'), accounts: new Map() };
    this.#svm.withSigverify(verify);
    try {
      const result = this.#svm.simulateTransaction(tx.transaction);
      if (result instanceof FailedTransactionMetadata)
        return { outcome: outcomeOf(result.meta(), errorJson(result.err())), accounts: new Map() };
      const accounts = result.postAccounts().map((after): [string, AccountState] => [
        String(after.address),
        {
          lamports: BigInt(after.lamports),
          owner: String(after.programAddress),
          executable: after.executable,
          data: Uint8Array.from(after.data),
        },
      ]);
      return { outcome: outcomeOf(result.meta()), accounts: new Map(accounts) };
    } finally {
      this.#svm.withSigverify(true);
    }
  }
}
