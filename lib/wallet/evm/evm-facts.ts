/** Reads from an EVM chain the facts that a payment's bytes only refer to. */
import type { PublicClient } from 'viem';
import { evmTxSchema } from '../../api/schemas/route.ts';
import { type Asset, assetOf } from '../../domain/asset.ts';
import type { EvmFacts, PermitFacts } from '../../payments/evm/evm-terms.ts';
import { isRouterSwap } from '../../payments/oneinch/read-swap.ts';
import { NATIVE_TOKEN } from '../../payments/oneinch/router.ts';
import { decodeRouterCall } from '../../payments/oneinch/router-call.ts';
import type { PayableRoute } from '../../payments/payable-route.ts';
import { routeToSign } from '../refuse.ts';
import { ERC20_READS, hexOf } from './erc20-reads.ts';
import { permitFacts } from './permit-facts.ts';

type Reader = Pick<PublicClient, 'call' | 'readContract'>;

const decimalsOf = async (reader: Reader, asset: Asset): Promise<number | undefined> =>
  asset.kind === 'token'
    ? reader.readContract({ address: hexOf(asset.address), abi: ERC20_READS, functionName: 'decimals' })
    : undefined;

/** The output token of a swap's last pool, read from that pool; undefined when the call names its token. */
async function poolOutputOf(reader: Reader, tx: unknown): Promise<string | undefined> {
  const parsed = evmTxSchema.safeParse(tx);
  if (!parsed.success) return undefined;
  try {
    const last = decodeRouterCall(parsed.data.data).pools.at(-1);
    if (!last) return undefined;
    if (last.unwraps) return NATIVE_TOKEN;
    const { data } = await reader.call({ to: hexOf(last.pool), data: hexOf(last.outputCall) });
    return data?.length === 66 ? `0x${data.slice(-40)}` : undefined;
  } catch {
    // The check refuses unreadable or unknown values.
    return undefined;
  }
}

/** What a permit must say, where one could stand in for the route's approvals. */
async function permitOf(reader: Reader, sold: Asset, { tx, meta }: PayableRoute): Promise<PermitFacts | undefined> {
  const { data } = evmTxSchema.safeParse(tx);
  if (sold.kind !== 'token' || data?.chain_id === undefined || !meta.approvals?.length) return undefined;
  return permitFacts(reader, { token: sold.address, owner: data.from, chainId: data.chain_id });
}

/** @throws the error of the chain, or of the access to it. */
export async function evmFacts(reader: Reader, reviewed: PayableRoute): Promise<EvmFacts> {
  const route = routeToSign(reviewed);
  const [sold, bought] = [assetOf(route.sellAsset), assetOf(route.buyAsset)];
  const swapsHere = isRouterSwap(route) && bought.chain === sold.chain;
  const [tokenDecimals, buyDecimals, poolOutput, permit] = await Promise.all([
    decimalsOf(reader, sold),
    swapsHere ? decimalsOf(reader, bought) : undefined,
    swapsHere ? poolOutputOf(reader, route.tx) : undefined,
    swapsHere ? permitOf(reader, sold, route) : undefined,
  ]);
  return {
    ...(tokenDecimals === undefined ? {} : { tokenDecimals }),
    ...(buyDecimals === undefined ? {} : { buyDecimals }),
    ...(poolOutput === undefined ? {} : { poolOutput }),
    ...(permit === undefined ? {} : { permit }),
  };
}
