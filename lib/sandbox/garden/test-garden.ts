/** For tests: Garden on local Bitcoin and Ethereum in a world with a held clock, and a user with money on both. */
import { erc20Abi, getAddress, type Hex } from 'viem';
import { encodeFunctionData } from 'viem/utils';
import { z } from 'zod';
import { chainOf } from '../../chains/chains.ts';
import { TestChain, user } from '../evm/test-chain.ts';
import { coinsOf, hexOf, KEY, spend } from '../utxo/test-spend.ts';
import { createUtxoLedger, type UtxoLedger } from '../utxo/utxo-ledger.ts';
import { createGarden } from './garden.ts';
import { APP_ID } from './rest.ts';
import { SOLVER_ID } from './state.ts';

export const WBTC = '0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599';
export const CBBTC = '0xcbB7C0000aB88B473b1f5aFd9ef808440eed33Bf';
export { user };

/** Answers of a foreign protocol; the tests assert what they use. */
// biome-ignore lint/suspicious/noExplicitAny: read by tests alone
export type Json = any;

const answerSchema = z.object({
  status: z.string().optional(),
  result: z.unknown().optional(),
  error: z.string().optional(),
});

export class TestGarden {
  readonly chain: TestChain;
  #btc: UtxoLedger;
  #made: ReturnType<typeof createGarden>;

  private constructor(chain: TestChain) {
    this.chain = chain;
    this.#btc = createUtxoLedger(chain.world, chainOf('BTC'));
    this.#made = this.#make();
  }
  #make() {
    const { world, ledger } = this.chain;
    world.ledgers.BTC = this.#btc;
    world.ledgers.ETH = ledger;
    return createGarden(world);
  }

  static async open(): Promise<TestGarden> {
    const made = new TestGarden(await TestChain.open('ETH'));
    await made.chain.ledger.fund(user.address, 10n ** 21n);
    await made.chain.ledger.fund(user.address, 10n ** 9n, WBTC);
    await made.#btc.fund(made.btcAddress, 10n ** 9n);
    await made.step(30);
    return made;
  }
  /** Restarts as after a kill, with only what was saved. */
  async restart(): Promise<void> {
    await this.chain.kill();
    await this.chain.open();
    this.#btc = createUtxoLedger(this.chain.world, chainOf('BTC'));
    this.#made = this.#make();
  }
  async close(): Promise<void> {
    await this.chain.kill();
    this.chain.remove();
  }

  get btc(): UtxoLedger {
    return this.#btc;
  }
  get garden() {
    return this.#made.garden;
  }
  get btcAddress(): string {
    return this.#btc.addressOfKey(KEY, 'p2wpkh');
  }
  step(seconds: number): Promise<void> {
    return this.chain.world.clock.step(seconds);
  }
  async fault(kind: string, params: Record<string, unknown> = {}): Promise<void> {
    this.chain.world.faults.set({ target: 'garden', kind, params });
  }
  clearFaults(): void {
    this.chain.world.faults.clearAll();
  }
  control(name: string, body: unknown): unknown {
    return this.chain.world.controls.get(`garden-${name}`)?.(body);
  }

  async http(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = { 'garden-app-id': APP_ID },
  ) {
    const url = new URL(path, 'http://garden');
    const [service] = this.#made.services;
    if (service === undefined) throw new Error('no service');
    const text = body === undefined ? '' : JSON.stringify(body);
    const answer = await service.handle({ method, path: url.pathname, query: url.searchParams, body: text, headers });
    return {
      code: answer.status,
      ...answerSchema.parse(JSON.parse(answer.body)),
      body: JSON.parse(answer.body) as Json,
    };
  }
  async get(path: string): Promise<Json> {
    return (await this.http('GET', path)).result;
  }
  order(id: string): Promise<Json> {
    return this.get(`/orders/${id}`);
  }

  async quote(from: string, to: string, amount: bigint, more = ''): Promise<Json> {
    const [best] = await this.get(`/quote?from=${from}&to=${to}&from_amount=${amount}${more}`);
    return best;
  }
  /** Creates an order from a fresh quote; returns it with the quote. */
  async createOrder(from: string, to: string, amount: bigint, more: Json = {}): Promise<Json> {
    const quote = await this.quote(from, to, amount);
    const owner = (id: string) => (id.startsWith('bitcoin') ? this.btcAddress : user.address);
    const { source = {}, destination = {}, ...rest } = more;
    const answer = await this.http('POST', '/orders', {
      source: { asset: from, owner: owner(from), amount: quote.source.amount, ...source },
      destination: { asset: to, owner: owner(to), amount: quote.destination.amount, ...destination },
      solver_id: SOLVER_ID,
      ...rest,
    });
    if (answer.error !== undefined) throw new Error(answer.error);
    return { ...(answer.result as Json), quote };
  }

  /** Pays an address on Bitcoin as the user. */
  async payBitcoin(to: string, value: bigint): Promise<string> {
    const coins = await coinsOf(this.#btc, this.btcAddress);
    const all = coins.reduce((sum, coin) => sum + coin.value, 0n);
    const { scripts } = this.#btc;
    const change = { value: all - value - 5_000n, script: scripts.scriptOf(this.btcAddress) };
    const outputs = [{ value, script: scripts.scriptOf(to) }, change];
    return this.#btc.broadcast(hexOf(spend('BTC', { coins, outputs })));
  }
  /** Sends the transactions of an order's answer as the user, the approval first. */
  async payEvm(order: Json): Promise<string> {
    for (const call of [order.approval_transaction, order.initiate_transaction]) {
      if (call === null) continue;
      const hash = await this.chain.send({ to: call.to, data: call.data, value: BigInt(call.value) });
      await this.step(12);
      if (call === order.initiate_transaction) return hash;
    }
    throw new Error('nothing to send');
  }
  async approve(token: string, spender: string, amount: bigint): Promise<void> {
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [getAddress(spender), amount] });
    await this.chain.send({ to: token, data });
    await this.step(12);
  }
  signTyped(typed: Json): Promise<Hex> {
    const { EIP712Domain: _domain, ...types } = typed.types;
    // viem omits a domain's chain id that is not a number; wallets accept it.
    const domain = { ...typed.domain, chainId: BigInt(typed.domain.chainId) };
    return user.signTypedData({ ...typed, domain, types });
  }
  /** Steps until an order is over. */
  async settle(id: string, seconds = 30, most = 60): Promise<Json> {
    for (let at = 0; at < most; at += 1) {
      if (this.garden.state.orders.find((order) => order.id === id)?.closed) break;
      await this.step(seconds);
    }
    return this.order(id);
  }
}
