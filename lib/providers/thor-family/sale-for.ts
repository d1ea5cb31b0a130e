/**
 * Estimates from the known pools what must be sold for a wanted output, without a request to the node. Sources: the
 * networks' swap mathematics, THORNode x/thorchain/swap_helpers.go (two legs, each with its slip and a least fee).
 */
import { CHAINS } from '../../chains/chains.ts';
import { fromBaseUnits, larger, mulDiv, smaller, toBaseUnits } from '../../domain/amount.ts';
import { type Asset, assetOf } from '../../domain/asset.ts';
import { neededExpectation } from '../../domain/wanted-output.ts';
import type { CallOptions, SaleEstimate, WantedQuote } from '../provider.ts';
import { fromNode, nodeAssetOf, toNode } from './assets.ts';
import type { FamilyConfig } from './config.ts';
import type { DecimalsBook } from './decimals.ts';
import type { NetworkState, NetworkStateSource } from './network-state.ts';
import { marketValue } from './prices.ts';

const PPM = 1_000_000n;
const PPM_A_BP = 100n;

/** How a swap moves one pool. Parts per million. */
type Slips = {
  /** Least fee of a swap through one pool. */
  leastFee: bigint;
  /** Added to the fee of the slip. */
  addedFee: bigint;
  /** The most that the price moves: in sub-swaps each moves it anew. */
  mostMove: bigint;
};

function slipsOf(config: FamilyConfig, { mimir }: NetworkState, streams: boolean): Slips {
  const bps = (key: string): bigint => BigInt(Math.max(Math.trunc(mimir?.get(key) ?? 0), 0)) * PPM_A_BP;
  const inParts = streams || config.rapid;
  if (config.variant === 'thor') {
    const least = bps('L1SLIPMINBPS');
    return { leastFee: least, addedFee: 0n, mostMove: inParts && least > 0n ? least : PPM };
  }
  const part = bps('STREAMINGSWAPMINBPFEE');
  return { leastFee: 0n, addedFee: bps('SLIPFEEADDEDBASISPOINTS'), mostMove: inParts && part > 0n ? part : PPM };
}

/** The slip depends on the input, which is looked for: each round is nearer by two digits or so. */
const ROUNDS = 4;

/** The input of one leg for an output; undefined when the pool cannot give so much. */
function inputOf(output: bigint, pool: { input: bigint; output: bigint }, slips: Slips): bigint | undefined {
  const market = mulDiv(output, pool.input, pool.output, 'up');
  let input = market;
  for (let round = 0; round < ROUNDS; round += 1) {
    const slip = smaller((input * PPM) / (input + pool.input), PPM / 2n);
    const fee = larger(smaller(slip, slips.mostMove), slips.leastFee) + slips.addedFee;
    const kept = ((PPM - smaller(slip, slips.mostMove)) * (PPM - fee)) / PPM;
    if (kept <= 0n || output >= pool.output) return undefined;
    input = mulDiv(market, PPM, kept, 'up');
  }
  return input;
}

/** Node units of the sold asset; undefined when a pool is missing. */
function inputThroughPools(
  config: FamilyConfig,
  state: NetworkState,
  { sellAsset, buyAsset }: Pick<WantedQuote, 'sellAsset' | 'buyAsset'>,
  output: bigint,
  slips: Slips,
): bigint | undefined {
  let amount: bigint | undefined = output;
  const to = state.pools.get(nodeAssetOf(buyAsset));
  if (nodeAssetOf(buyAsset) !== config.poolAsset) {
    if (!to) return undefined;
    amount = inputOf(amount, { input: to.balancePoolAsset, output: to.balanceAsset }, slips);
  }
  if (amount === undefined || nodeAssetOf(sellAsset) === config.poolAsset) return amount;
  const from = state.pools.get(nodeAssetOf(sellAsset));
  return from && inputOf(amount, { input: from.balanceAsset, output: from.balancePoolAsset }, slips);
}

/** The payout's fee, in node units of the bought asset; the network states it in the chain's gas asset. */
function outboundFee(config: FamilyConfig, state: NetworkState, buy: Asset): bigint {
  const fee = state.inbound.get(buy.chain)?.outbound_fee ?? 0n;
  const gasAsset = assetOf(`${buy.chain}.${CHAINS[buy.chain].native.symbol}`);
  return marketValue(config, state, gasAsset, buy, fee) ?? 0n;
}

export type SaleDeps = { config: FamilyConfig; state: NetworkStateSource; decimals: DecimalsBook };

/** @throws {ProviderError} when the network's state is not known. */
export async function saleFor(
  { config, state: source, decimals }: SaleDeps,
  request: WantedQuote,
  { signal }: CallOptions,
): Promise<SaleEstimate | undefined> {
  const state = await source.now(signal);
  const decimalsOf = async (asset: Asset) =>
    (await decimals.of(asset, state.pools.get(nodeAssetOf(asset))?.decimals, signal)).decimals;
  const { sellAsset, buyAsset, wanted, slippageBps, affiliate } = request;
  const [sellDecimals, buyDecimals] = await Promise.all([decimalsOf(sellAsset), decimalsOf(buyAsset)]);
  const needed = toBaseUnits(neededExpectation(wanted, slippageBps, buyDecimals), buyDecimals, 'up') ?? 0n;
  const paidOut = toNode(config, { asset: buyAsset, decimals: buyDecimals, baseUnits: needed }) + 1n;
  const beforeFees = paidOut + outboundFee(config, state, buyAsset);
  const emitted = mulDiv(beforeFees, 10_000n, 10_000n - BigInt(affiliate?.feeBps ?? 0), 'up');
  const slips = slipsOf(config, state, request.providerId === config.streamingId);
  const input = inputThroughPools(config, state, request, emitted, slips);
  if (input === undefined || input <= 0n) return undefined;
  // The little above is what the quote's own rounding takes.
  const sold = fromNode(config, sellAsset, sellDecimals, input + input / 5_000n + 1n, 'up');
  return { sellAmount: fromBaseUnits(sold.baseUnits, sold.decimals), questions: 0 };
}
