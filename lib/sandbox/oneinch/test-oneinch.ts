/** For tests: the emulated 1inch on one local chain, a funded user, and helpers to ask, approve and swap. */
import type { Hex } from 'viem';
import { z } from 'zod';
import { RpcError } from '../evm/anvil-process.ts';
import { ONEINCH_ROUTER } from '../evm/oneinch-contracts.ts';
import { approve, ETHER, TestChain, user } from '../evm/test-chain.ts';
import { tokensOf } from '../evm/tokens.ts';
import { NATIVE, type OneinchNetwork } from './network.ts';
import { createOneinch } from './oneinch.ts';

export const KEY = { authorization: 'Bearer portage-sandbox' };
export const ETH_ID = 900_000_001;
export const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
export const USDT = '0xdAC17F958D2ee523a2206206994597C13D831ec7';
export const WBTC = '0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599';
export const WETH = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2';
export const TAXED = '0x82b93293020682C15536B33E7b07ae7c1e4375Ce';
export { NATIVE };

const txSchema = z.object({
  from: z.string(),
  to: z.string(),
  data: z.custom<Hex>((value) => typeof value === 'string' && value.startsWith('0x')),
  value: z.string(),
  gas: z.number(),
  gasPrice: z.string(),
});
const swapSchema = z.looseObject({ dstAmount: z.string(), tx: txSchema });
export type Query = Record<string, string>;
export type Tx = z.infer<typeof txSchema>;

export class TestOneinch {
  readonly evm: TestChain;
  #made: ReturnType<typeof createOneinch>;

  private constructor(evm: TestChain) {
    this.evm = evm;
    this.#made = createOneinch(evm.world, [evm.ledger]);
  }

  static async open(evm?: TestChain): Promise<TestOneinch> {
    return new TestOneinch(evm ?? (await TestChain.open('ETH')));
  }
  /** Starts again in the same folder, as after a kill. */
  static async again(evm: TestChain): Promise<TestOneinch> {
    await evm.open();
    return new TestOneinch(evm);
  }

  get network(): OneinchNetwork {
    return this.#made.network;
  }

  /** Gives the user some of every token, with unlimited approvals. */
  async fundUser(): Promise<void> {
    await this.evm.ledger.fund(user.address, 10_000n * ETHER);
    for (const { address, decimals } of tokensOf('ETH'))
      await this.evm.ledger.fund(user.address, 10n ** BigInt(decimals + 6), address);
    for (const { address, kind } of tokensOf('ETH'))
      if (kind !== undefined || [USDC, USDT, WBTC].includes(address))
        await this.evm.send({ to: address, data: approve(ONEINCH_ROUTER, 1n << 200n) });
    await this.evm.block();
  }

  async request(path: string, query: Query = {}, headers: Record<string, string> = KEY) {
    const [service] = this.#made.services;
    if (service === undefined) throw new Error('no service');
    const answer = await service.handle({ method: 'GET', path, query: new URLSearchParams(query), body: '', headers });
    return { status: answer.status, body: JSON.parse(answer.body) as Record<string, unknown> };
  }
  swapPath(endpoint: string, version = 'v6.1'): string {
    const [id] = this.network.chains.keys();
    return `/swap/${version}/${id}/${endpoint}`;
  }
  quote(query: Query, version = 'v6.1') {
    return this.request(this.swapPath('quote', version), query);
  }
  /** Requests a swap of the user without estimation. @throws when it is refused. */
  async swap(query: Query, version = 'v6.1') {
    const answer = await this.request(this.swapPath('swap', version), {
      ...{ from: user.address, origin: user.address, slippage: '1', disableEstimate: 'true' },
      ...query,
    });
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
    return swapSchema.parse(answer.body);
  }

  /** Sends an API transaction as the user and mines it. */
  async execute(tx: Tx): Promise<{ hash: string; status: string }> {
    const hash = await this.evm.send({ to: tx.to, data: tx.data, value: BigInt(tx.value), gas: 1_500_000n });
    await this.evm.block();
    return { hash, status: (await this.evm.receipt(hash)).status };
  }
  /** Lets every curve return to the wide market, so that a quote holds in any later block. */
  rest(): Promise<void> {
    return this.later(7200);
  }
  /** Mines a block so many seconds after the last one. */
  later(seconds: number): Promise<void> {
    const { node } = this.evm.ledger;
    return node.mine(1, node.memory.time + seconds);
  }
  balance(holder: string, token: string): Promise<bigint> {
    return this.evm.balance(holder, token === NATIVE ? undefined : token);
  }
}

/** The revert data of a call: `0x` if it has none, undefined if the call succeeds. */
export async function revertOf(
  evm: TestChain,
  { to, data, value = 0n, from = user.address }: { to: string; data?: Hex; value?: bigint; from?: string },
): Promise<Hex | undefined> {
  try {
    await evm.rpc('eth_call', { from, to, data, value: `0x${value.toString(16)}` }, 'latest');
    return undefined;
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    return z.custom<Hex>((value) => typeof value === 'string').parse(error.data ?? '0x');
  }
}
