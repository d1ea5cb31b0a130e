/** What an EVM chain itself says about a payment, asked over the page's gateway, with no wallet connected. */
import { type Address, createPublicClient, http, type PublicClient } from 'viem';
import { createGatewayClient } from '../../api/gateway.ts';
import { evmTxSchema } from '../../api/schemas/route.ts';
import { type Asset, assetOf } from '../../domain/asset.ts';
import type { ChainId } from '../../domain/chain-id.ts';
import { NATIVE_TOKEN } from '../../payments/oneinch/router.ts';
import { decodeRouterCall } from '../../payments/oneinch/router-call.ts';
import type { PayableRoute } from '../../payments/payable-route.ts';
import { upstreamOf } from '../../payments/payable-route.ts';
import type { EvmFacts } from '../evm/check-evm.ts';
import { ERC20_READS, hexOf } from '../evm/evm-parts.ts';
import { routeToSign } from '../refuse.ts';

/** The part of a viem client that is asked here. */
export type EvmReader = Pick<
  PublicClient,
  'call' | 'readContract' | 'getCode' | 'getBalance' | 'getTransactionCount' | 'estimateGas' | 'getGasPrice' | 'request'
>;

/** @param origin of the page: `https://…`. */
export const evmReader = (chain: ChainId, origin: string): EvmReader =>
  createPublicClient({ transport: http(createGatewayClient({ baseUrl: origin }).rpcUrl(chain)) });

const addressOf = (text: string): Address => hexOf(text);

const decimalsOf = async (reader: EvmReader, asset: Asset): Promise<number | undefined> =>
  asset.kind === 'token'
    ? reader.readContract({ address: addressOf(asset.address), abi: ERC20_READS, functionName: 'decimals' })
    : undefined;

/** The token that the last pool of a swap pays out, as that pool tells it; undefined where the call names its token. */
async function poolOutputOf(reader: EvmReader, tx: unknown): Promise<string | undefined> {
  const parsed = evmTxSchema.safeParse(tx);
  if (!parsed.success) return undefined;
  try {
    const last = decodeRouterCall(parsed.data.data).pools.at(-1);
    if (!last) return undefined;
    if (last.unwraps) return NATIVE_TOKEN;
    const { data } = await reader.call({ to: addressOf(last.pool), data: hexOf(last.outputCall) });
    return data?.length === 66 ? `0x${data.slice(-40)}` : undefined;
  } catch {
    // What cannot be read or told is refused by the check.
    return undefined;
  }
}

/** @throws what the chain or the way to it answers with. */
export async function evmFacts(reader: EvmReader, reviewed: PayableRoute): Promise<EvmFacts> {
  const route = routeToSign(reviewed);
  const [sold, bought] = [assetOf(route.sellAsset), assetOf(route.buyAsset)];
  const swapsHere = upstreamOf(route) === 'ONEINCH' && bought.chain === sold.chain;
  const [tokenDecimals, buyDecimals, poolOutput] = await Promise.all([
    decimalsOf(reader, sold),
    swapsHere ? decimalsOf(reader, bought) : undefined,
    swapsHere ? poolOutputOf(reader, route.tx) : undefined,
  ]);
  return {
    ...(tokenDecimals === undefined ? {} : { tokenDecimals }),
    ...(buyDecimals === undefined ? {} : { buyDecimals }),
    ...(poolOutput === undefined ? {} : { poolOutput }),
  };
}

/** Where code stands at an account, its payments are not seen by networks that read memos. */
export const hasCode = async (reader: EvmReader, address: string): Promise<boolean> => {
  const code = await reader.getCode({ address: addressOf(address) });
  return code !== undefined && code !== '0x';
};
