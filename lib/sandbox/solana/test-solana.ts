/** For tests: a local Solana in a world with a held clock, with a funded wallet, and its JSON-RPC without a port. */
import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import type { Instruction } from '@solana/kit';
import { type HeldWorld, heldWorld } from '../utxo/held-world.ts';
import { USDC_MINT, USDT_MINT } from './chainflip-accounts.ts';
import { composeTransaction, type Signer, signerOf, signTransaction, transferSol } from './compose.ts';
import { SolanaRefused } from './solana-chain.ts';
import { createSolanaLedger, type SolanaLedger } from './solana-ledger.ts';

export const SOL = 10n ** 9n;
export const signerNamed = (name: string): Signer => signerOf(sha256(utf8ToBytes(name)));

export class TestSolana {
  readonly held: HeldWorld = heldWorld();
  readonly alice = signerNamed('alice');
  readonly bob = signerNamed('bob');
  ledger: SolanaLedger = createSolanaLedger(this.held.world);

  /** Gives Alice 10 SOL and 1000 of each token, and the vault coins. */
  async fund(): Promise<this> {
    await this.ledger.fund(this.alice.address, 10n * SOL);
    for (const mint of [USDC_MINT, USDT_MINT]) await this.ledger.fund(this.alice.address, 1_000_000_000n, mint);
    await this.ledger.fund(this.vault, 100n * SOL);
    return this;
  }

  get vault(): string {
    return this.ledger.vaultAddress('chainflip-0');
  }

  /** An unsigned transaction, paid by the first signer. */
  compose(instructions: readonly Instruction[], signers: readonly Signer[] = [this.alice]): Uint8Array {
    return composeTransaction(signers[0]?.address ?? '', this.ledger.latestBlockhash(), instructions);
  }

  sign(instructions: readonly Instruction[], signers: readonly Signer[] = [this.alice]): Uint8Array {
    return signTransaction(this.compose(instructions, signers), signers);
  }

  send(instructions: readonly Instruction[], signers?: readonly Signer[]): string {
    return this.ledger.broadcast(this.sign(instructions, signers));
  }

  /** The refusal that a call must throw. */
  refusal(send: () => unknown): SolanaRefused {
    try {
      send();
    } catch (error) {
      if (error instanceof SolanaRefused) return error;
      throw error;
    }
    throw new Error('it was taken');
  }

  /** The node's error for a transaction that would fail. */
  failure(instructions: readonly Instruction[], signers?: readonly Signer[]): unknown {
    const { code, data } = this.refusal(() => this.send(instructions, signers));
    return code === -32002 && typeof data === 'object' && data !== null && 'err' in data ? data.err : code;
  }

  /** Lets slots pass. */
  async slots(count: number): Promise<void> {
    await this.held.world.clock.step(count * 0.4);
  }

  kill(): void {
    this.ledger = createSolanaLedger(this.held.kill());
  }

  async post(body: string) {
    return this.ledger.service.handle({ method: 'POST', path: '/', query: new URLSearchParams(), body });
  }

  // biome-ignore lint/suspicious/noExplicitAny: answers of a foreign protocol, looked at field by field
  async rpc(method: string, ...params: unknown[]): Promise<any> {
    return JSON.parse((await this.post(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }))).body);
  }
  // biome-ignore lint/suspicious/noExplicitAny: as of `rpc`
  async value(method: string, ...params: unknown[]): Promise<any> {
    return (await this.rpc(method, ...params)).result.value;
  }

  /** The instruction by which Alice pays him. */
  payBob(lamports = SOL): Instruction {
    return transferSol(this.alice.address, this.bob.address, lamports);
  }
}
