/**
 * Runs a local Solana that behaves like the real one: real signatures, slots by the clock, and no answer before the
 * state behind it is on disk.
 */

import type { Instruction } from '@solana/kit';
import { z } from 'zod';
import type { ChannelDeposit, InboundPayment, Ledger, Payout, Service, VaultSwap } from '../ledger.ts';
import type { RunningWorld } from '../world/world.ts';
import { isAddress, tokenAccountOf } from './addresses.ts';
import { depositChannel, SWAP_DATA_ACCOUNT, SWAP_ENDPOINT_PROGRAM } from './chainflip-accounts.ts';

import {
  composeTransaction,
  createTokenAccount,
  memoInstruction,
  mintTokens,
  type Signer,
  signerOf,
  signTransaction,
  syncNative,
  transferSol,
  transferToken,
} from './compose.ts';
import { putGenesis } from './genesis.ts';
import { MINTS, mintNamed, programOfMint, WRAPPED_SOL_MINT } from './mints.ts';
import { closeSwapEvents, fetchNative, fetchSwapped, fetchToken } from './network-instructions.ts';
import { depositsIn, memoPaymentsIn, vaultSwapsIn } from './observe.ts';
import { createSolanaRpc } from './rpc-service.ts';
import { chainStateSchema, SolanaChain } from './solana-chain.ts';
import { openEvents, swapEventIn } from './swap-event.ts';
import { tokenAccountIn } from './tx-record.ts';
import { VirtualMachine } from './virtual-machine.ts';

/** The vault that makes Chainflip's payouts, and whose key fetches from deposit channels. */
export const CHAINFLIP_VAULT = 'chainflip-0';

export type SolanaLedger = Ledger & {
  channels: NonNullable<Ledger['channels']> & { vault: string };
  /** JSON-RPC under `/rpc/sol`. */
  service: Service;
  node: SolanaChain;
  /** Takes a signed transaction and returns its signature. @throws {SolanaRefused} */
  broadcast(wire: Uint8Array): string;
  /** Lamports, or a token's base units in the owner's associated account. */
  balance(address: string, mint?: string): bigint;
  /** For signing: the blockhash of the last slot, which nodes know only in the `processed` state. */
  latestBlockhash(): string;
  /** The account that holds all coins, mints every token and makes the market. */
  purse: string;
  /** Executes instructions of the purse, even while slot production is stopped. @throws {Error} when they fail. */
  act(instructions: readonly Instruction[]): void;
  /** Executes transactions that waited for slots; call it before anything is answered from the chain. */
  settle(): void;
  /** Saves what was given out or done. */
  save(): void;
};

/**
 * How often, in chain seconds, the network closes the event accounts of swaps older than `SEEN_SLOTS`, and how many at
 * once.
 */
const CLOSING_SECONDS = 60;
const SEEN_SLOTS = 32n;
const CLOSED_AT_ONCE = 10;

const doneSchema = z.object({ hash: z.string(), gasBaseUnits: z.bigint() });
const stateSchema = z.object({
  chain: chainStateSchema,
  /** Transactions by their key: payouts, and fetches of channels. */
  done: z.array(z.tuple([z.string(), doneSchema])),
});
type Done = z.infer<typeof doneSchema>;

class LocalSolana {
  readonly chain: SolanaChain;
  readonly purse: Signer;
  readonly #done = new Map<string, Done>();
  readonly #vaults = new Map<string, Signer>();
  readonly #saved: { touch(): void; flush(): void };
  readonly #world: RunningWorld;

  constructor(world: RunningWorld) {
    this.#world = world;
    this.purse = signerOf(world.secret('SOL/purse'));
    const machine = new VirtualMachine();
    putGenesis(machine, this.purse.address, this.vault(CHAINFLIP_VAULT).address);
    this.chain = new SolanaChain(world, machine);
    this.#saved = world.persist({
      name: 'solana',
      dump: () => ({ chain: this.chain.dump(), done: [...this.#done] }),
      load: (state) => {
        const { chain, done } = stateSchema.parse(state);
        this.chain.load(chain);
        for (const [key, each] of done) this.#done.set(key, each);
      },
    });
    world.clock.every(CLOSING_SECONDS, 'SOL swap accounts', () => this.#closeSwaps());
  }

  /**
   * Does what the network does with observed swaps: sends the money to its own account, and the rent back to the
   * sender.
   */
  #closeSwaps(): void {
    const signer = this.vault(CHAINFLIP_VAULT);
    const data = this.chain.account(SWAP_DATA_ACCOUNT)?.data;
    const seen = (data ? openEvents(data) : [])
      .flatMap((account) => swapEventIn(account, this.chain.account(account)) ?? [])
      .filter(({ creationSlot }) => creationSlot + SEEN_SLOTS <= BigInt(this.chain.slot()))
      .slice(0, CLOSED_AT_ONCE);
    if (seen.length === 0 || this.balance(signer.address) === 0n) return;
    this.#send(signer, [closeSwapEvents(signer.address, seen), fetchSwapped(signer.address)]);
    this.save();
  }

  vault(name: string): Signer {
    const signer = this.#vaults.get(name) ?? signerOf(this.#world.secret(`SOL/vault/${name}`));
    this.#vaults.set(name, signer);
    return signer;
  }

  save(): void {
    this.#saved.touch();
    this.#saved.flush();
  }

  /** Call it before anything is answered from the chain. */
  settle(): void {
    if (this.chain.settle()) this.save();
  }

  broadcast(wire: Uint8Array, preflight?: number | false): string {
    this.settle();
    const signature = this.chain.submit(wire, preflight);
    this.save();
    return signature;
  }

  /** @throws {Error} when it fails; then nothing changes. */
  #send(signer: Signer, instructions: readonly Instruction[]): Done {
    // A slow machine may need longer to sign than a fast world keeps its blockhashes.
    const wire = composeTransaction(signer.address, this.chain.giveBlockhash(this.chain.slot()), instructions);
    const record = this.chain.execute(signTransaction(wire, [signer]));
    return { hash: record.signature, gasBaseUnits: record.feeLamports };
  }

  /**
   * Sends once per key: the key is recorded in the same write as the transaction, so that a crash cannot send twice.
   */
  once(key: string, send: () => Done): Done {
    this.settle();
    const done = this.#done.get(key);
    if (done) return done;
    const made = send();
    this.#done.set(key, made);
    this.save();
    return made;
  }

  fund(address: string, amount: bigint, mint?: string): void {
    this.settle();
    this.#checkPayment(address, amount, mint);
    this.act(this.#gift(address, amount, mint));
  }

  #gift(to: string, amount: bigint, mint?: string): Instruction[] {
    const from = this.purse.address;
    if (mint === undefined) return [transferSol(from, to, amount)];
    const program = programOfMint(mint);
    const account = tokenAccountOf(to, mint, program);
    const opened = createTokenAccount(from, to, mint, program);
    if (mint !== WRAPPED_SOL_MINT) return [opened, mintTokens(from, to, mint, amount, program)];
    return [opened, transferSol(from, account, amount), syncNative(account)];
  }

  act(instructions: readonly Instruction[]): void {
    this.settle();
    this.#send(this.purse, instructions);
    this.save();
  }

  #checkPayment(to: string, amount: bigint, mint?: string): void {
    if (!isAddress(to)) throw new Error(`not a Solana address: ${to}`);
    if (amount <= 0n) throw new Error(`a payment of ${amount}`);
    if (mint !== undefined && !mintNamed(mint))
      throw new Error(`the local Solana has no token ${mint}; it has ${MINTS.map((one) => one.mint).join(', ')}`);
  }

  payOut({ key, vault, to, token, amountBaseUnits, memo }: Payout): Done {
    return this.once(`payout/${key}`, () => {
      this.#checkPayment(to, amountBaseUnits, token);
      const signer = this.vault(vault);
      const before = this.balance(signer.address);
      const known = token === undefined ? undefined : mintNamed(token);
      const payment =
        known === undefined
          ? [transferSol(signer.address, to, amountBaseUnits)]
          : [
              createTokenAccount(signer.address, to, known.mint, known.program),
              transferToken(signer.address, to, known.mint, amountBaseUnits, known.decimals, known.program),
            ];
      const { hash } = this.#sendAs(vault, signer, [...payment, ...(memo === '' ? [] : [memoInstruction(memo)])]);
      // Includes the rent of a new token account, which the payer bears.
      const spent = before - this.balance(signer.address) - (token === undefined ? amountBaseUnits : 0n);
      return { hash, gasBaseUnits: spent };
    });
  }

  #sendAs(vault: string, signer: Signer, instructions: readonly Instruction[]): Done {
    try {
      return this.#send(signer, instructions);
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new Error(`vault ${vault} cannot pay: ${reason}`, { cause });
    }
  }

  /** Empties a channel; the vault pays the fee. @throws {Error} when the channel is empty. */
  fetch(key: string, number: bigint, token?: string): Done {
    return this.once(`fetch/${key}`, () => {
      const signer = this.vault(CHAINFLIP_VAULT);
      if (token === undefined) return this.#sendAs(CHAINFLIP_VAULT, signer, [fetchNative(signer.address, number)]);
      return this.#sendAs(CHAINFLIP_VAULT, signer, [
        createTokenAccount(signer.address, signer.address, token),
        fetchToken(signer.address, number, token),
      ]);
    });
  }

  balance(address: string, mint?: string): bigint {
    if (mint === undefined) return this.chain.account(address)?.lamports ?? 0n;
    return tokenAccountIn(this.chain.account(tokenAccountOf(address, mint, programOfMint(mint))))?.amount ?? 0n;
  }

  depositsTo(addresses: readonly string[], height: number): ChannelDeposit[] {
    this.settle();
    return depositsIn(this.chain.history.above(height), addresses);
  }

  inboundsAbove(height: number): InboundPayment[] {
    this.settle();
    return memoPaymentsIn(this.chain.history.above(height));
  }

  vaultSwapsAbove(height: number): VaultSwap[] {
    this.settle();
    return vaultSwapsIn(this.chain.history.above(height));
  }

  confirmations(hash: string): number | undefined {
    this.settle();
    const record = this.chain.history.get(hash);
    if (record) return this.chain.slot() - record.slot + 1;
    return this.chain.isWaiting(hash) ? 0 : undefined;
  }
}

/**
 * The local chain of SOL, with tokens at their mainnet mints (mints.ts). Heights are slots. A gift is a transaction of
 * the purse, which holds all coins. The fault `no-blocks` of `SOL` makes transactions wait, `drop-transactions` loses
 * them.
 */
export function createSolanaLedger(world: RunningWorld): SolanaLedger {
  const local = new LocalSolana(world);
  const { chain } = local;
  return {
    chain: 'SOL',
    node: chain,
    height: () => {
      local.settle();
      return chain.slot();
    },
    inboundsAbove: async (height) => local.inboundsAbove(height),
    vaultAddress: (name) => local.vault(name).address,
    payOut: async (payout) => local.payOut(payout),
    confirmations: async (hash) => local.confirmations(hash),
    fund: async (address, amountBaseUnits, token) => local.fund(address, amountBaseUnits, token),
    broadcast: (wire) => local.broadcast(wire),
    balance: (address, mint) => local.balance(address, mint),
    latestBlockhash: () => chain.blockhash(chain.slot()),
    purse: local.purse.address,
    act: (instructions) => local.act(instructions),
    settle: () => local.settle(),
    save: () => local.save(),
    channels: {
      vault: SWAP_ENDPOINT_PROGRAM,
      channelAddress: ({ number }) => depositChannel(number).address,
      depositsTo: async (addresses, height) => local.depositsTo(addresses, height),
      pendingTo: async () => [],
      vaultSwapsAbove: async (height) => local.vaultSwapsAbove(height),
      fetch: async ({ key, channel }) => ({ hash: local.fetch(key, channel.number, channel.token).hash }),
    },
    service: createSolanaRpc({
      chain,
      settle: () => local.settle(),
      broadcast: (wire, preflight) => local.broadcast(wire, preflight),
    }),
  };
}
