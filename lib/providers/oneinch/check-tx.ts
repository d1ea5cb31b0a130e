/**
 * Checks every transaction of 1inch's before it can be signed: it is decoded here, and every part must be the
 * requested swap.
 */
import type { EvmClient } from '../../chain-clients/chain-clients.ts';
import { sameAddress } from '../../chains/address.ts';
import { CHAINS } from '../../chains/chains.ts';
import type { Amount } from '../../domain/amount.ts';
import type { Asset } from '../../domain/asset.ts';
import { ProviderError } from '../../domain/errors.ts';
import { poolOutput } from '../../payments/oneinch/pool-hop.ts';
import {
  isNativeToken,
  oneinchRouter,
  routerTokenOf,
  sameRouterToken,
  wrappedNative,
} from '../../payments/oneinch/router.ts';
import { decodeRouterCall, type RouterCall, RouterCallError } from '../../payments/oneinch/router-call.ts';
import type { UpstreamTx } from './upstream-schemas.ts';

export type WantedSwap = {
  sell: Amount;
  buyAsset: Asset;
  from: string;
  receiver: string;
  /** The output that 1inch reports. */
  expected: bigint;
  /** Base units of the bought asset that must be guaranteed. */
  least: bigint;
  chainId: number;
};

/** Its own arithmetic may round once where ours does not. */
const ROUNDING = 1n;

const tampered = (what: readonly string[], cause?: unknown): ProviderError =>
  new ProviderError(
    'unknownError',
    `The transaction that 1inch answered is not the swap that was asked for (tampered with): ${what.join('; ')}. It is not handed out.`,
    { cause },
  );

function decoded(data: string): RouterCall {
  try {
    return decodeRouterCall(data);
  } catch (error) {
    if (error instanceof RouterCallError) throw tampered([error.message], error);
    throw error;
  }
}

/** The output token of the call's last pool, read from that pool. @throws {ProviderError} when it cannot be read. */
async function boughtToken(
  call: RouterCall,
  asset: Asset,
  client: EvmClient | undefined,
  signal: AbortSignal,
): Promise<string> {
  if (call.dstToken !== undefined) return call.dstToken;
  const last = call.pools.at(-1);
  const wrapped = wrappedNative(asset.chain);
  let answer: string | undefined;
  try {
    answer = last && (await client?.call(last.pool, last.outputCall, { signal }));
  } catch (cause) {
    signal.throwIfAborted();
    throw new ProviderError('httpError', `${CHAINS[asset.chain].name} could not be asked what the swap pays out.`, {
      cause,
    });
  }
  const token = last && wrapped !== undefined && answer !== undefined ? poolOutput(last, answer, wrapped) : undefined;
  if (token === undefined)
    throw new ProviderError(
      'unknownError',
      `1inch answered a swap through a pool of which ${CHAINS[asset.chain].name} could not tell what it pays out. It is not handed out.`,
    );
  return token;
}

/** Faults of the envelope, whatever the call inside. */
function envelopeFaults(tx: UpstreamTx, { sell, from, chainId }: WantedSwap): string[] {
  const { chain } = sell.asset;
  const router = oneinchRouter(chain) ?? '';
  const value = isNativeToken(routerTokenOf(sell.asset) ?? '') ? sell.baseUnits : 0n;
  return [
    ...(sameAddress(chain, tx.to, router) ? [] : [`it goes to ${tx.to}, which is not 1inch's router ${router}`]),
    ...(sameAddress(chain, tx.from, from) ? [] : [`it is made for the sender ${tx.from}`]),
    ...(tx.value === value ? [] : [`it carries ${tx.value} wei instead of ${value}`]),
    ...(tx.chainId === undefined || tx.chainId === chainId ? [] : [`it is for the chain ${tx.chainId}`]),
  ];
}

function callFaults(call: RouterCall, wanted: WantedSwap, dstToken: string): string[] {
  const { sell, buyAsset, from, receiver, least, expected } = wanted;
  const { chain } = sell.asset;
  const paid = call.receiver ?? from;
  const token = (asset: Asset) => routerTokenOf(asset) ?? '';
  return [
    ...(sameRouterToken(call.srcToken, token(sell.asset)) ? [] : [`it sells ${call.srcToken}`]),
    ...(sameRouterToken(dstToken, token(buyAsset)) ? [] : [`it buys ${dstToken}`]),
    ...((call.amount ?? sell.baseUnits) === sell.baseUnits ? [] : [`it sells ${call.amount} base units`]),
    ...(sameAddress(chain, paid, receiver) ? [] : [`it pays ${paid}`]),
    ...(call.minReturn > 0n && call.minReturn + ROUNDING >= least
      ? []
      : [`it guarantees ${call.minReturn} base units instead of ${least}`]),
    ...(call.minReturn <= expected ? [] : [`it guarantees ${call.minReturn} base units, more than it expects`]),
    ...(call.partialFill ? ['it may sell a part only'] : []),
    ...(call.extraValue ? ['it may ask for more coins than are sold'] : []),
    ...(call.permit2 ? ['it takes the tokens through Permit2'] : []),
  ];
}

/** The call that `tx` makes, once every part of it is as requested. @throws {ProviderError} naming each difference. */
export async function checkedCall(
  tx: UpstreamTx,
  wanted: WantedSwap,
  client: EvmClient | undefined,
  signal: AbortSignal,
): Promise<RouterCall> {
  const envelope = envelopeFaults(tx, wanted);
  if (envelope.length > 0) throw tampered(envelope);
  const call = decoded(tx.data);
  const dstToken = await boughtToken(call, wanted.buyAsset, client, signal);
  const faults = callFaults(call, wanted, dstToken);
  if (faults.length > 0) throw tampered(faults);
  return { ...call, dstToken };
}
