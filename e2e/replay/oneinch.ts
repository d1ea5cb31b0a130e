/** Feeds one recorded answer of 1inch's API to the adapter and prints the result. */
import { CHAINS, chainByNetworkId } from '../../lib/chains/chains.ts';
import { formatAmount, fromBaseUnits } from '../../lib/domain/amount.ts';
import { type Asset, formatAsset, parseAsset } from '../../lib/domain/asset.ts';
import type { ChainId } from '../../lib/domain/chain-id.ts';
import { ProviderError } from '../../lib/domain/errors.ts';
import type { RouteDraft } from '../../lib/domain/route.ts';
import { isNativeToken, NATIVE_TOKEN } from '../../lib/payments/oneinch/router.ts';
import { decodeRouterCall, RouterCallError } from '../../lib/payments/oneinch/router-call.ts';
import { createOneinch } from '../../lib/providers/oneinch/index.ts';
import type { Answer } from './manifest.ts';
import { CannotReplay, type Json, NOBODY, named, object, text } from './to-text.ts';

type World = Record<string, { status: number; body: unknown }>;
type Side = { asset: Asset; address: string; decimals: number };

const BASE = 'http://oneinch.invalid';
const SOMEBODY = '0x1111111111111111111111111111111111111111';
/** The tokens of a recording for which neither the answer nor the manifest names any. */
const ANY_TOKEN = {
  src: '0x6B175474E89094C44Da98b954EedeAC495271d0F',
  dst: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
};
const SLIPPAGE_PERCENT = '1';
const ENOUGH_PER_SECOND = 1000;
const ETHER_DECIMALS = 18;

const fetchFrom =
  (world: World): typeof fetch =>
  async (input) => {
    const known = world[new URL(String(input)).pathname] ?? { status: 404, body: { description: 'not found' } };
    return new Response(JSON.stringify(known.body), { status: known.status });
  };

const adapter = (world: World, version: string) =>
  createOneinch({
    network: 'mainnet',
    baseUrls: [BASE],
    apiKey: undefined,
    version,
    perSecond: ENOUGH_PER_SECOND,
    clients: NOBODY,
    fetch: fetchFrom(world),
    now: () => 0,
    log: () => undefined,
  });

/** Splits an endpoint such as `/swap/v6.1/42161/quote`. */
function endpointFields(endpoint: string): { version: string; chain: ChainId; call: string; base: string } {
  const match = /^(\/swap\/(v\d+\.\d+)\/(\d+))\/([a-z]+)/.exec(endpoint);
  const [, base = '', version = '', id = '', call = ''] = match ?? [];
  const chain = chainByNetworkId(id, 'mainnet');
  if (!match || chain?.kind !== 'evm') throw new CannotReplay(`no adapter asks ${endpoint}`);
  return { version, chain: chain.id, call, base };
}

/** The token as described by the answer, else by the manifest. */
function sideOf(end: 'src' | 'dst', chain: ChainId, { body, request }: Answer): Side {
  const described = object(object(body)[`${end}Token`]);
  const address = text(described.address) ?? request[end] ?? ANY_TOKEN[end];
  const { native } = CHAINS[chain];
  if (isNativeToken(address))
    return {
      asset: { kind: 'native', chain, symbol: native.symbol },
      address: NATIVE_TOKEN,
      decimals: native.decimals,
    };
  const parsed = parseAsset(`${chain}.${text(described.symbol) ?? request[`${end}Symbol`] ?? 'TOKEN'}-${address}`);
  if (!parsed.ok) throw new CannotReplay(`${address} is no token`);
  return {
    asset: parsed.asset,
    address,
    decimals: Number(described.decimals ?? request[`${end}Decimals`] ?? ETHER_DECIMALS),
  };
}

const entryOf = ({ asset, address, decimals }: Side): Json => ({ address, symbol: asset.symbol, decimals, name: '' });

const routeLine = (route: RouteDraft): string =>
  `route ${route.providers.join()}: ${named(route.sell)} -> ${named(route.expectedBuy)}, at least ${formatAmount(route.guaranteedBuy)}`;

/** Decodes the calldata, whatever its target. */
function callLine(data: string | undefined): string {
  if (data === undefined) return '';
  try {
    const call = decodeRouterCall(data);
    const said = [
      `sells ${call.amount ?? 'its value'} of ${call.srcToken}`,
      `for at least ${call.minReturn} of ${call.dstToken ?? 'what its last pool pays'}`,
      `paid to ${call.receiver ?? 'the sender'}`,
    ];
    return `calldata ${call.function}: ${said.join(' ')}`;
  } catch (error) {
    if (error instanceof RouterCallError) return `calldata refused: ${error.message}`;
    throw error;
  }
}

async function replayQuote(endpoint: string, answer: Answer): Promise<string> {
  const { version, chain, call, base } = endpointFields(endpoint);
  const { status, body, request } = answer;
  const tx = object(object(body).tx);
  const [sell, buy] = [sideOf('src', chain, answer), sideOf('dst', chain, answer)];
  const from = text(tx.from) ?? request.from ?? SOMEBODY;
  const world: World = {
    [`${base}/${call}`]: { status, body },
    [`${base}/tokens`]: { status: 200, body: { tokens: { sell: entryOf(sell), buy: entryOf(buy) } } },
  };
  const calldata = callLine(text(tx.data));
  try {
    const [route] = await adapter(world, version).quote(
      {
        providerId: 'ONEINCH',
        sellAsset: sell.asset,
        buyAsset: buy.asset,
        sellAmount: fromBaseUnits(BigInt(request.amount ?? '1'), sell.decimals),
        slippageBps: Math.round(Number(request.slippage ?? SLIPPAGE_PERCENT) * 100),
        sourceAddress: from,
        destinationAddress: request.receiver ?? from,
        includeTx: call === 'swap',
      },
      { signal: AbortSignal.timeout(5000), budgetMs: 5000 },
    );
    return [route ? routeLine(route) : 'no route', calldata].filter(Boolean).join('; ');
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    return [`error ${error.code}: ${error.message}`, calldata].filter(Boolean).join('; ');
  }
}

/** A token list, or one entry of it. */
async function replayTokens(endpoint: string, { status, body }: Answer): Promise<string> {
  const { version, base } = endpointFields(endpoint);
  const list = 'tokens' in object(body) ? body : { tokens: { one: body } };
  const tokens = await adapter({ [`${base}/tokens`]: { status, body: list } }, version).tokens({
    signal: AbortSignal.timeout(5000),
  });
  return `tokens ${tokens.map(({ asset, decimals }) => `${formatAsset(asset)} (${decimals} decimals)`).join(', ')}`;
}

/**
 * Returns one line: `route …`, `error <code> …`, `tokens …` or `cannot: …`. The decoded calldata of a transaction
 * follows as `calldata …`; it is the only line for the endpoint `calldata`, which has only a transaction.
 */
export async function replayOneinch(endpoint: string, answer: Answer): Promise<string> {
  try {
    if (endpoint === 'calldata') return callLine(text(object(answer.body).data));
    const { call } = endpointFields(endpoint);
    if (call === 'tokens') return await replayTokens(endpoint, answer);
    if (call === 'quote' || call === 'swap') return await replayQuote(endpoint, answer);
    throw new CannotReplay(`no adapter asks ${endpoint}`);
  } catch (error) {
    if (error instanceof ProviderError) return `error ${error.code}: ${error.message}`;
    return `cannot: ${error instanceof Error ? error.message : String(error)}`;
  }
}
