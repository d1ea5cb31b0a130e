/** Defines the emulated 1inch: its settings, and its access to the chains that have its contracts. */
import { getAddress, type Hex } from 'viem';
import { decodeErrorResult, decodeFunctionResult, encodeFunctionData, parseAbi } from 'viem/utils';
import { z } from 'zod';
import { chainOf } from '../../chains/chains.ts';
import type { ChainId } from '../../domain/chain-id.ts';
import { RpcError } from '../evm/anvil-process.ts';
import type { EvmChain } from '../evm/evm-chain.ts';
import { marketOf, ONEINCH_EXECUTOR } from '../evm/oneinch-contracts.ts';
import { type SandboxToken, wrappedOf } from '../evm/tokens.ts';
import type { World } from '../ledger.ts';

/**
 * The calldata that `/swap` makes when there is a choice: by size, always the executor, or one pool whenever possible.
 */
export const ROUTES = ['auto', 'swap', 'unoswap'] as const;
export type RouteChoice = (typeof ROUTES)[number];

export type OneinchState = {
  route: RouteChoice;
  /** The number of untraded tokens in the lists of all chains together, beside the traded ones. */
  listed: number;
};

export type OneinchNetwork = {
  world: World;
  state: OneinchState;
  /** By the chain id in paths. */
  chains: ReadonlyMap<string, OneinchChain>;
};

/** The address of the native coin on every chain. */
export const NATIVE = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE';

export const executorAbi = parseAbi([
  'function quote(address src, address dst, uint256 amount, uint256 time) view returns (uint256)',
  'function mostOf(address src, uint256 time) view returns (uint256)',
  'function dollarsAt(address token, uint256 time) view returns (uint256)',
  'function curves(address token) view returns (uint256 unit, uint256 price, uint256 depth, uint256 dollars, uint256 since, uint256 feePpm)',
  'function reserves(address token) view returns (uint256)',
  'error InsufficientLiquidity()',
  'error UnknownToken(address token)',
]);
export const tokenAbi = parseAbi([
  'function balanceOf(address owner) view returns (uint256)',
  'function allowance(address owner, address spender) view returns (uint256)',
  'function approve(address spender, uint256 amount) returns (bool)',
]);

const hex = z.custom<Hex>((value) => typeof value === 'string' && /^0x[0-9a-f]*$/i.test(value));
const quantity = hex.transform((text) => BigInt(text));

/** A tradable token; the native coin is one too. */
export type Traded = Omit<SandboxToken, 'usdtLike'> & { native: boolean; curve: Hex };

export class OneinchChain {
  readonly chain: ChainId;
  readonly id: number;
  readonly node: EvmChain;
  readonly #world: World;
  readonly #traded: ReadonlyMap<string, Traded>;

  constructor(world: World, chain: ChainId, node: EvmChain) {
    this.chain = chain;
    this.node = node;
    this.#world = world;
    const definition = chainOf(chain);
    this.id = Number(definition.sandbox.networkId);
    const tokens = marketOf(chain).map(({ token }): Traded => ({ ...token, native: false, curve: token.address }));
    const wrapped = wrappedOf(chain);
    if (wrapped !== undefined) {
      const { symbol, decimals } = definition.native;
      const name = symbol === 'ETH' ? 'Ether' : definition.name;
      tokens.unshift({ chain, symbol, name, address: NATIVE, decimals, native: true, curve: wrapped.address });
    }
    this.#traded = new Map(tokens.map((token) => [token.address.toLowerCase(), token]));
  }

  get tokens(): Traded[] {
    return [...this.#traded.values()];
  }
  /** Finds a token by its address in any letter case. */
  token(address: string): Traded | undefined {
    return this.#traded.get(address.toLowerCase());
  }

  /** The Unix seconds of a block mined now. */
  time(): bigint {
    return BigInt(Math.max(this.node.memory.time, Math.floor(this.#world.clock.now() / 1000)));
  }

  async #call(to: string, data: Hex): Promise<Hex> {
    return hex.parse(await this.node.read('eth_call', [{ to, data }, 'latest']));
  }

  /** The executor's output for an amount; undefined if it cannot swap it. */
  async quote(src: Traded, dst: Traded, amount: bigint): Promise<bigint | undefined> {
    const args = [getAddress(src.address), getAddress(dst.address), amount, this.time()] as const;
    try {
      const answer = await this.#call(
        ONEINCH_EXECUTOR,
        encodeFunctionData({ abi: executorAbi, functionName: 'quote', args }),
      );
      return decodeFunctionResult({ abi: executorAbi, functionName: 'quote', data: answer });
    } catch (error) {
      if (isRefusal(error)) return undefined;
      throw error;
    }
  }

  async mostOf(src: Traded): Promise<bigint> {
    const args = [getAddress(src.address), this.time()] as const;
    const data = encodeFunctionData({ abi: executorAbi, functionName: 'mostOf', args });
    const answer = await this.#call(ONEINCH_EXECUTOR, data);
    return decodeFunctionResult({ abi: executorAbi, functionName: 'mostOf', data: answer });
  }

  async curve(token: Traded): Promise<{ unit: bigint; price: bigint; depth: bigint; now: bigint; feePpm: bigint }> {
    const [answer, now] = await Promise.all([
      this.#call(
        ONEINCH_EXECUTOR,
        encodeFunctionData({ abi: executorAbi, functionName: 'curves', args: [token.curve] }),
      ),
      this.#call(
        ONEINCH_EXECUTOR,
        encodeFunctionData({ abi: executorAbi, functionName: 'dollarsAt', args: [token.curve, this.time()] }),
      ),
    ]);
    const [unit, price, depth, , , feePpm] = decodeFunctionResult({
      abi: executorAbi,
      functionName: 'curves',
      data: answer,
    });
    return { unit, price, depth, now: quantity.parse(now), feePpm };
  }

  async reserve(token: Traded): Promise<bigint> {
    const data = encodeFunctionData({ abi: executorAbi, functionName: 'reserves', args: [token.curve] });
    return quantity.parse(await this.#call(ONEINCH_EXECUTOR, data));
  }

  async balance(owner: string, token: Traded): Promise<bigint> {
    if (token.native) return quantity.parse(await this.node.read('eth_getBalance', [owner, 'latest']));
    const data = encodeFunctionData({ abi: tokenAbi, functionName: 'balanceOf', args: [getAddress(owner)] });
    return quantity.parse(await this.#call(token.address, data));
  }

  async allowance(owner: string, spender: string, token: Traded): Promise<bigint> {
    const args = [getAddress(owner), getAddress(spender)] as const;
    const data = encodeFunctionData({ abi: tokenAbi, functionName: 'allowance', args });
    return quantity.parse(await this.#call(token.address, data));
  }

  async gasPrice(): Promise<bigint> {
    return quantity.parse(await this.node.read('eth_gasPrice', []));
  }

  /** @throws {RpcError} when the call would revert or cannot be paid. */
  async estimateGas(call: Record<string, string>, overrides: unknown = undefined): Promise<bigint> {
    const params = overrides === undefined ? [call, 'latest'] : [call, 'latest', overrides];
    return quantity.parse(await this.node.read('eth_estimateGas', params));
  }
}

/** Whether the executor itself refused to trade so much. */
function isRefusal(error: unknown): boolean {
  if (!(error instanceof RpcError)) return false;
  const data = hex.safeParse(error.data);
  if (!data.success || data.data.length < 10) return false;
  try {
    return decodeErrorResult({ abi: executorAbi, data: data.data }).errorName === 'InsufficientLiquidity';
  } catch {
    return false;
  }
}

export const fault = (network: OneinchNetwork, kind: string): Record<string, unknown> | undefined =>
  network.world.faults.get('oneinch', kind);
