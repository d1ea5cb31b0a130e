/**
 * Defines 1inch's contracts on the sandbox's EVM chains: the router at its public address, and liquidity for every
 * token.
 */
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { getAddress, type Hex } from 'viem';
import { z } from 'zod';
import type { ChainId } from '../../domain/chain-id.ts';
import type { Anvil } from './anvil-process.ts';
import { aggregationRouterArtifact, executorArtifact, slotOf, swapPoolArtifact, tokenArtifact } from './artifacts.ts';
import type { Write } from './funding.ts';
import { mappingSlot, word } from './storage.ts';
import { type SandboxToken, tokensOf, wrappedOf } from './tokens.ts';

/** Aggregation Router V6; the same on every chain of the sandbox. Source: 1inch-sdk-go constants/contracts.go. */
export const ONEINCH_ROUTER = '0x111111125421cA6dc452d289314280a0f8842A65';

/**
 * An address derived from a name, unused on public chains: executors change there, so no particular one may be relied
 * on.
 */
const ownAddress = (name: string): Hex =>
  getAddress(`0x${bytesToHex(keccak_256(utf8ToBytes(`portage sandbox ${name}`))).slice(-40)}`);
export const ONEINCH_EXECUTOR = ownAddress('1inch executor');

/** The scale of dollar amounts on chain. */
export const DOLLAR = 10n ** 18n;

/** US dollars per token, thousand dollars on each side of its curve, fee in parts per million. */
type CurveSeed = readonly [usd: number, depthThousandUsd: number, feePpm: number];

/** By symbol, with the prices of the sandbox's other markets. Tokens that are not listed are not traded. */
const CURVES: Readonly<Record<string, CurveSeed>> = {
  AAVE: [180, 900, 600],
  ARB: [0.25, 700, 600],
  BTCB: [95_000, 9000, 200],
  CBBTC: [95_000, 9000, 200],
  DAI: [1, 12_000, 50],
  DPI: [110, 120, 1500],
  FLIP: [0.5, 500, 1500],
  FOX: [0.02, 120, 1500],
  GLD: [0.005, 60, 1500],
  GMX: [11, 300, 1500],
  GNS: [1.2, 200, 1500],
  GUSD: [1, 500, 200],
  HEGIC: [0.03, 60, 1500],
  HOT: [0.0007, 60, 1500],
  LEO: [0.02, 60, 1500],
  LINK: [14, 1500, 600],
  LUSD: [1, 800, 200],
  MOG: [0.0000003, 300, 1500],
  PEPE: [0.0000045, 900, 1500],
  SNX: [0.6, 300, 1500],
  SUSHI: [0.7, 300, 1500],
  TAXED: [0.5, 400, 1500],
  TGT: [0.01, 120, 1500],
  THOR: [0.2, 250, 1500],
  UNI: [8, 800, 600],
  UOS: [0.05, 100, 1500],
  USDC: [1, 30_000, 30],
  USDP: [1, 500, 200],
  USDT: [1, 30_000, 30],
  WAVAX: [18, 4000, 300],
  WBNB: [900, 12_000, 200],
  WBTC: [95_000, 15_000, 200],
  WETH: [3300, 25_000, 150],
  WSTETH: [4000, 3000, 200],
  XRUNE: [0.005, 50, 1500],
  YFI: [4800, 300, 1500],
};

/** A dollar amount in on-chain units. */
export const dollarsOf = (usd: number): bigint => BigInt(Math.round(usd * 1e9)) * (DOLLAR / 10n ** 9n);

export type MarketToken = { token: SandboxToken; price: bigint; depth: bigint; feePpm: number };

/** The tokens that a chain's executor trades. */
export const marketOf = (chain: ChainId): MarketToken[] =>
  tokensOf(chain).flatMap((token) => {
    const seed = CURVES[token.symbol];
    if (seed === undefined) return [];
    return [{ token, price: dollarsOf(seed[0]), depth: dollarsOf(seed[1] * 1000), feePpm: seed[2] }];
  });

/** Pairs with a pool of their own on every chain, by symbol; the native coin trades as its wrapped token. */
const POOL_PAIRS = [
  ['USDC', 'USDT'],
  ['USDC', 'native'],
  ['USDT', 'native'],
] as const;
/** On chains where one pool may swap Chainflip's payouts on, each of these has a pool with every other token. */
const HUBS = ['USDC', 'USDT', 'native'] as const;
const HUB_CHAINS: readonly ChainId[] = ['ETH', 'ARB', 'BSC'];

/**
 * `token0` has the lower address. For a `main` pool, router and executor give the same result, and small swaps use the
 * pool.
 */
export type PoolContract = { address: Hex; token0: Hex; token1: Hex; main: boolean };

function allPoolsOf(chain: ChainId): PoolContract[] {
  const bySymbol = (symbol: string) =>
    symbol === 'native' ? wrappedOf(chain) : tokensOf(chain).find((token) => token.symbol === symbol);
  const pool = (pair: readonly [string, string], main: boolean): PoolContract[] => {
    const [a, b] = pair.map(bySymbol);
    if (a === undefined || b === undefined) return [];
    const [token0, token1] =
      a.address.toLowerCase() < b.address.toLowerCase() ? [a.address, b.address] : [b.address, a.address];
    return [{ address: ownAddress(`pool ${chain} ${pair.join(' ')}`), token0, token1, main }];
  };
  const hubs: readonly string[] = [...HUBS, wrappedOf(chain)?.symbol ?? ''];
  // A pool requires exactly what it is owed, so tokens that shrink in transfer have none.
  const others = marketOf(chain).filter(({ token }) => !hubs.includes(token.symbol) && token.kind !== 'taxed');
  const more = HUB_CHAINS.includes(chain)
    ? others.flatMap(({ token }) => HUBS.flatMap((hub) => pool([hub, token.symbol], false)))
    : [];
  return [...POOL_PAIRS.flatMap((pair) => pool(pair, true)), ...more];
}

const pools = new Map<ChainId, readonly PoolContract[]>();

export function poolsOf(chain: ChainId): readonly PoolContract[] {
  const made = pools.get(chain) ?? allPoolsOf(chain);
  pools.set(chain, made);
  return made;
}

type OneinchPlacement = { address: Hex; code: Hex; slots: [slot: Hex, value: Hex][] };

export function oneinchPlacements(chain: ChainId): OneinchPlacement[] {
  const wrapped = wrappedOf(chain);
  if (wrapped === undefined) return [];
  const holding = (artifact: typeof executorArtifact, values: Record<string, Hex>): OneinchPlacement['slots'] =>
    Object.entries(values).map(([variable, address]) => [word(slotOf(artifact, variable)), word(BigInt(address))]);
  return [
    {
      address: ONEINCH_ROUTER,
      code: aggregationRouterArtifact.deployedBytecode,
      slots: holding(aggregationRouterArtifact, { wrapped: wrapped.address }),
    },
    {
      address: ONEINCH_EXECUTOR,
      code: executorArtifact.deployedBytecode,
      slots: holding(executorArtifact, { wrapped: wrapped.address }),
    },
    ...poolsOf(chain).map(({ address, token0, token1 }) => ({
      address,
      code: swapPoolArtifact.deployedBytecode,
      slots: holding(swapPoolArtifact, { token0, token1, market: ONEINCH_EXECUTOR }),
    })),
  ];
}

/** The order of a curve's variables in storage. Source: Executor.sol. */
const CURVE_FIELDS = ['unit', 'price', 'depth', 'dollars', 'since', 'feePpm'] as const;
export type CurveField = (typeof CURVE_FIELDS)[number];

const CURVES_SLOT = word(slotOf(executorArtifact, 'curves'));
const RESERVES_SLOT = word(slotOf(executorArtifact, 'reserves'));
const BALANCES_SLOT = word(slotOf(tokenArtifact, 'balanceOf'));
const SUPPLY_SLOT = word(slotOf(tokenArtifact, 'totalSupply'));
export const PAUSED_SLOT = word(slotOf(aggregationRouterArtifact, 'paused'));

const curveSlot = (token: string, field: CurveField): Hex =>
  word(BigInt(mappingSlot(token, CURVES_SLOT)) + BigInt(CURVE_FIELDS.indexOf(field)));

/** The writes that change fields of a token's curve. */
export const curveWrites = (token: string, fields: Partial<Record<CurveField, bigint>>): Write[] =>
  CURVE_FIELDS.flatMap((field): Write[] => {
    const value = fields[field];
    if (value === undefined) return [];
    return [['anvil_setStorageAt', [ONEINCH_EXECUTOR, curveSlot(token, field), word(value)]]];
  });

const hexNumber = z.string().transform((text) => BigInt(text === '0x' ? '0x0' : text));

/** Curves and reserves of tokens that the executor does not trade yet: on a fresh chain all of them. */
export async function missingLiquidity(anvil: Anvil, chain: ChainId): Promise<Write[]> {
  const market = marketOf(chain);
  const units = await anvil.all(
    market.map(({ token }) => ['eth_getStorageAt', [ONEINCH_EXECUTOR, curveSlot(token.address, 'unit'), 'latest']]),
  );
  const missing = market.filter((_one, index) => hexNumber.parse(units[index]) === 0n);
  return (await Promise.all(missing.map((one) => liquidityOf(anvil, one)))).flat();
}

async function liquidityOf(anvil: Anvil, { token, price, depth, feePpm }: MarketToken): Promise<Write[]> {
  const { address, decimals, kind } = token;
  const unit = 10n ** BigInt(decimals);
  const held = (depth * unit) / price;
  const balanceSlot = mappingSlot(ONEINCH_EXECUTOR, BALANCES_SLOT);
  const [balance, supply, coins] = (
    await anvil.all([
      ['eth_getStorageAt', [address, balanceSlot, 'latest']],
      ['eth_getStorageAt', [address, SUPPLY_SLOT, 'latest']],
      ['eth_getBalance', [address, 'latest']],
    ])
  ).map((value) => hexNumber.parse(value)) as [bigint, bigint, bigint];
  const added = held - balance;
  const writes: Write[] = [
    ['anvil_setStorageAt', [address, balanceSlot, word(held)]],
    ['anvil_setStorageAt', [address, SUPPLY_SLOT, word(supply + added)]],
    ['anvil_setStorageAt', [ONEINCH_EXECUTOR, mappingSlot(address, RESERVES_SLOT), word(held)]],
    ...curveWrites(address, { unit, price, depth, dollars: depth, since: 0n, feePpm: BigInt(feePpm) }),
  ];
  if (kind === 'wrapped') writes.push(['anvil_setBalance', [address, `0x${(coins + added).toString(16)}`]]);
  return writes;
}

/**
 * The ABI of the contracts above; the first five functions are the public router's. Source: AggregationRouterV6 on
 * Etherscan.
 */
export const oneinchAbi = [
  'function swap(address executor, (address srcToken, address dstToken, address srcReceiver, address dstReceiver, uint256 amount, uint256 minReturnAmount, uint256 flags) desc, bytes data) payable returns (uint256 returnAmount, uint256 spentAmount)',
  'function unoswap(uint256 token, uint256 amount, uint256 minReturn, uint256 dex) returns (uint256 returnAmount)',
  'function unoswapTo(uint256 to, uint256 token, uint256 amount, uint256 minReturn, uint256 dex) returns (uint256 returnAmount)',
  'function ethUnoswap(uint256 minReturn, uint256 dex) payable returns (uint256 returnAmount)',
  'function ethUnoswapTo(uint256 to, uint256 minReturn, uint256 dex) payable returns (uint256 returnAmount)',
] as const;
