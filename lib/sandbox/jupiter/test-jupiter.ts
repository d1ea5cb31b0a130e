/** For tests: the emulated Jupiter on a local Solana in a world with a held clock, without a port. */
import { base58, base64 } from '@scure/base';
import { type Signer, signTransaction } from '../solana/compose.ts';
import { TestSolana } from '../solana/test-solana.ts';
import { assemble } from './assemble.ts';
import { ix, type SwapInstruction, unitLimit } from './instructions.ts';
import { createJupiter } from './jupiter.ts';
import { API_KEY } from './rate-limit.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers of a foreign protocol, looked at field by field
export type Answer = any;

export class TestJupiter {
  readonly solana = new TestSolana();
  made = createJupiter(this.solana.held.world, this.solana.ledger);

  async fund(): Promise<this> {
    await this.solana.fund();
    return this;
  }

  get alice(): Signer {
    return this.solana.alice;
  }
  get ledger() {
    return this.solana.ledger;
  }
  get jupiter() {
    return this.made.jupiter;
  }

  kill(): void {
    this.solana.kill();
    this.made = createJupiter(this.solana.held.world, this.solana.ledger);
  }

  fault(kind: string, params: Record<string, unknown> = {}): void {
    this.solana.held.world.faults.set({ target: 'jupiter', kind, params });
  }
  clear(): void {
    this.solana.held.world.faults.clearAll();
  }
  async control(name: string, body: unknown = {}): Promise<Answer> {
    return this.solana.held.world.controls.get(name)?.(body);
  }

  async ask(
    method: 'GET' | 'POST',
    path: string,
    content: Record<string, unknown> = {},
    headers: Record<string, string> = { 'x-api-key': API_KEY },
  ): Promise<{ status: number; headers: Record<string, string>; body: Answer }> {
    const texts = Object.entries(content).map(([key, value]): [string, string] => [key, String(value)]);
    const [service] = this.made.services;
    if (!service) throw new Error('no service');
    const answer = await service.handle({
      method,
      path,
      query: new URLSearchParams(method === 'GET' ? texts : []),
      body: method === 'POST' ? JSON.stringify(content) : '',
      headers,
    });
    return { status: answer.status, headers: answer.headers ?? {}, body: JSON.parse(answer.body) };
  }

  async get(path: string, query: Record<string, unknown>): Promise<Answer> {
    const { status, body } = await this.ask('GET', path, query);
    if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
    return body;
  }

  async post(path: string, content: Record<string, unknown>): Promise<Answer> {
    const { status, body } = await this.ask('POST', path, content);
    if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
    return body;
  }

  /** The transaction that an integrator builds from `/build`. */
  fromBuild(build: Answer, payer: string = this.alice.address): Uint8Array {
    const one = ({ programId, accounts, data }: Answer): SwapInstruction => ({
      ...ix(programId, [], base64.decode(data)),
      accounts,
    });
    const instructions = [
      unitLimit(1_400_000),
      ...build.computeBudgetInstructions.map(one),
      ...build.setupInstructions.map(one),
      ...build.otherInstructions.map(one),
      one(build.swapInstruction),
      ...[build.cleanupInstruction, build.tipInstruction].filter(Boolean).map(one),
    ];
    const tables = Object.entries(build.addressesByLookupTableAddress).map(([address, entries]) => ({
      address,
      entries: entries as string[],
    }));
    const blockhash = base58.encode(Uint8Array.from(build.blockhashWithMetadata.blockhash));
    return base64.decode(assemble({ payer, blockhash, instructions, tables }));
  }

  /** Signs and sends a transaction; returns its signature. */
  send(unsigned: Uint8Array | string, signers: readonly Signer[] = [this.alice]): string {
    const wire = typeof unsigned === 'string' ? base64.decode(unsigned) : unsigned;
    return this.ledger.broadcast(signTransaction(wire, signers));
  }
}
