/**
 * Answers the state chain's JSON-RPC methods that a swapping client calls: reads and simulations, none of which changes
 * the network. Source: chainflip-backend state-chain/custom-rpc/src/lib.rs.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { z } from 'zod';
import { chainOf } from '../../chains/chains.ts';
import { ASSETS, type CfAsset, type CfChain, CHAIN_INFO, INTERNAL_ASSETS, refOf, USDC } from './assets.ts';
import { broadcastId } from './egress.ts';
import { cfEnvironment, cfOraclePrices, cfSafeMode, cfVaultAddresses, hex, supportedAssets } from './environment.ts';
import { dispatchError, invalidParams, METHOD_NOT_FOUND, RpcError } from './json-rpc.ts';
import { PRICE_SCALE } from './market.ts';
import type { ChainflipNetwork } from './network.ts';
import { accountParam, assetParam, basisPoints, namedParams, numberOrHex, optional } from './rpc-params.ts';
import { metadataHex, storageAt } from './stored-channels.ts';
import { type SimulationFailure, simulateSwap } from './swap-math.ts';
import { encodeParameters, requestEncoding } from './vault-swap-call.ts';
import { decodeEncoding } from './vault-swap-decoding.ts';

type Method = (network: ChainflipNetwork, params: unknown) => unknown;

const UINT128 = 2n ** 128n;
const MAX_CCM_MESSAGE_BYTES = 15_000;
/** A JSON number; the node's `specVersion` is major × 10000 + minor × 100 + patch. */
const SPEC_VERSION = 20_300;
const MAX_BPS = 10_000;

const FEES = ['IngressDepositChannel', 'IngressVaultSwap', 'Network', 'Egress'] as const;
const swapRateShape = {
  from_asset: assetParam,
  to_asset: assetParam,
  amount: numberOrHex,
  broker_commission: basisPoints,
  dca_parameters: optional(z.object({ number_of_chunks: numberOrHex, chunk_interval: numberOrHex })),
  ccm_data: optional(z.object({ gas_budget: numberOrHex, message_length: numberOrHex })),
  exclude_fees: optional(z.array(z.enum(FEES))),
  additional_orders: optional(z.array(z.unknown())),
  is_internal: optional(z.boolean()),
};

/** Unless the call contains makers' orders, only the pools' resting orders take part. */
function swapRate({ state: { market } }: ChainflipNetwork, params: unknown): unknown {
  const asked = namedParams(swapRateShape, params);
  const { from_asset: src, to_asset: dst, amount, ccm_data: ccm } = asked;
  if (amount >= UINT128) throw invalidParams('Swap input amount too large.');
  if (amount === 0n) throw invalidParams('Swap input amount cannot be zero.');
  if (ccm !== undefined && ccm.message_length > MAX_CCM_MESSAGE_BYTES)
    throw invalidParams('CCM message size too large.');
  const without = new Set(asked.exclude_fees);
  const internal = asked.is_internal === true;
  const fromVault = without.has('IngressDepositChannel');
  const exclude = new Set<'Ingress' | 'Network' | 'Egress'>();
  if (internal || (fromVault && without.has('IngressVaultSwap'))) exclude.add('Ingress');
  if (without.has('Network')) exclude.add('Network');
  if (internal || without.has('Egress')) exclude.add('Egress');
  const result = simulateSwap(market, {
    src,
    dst,
    deposit: amount,
    ingress: fromVault ? 'vault' : 'channel',
    chunks: Math.max(Number(asked.dca_parameters?.number_of_chunks ?? 1n), 1),
    brokerBps: Math.min(asked.broker_commission, MAX_BPS),
    liquidity: (asked.additional_orders ?? []).length > 0 ? 'with-jit' : 'resting',
    exclude,
    ...(ccm === undefined ? {} : { call: { gasBudget: ccm.gas_budget, messageBytes: Number(ccm.message_length) } }),
  });
  const fee = (asset: CfAsset, feeAmount: bigint) => ({ ...refOf(asset), amount: hex(feeAmount) });
  const made = result.ok ? result : nothingLeft(result);
  return {
    intermediary: made.intermediary === null ? null : hex(made.intermediary),
    output: hex(made.egress),
    ingress_fee: fee(src, made.ingressFee),
    network_fee: fee(USDC, made.networkFee),
    broker_commission: fee(USDC, made.brokerFee),
    egress_fee: fee(dst, made.egressFee),
  };
}

/** A deposit consumed by its ingress fee swaps to nothing. @throws {RpcError} -32021 for every other failure. */
function nothingLeft(failure: SimulationFailure) {
  if (failure.reason === 'NoPool') throw dispatchError('PoolDoesNotExist');
  if (failure.reason === 'InputLeg') throw dispatchError('Simulated swap failed on the input leg: swap leg failed.');
  if (failure.reason === 'OutputLeg') throw dispatchError('Simulated swap failed on the output leg: swap leg failed.');
  return {
    intermediary: null,
    egress: 0n,
    ingressFee: failure.ingressFee ?? 0n,
    networkFee: 0n,
    brokerFee: 0n,
    egressFee: 0n,
  };
}

function squareRoot(value: bigint): bigint {
  if (value < 2n) return value;
  let x = 1n << BigInt((value.toString(2).length + 1) >> 1);
  for (;;) {
    const next = (x + value / x) >> 1n;
    if (next >= x) return x;
    x = next;
  }
}

const MILLION = 1_000_000n;
const SQRT_BITS = 96n;

/** Square roots of prices in base units, times 2^96: of a sale and of a purchase. */
function poolPrice({ state: { market } }: ChainflipNetwork, params: unknown): unknown {
  const { base_asset: base, quote_asset: quote } = namedParams(
    { base_asset: assetParam, quote_asset: assetParam },
    params,
  );
  const pool = market.pools[base.id];
  if (pool === undefined || quote.id !== 'Usdc') throw dispatchError('PoolDoesNotExist');
  const root = (offPpm: number): string => {
    const price = pool.mid * (MILLION + BigInt(offPpm));
    return hex(squareRoot((price << (2n * SQRT_BITS)) / (PRICE_SCALE * 10n ** BigInt(base.decimals))));
  };
  return {
    base_asset: refOf(base),
    quote_asset: refOf(USDC),
    sell: root(-pool.halfSpreadPpm),
    buy: root(pool.halfSpreadPpm),
    range_order: root(0),
  };
}

const availablePools: Method = ({ state: { market } }) =>
  INTERNAL_ASSETS.filter((id) => market.pools[id] !== undefined).map((id) => ({
    base: refOf(ASSETS[id]),
    quote: refOf(USDC),
  }));

const boostPoolsDepth: Method = ({ state: { market } }) =>
  market.boostPools.map(({ tierBps, available }) => ({
    ...refOf(ASSETS.Btc),
    tier: tierBps,
    available_amount: hex(available),
  }));

function affiliates({ state: { broker } }: ChainflipNetwork, params: unknown): unknown {
  const asked = namedParams({ broker: accountParam }, params);
  if (asked.broker !== broker.account) return [];
  return broker.affiliates.map(({ account, shortId, withdrawalAddress }) => [
    account,
    { short_id: shortId, withdrawal_address: withdrawalAddress.toLowerCase() },
  ]);
}

function validateDca({ state: { market } }: ChainflipNetwork, params: unknown): null {
  const asked = namedParams({ number_of_chunks: numberOrHex, chunk_interval: numberOrHex }, params);
  if (asked.number_of_chunks === 1n) return null;
  if (asked.number_of_chunks === 0n) throw dispatchError('ZeroNumberOfChunksNotAllowed');
  if (asked.chunk_interval === 0n) throw dispatchError('ChunkIntervalTooLow');
  if ((asked.number_of_chunks - 1n) * asked.chunk_interval > BigInt(market.maxRequestDurationBlocks))
    throw dispatchError('SwapRequestDurationTooLong');
  return null;
}

const refundShape = {
  input_asset: assetParam,
  output_asset: assetParam,
  retry_duration: numberOrHex,
  max_oracle_price_slippage: optional(basisPoints),
};
function validateRefund({ state: { market } }: ChainflipNetwork, params: unknown): null {
  const asked = namedParams(refundShape, params);
  if (asked.retry_duration > BigInt(market.maxRetryDurationBlocks)) throw dispatchError('RetryDurationTooHigh');
  const hasOracles = asked.input_asset.oracle !== undefined && asked.output_asset.oracle !== undefined;
  if (asked.max_oracle_price_slippage !== undefined && !hasOracles) throw dispatchError('OraclePriceNotAvailable');
  return null;
}

/** A payout that was signed and could not be sent, by the number of its broadcast: sending it makes the payment. */
const failedCall =
  (chain: CfChain): Method =>
  ({ state: { swaps } }, params) => {
    const { broadcast_id } = namedParams({ broadcast_id: numberOrHex }, params);
    const egresses = swaps.flatMap((swap) => [swap.swapEgress, swap.refundEgress]);
    const failed = egresses.find(
      (one) => one && ASSETS[one.asset].chain === chain && broadcastId(one) === Number(broadcast_id),
    );
    if (failed?.payload === undefined) return null;
    const { contract, data, value } = failed.payload;
    return {
      chain_id: Number(chainOf(CHAIN_INFO[chain].chainId).sandbox.networkId),
      max_priority_fee_per_gas: null,
      max_fee_per_gas: null,
      gas_limit: failed.call === undefined ? null : hex(failed.call.gasLimit),
      contract: contract.toLowerCase(),
      value: hex(value),
      data,
    };
  };

const hashOf = (text: string): string => `0x${bytesToHex(sha256(utf8ToBytes(text)))}`;
const blockHash = (network: ChainflipNetwork, block: number): string =>
  hashOf(`${network.world.seed}|chainflip|${block}`);

const header: Method = (network) => {
  const { block } = network.state;
  return {
    parentHash: blockHash(network, block - 1),
    number: `0x${block.toString(16)}`,
    stateRoot: hashOf(`${network.world.seed}|chainflip state|${block}`),
    extrinsicsRoot: hashOf(`${network.world.seed}|chainflip extrinsics|${block}`),
    digest: { logs: [] },
  };
};

const runtimeVersion: Method = () => ({
  specName: 'chainflip-node',
  implName: 'chainflip-node',
  authoringVersion: 1,
  specVersion: SPEC_VERSION,
  implVersion: 1,
  apis: [],
  transactionVersion: 13,
  stateVersion: 1,
});

const METHODS: Readonly<Record<string, Method>> = {
  cf_swap_rate_v3: swapRate,
  cf_environment: ({ state }) => cfEnvironment(state.market),
  cf_supported_assets: supportedAssets,
  cf_available_pools: availablePools,
  cf_pool_price_v2: poolPrice,
  cf_oracle_prices: cfOraclePrices,
  cf_boost_pools_depth: boostPoolsDepth,
  cf_safe_mode_statuses: ({ state }) => cfSafeMode(state.market),
  cf_get_vault_addresses: cfVaultAddresses,
  cf_get_affiliates: affiliates,
  cf_validate_dca_params: validateDca,
  cf_validate_refund_params: validateRefund,
  cf_request_swap_parameter_encoding: requestEncoding,
  cf_decode_vault_swap_parameter: decodeEncoding,
  cf_encode_cf_parameters: encodeParameters,
  cf_failed_call_ethereum: failedCall('Ethereum'),
  cf_failed_call_arbitrum: failedCall('Arbitrum'),
  chain_getHeader: header,
  chain_getFinalizedHead: (network) => blockHash(network, network.state.block),
  state_getRuntimeVersion: runtimeVersion,
  state_getMetadata: metadataHex,
  state_getStorage: (network, params) => storageAt(network, namedParams({ key: z.string() }, params).key),
};

/**
 * The result of one method. @throws {RpcError} with the real node's codes and messages; -32601 for methods that the
 * emulator lacks. Broker methods (`broker_…`) are answered elsewhere.
 */
export function answerStateRpc(network: ChainflipNetwork, method: string, params: unknown): unknown {
  const known = Object.hasOwn(METHODS, method) ? METHODS[method] : undefined;
  if (known === undefined) throw new RpcError(METHOD_NOT_FOUND, 'Method not found');
  return known(network, params);
}
