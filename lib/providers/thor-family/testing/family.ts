/** The adapter before a loopback node of either network. */
import { clientsWith } from '../../../chain-clients/test-clients.ts';
import { assetOf } from '../../../domain/asset.ts';
import { ProviderError } from '../../../domain/errors.ts';
import type { ProviderQuoteRequest } from '../../provider.ts';
import { type LoopbackUpstream, loopbackFetch, upstreamOfTest } from '../../test-upstream.ts';
import { createThorFamily } from '../index.ts';
import { ALICE_ETH, BOB_BTC, listFixture, NOW_MS, type NodeAnswers, nodeDouble, request } from './node-double.ts';

export type Json = Record<string, unknown>;

async function serve(variant: 'thor' | 'maya', answers: NodeAnswers): Promise<LoopbackUpstream> {
  const upstream = await upstreamOfTest(nodeDouble(variant, answers));
  return upstream;
}

type Around = { second?: NodeAnswers; clock?: { now: number } };

export async function family(
  variant: 'thor' | 'maya',
  answers: NodeAnswers = {},
  clients = clientsWith(),
  { second, clock = { now: NOW_MS } }: Around = {},
) {
  const upstream = await serve(variant, answers);
  const other = second ? [await serve(variant, second)] : [];
  const provider = createThorFamily({
    variant,
    nodeUrls: [upstream, ...other].map(({ url }) => url),
    midgardUrls: [upstream.url],
    network: 'mainnet',
    clients,
    fetch: loopbackFetch,
    now: () => clock.now,
    log: () => undefined,
  });
  const quote = (changes: Partial<ProviderQuoteRequest> = {}) =>
    provider.quote(request({ ...(variant === 'maya' ? MAYA_PAIR : {}), ...changes }), {
      signal: new AbortController().signal,
    });
  const one = async (changes: Partial<ProviderQuoteRequest> = {}) => {
    const [route] = await quote(changes);
    if (!route) throw new Error('no route');
    return route;
  };
  const refusal = async (changes: Partial<ProviderQuoteRequest> = {}): Promise<ProviderError> => {
    try {
      await quote(changes);
    } catch (error) {
      if (error instanceof ProviderError) return error;
      throw error;
    }
    throw new Error('not refused');
  };
  const asked = () => upstream.calls.filter(({ path }) => path.endsWith('/quote/swap'));
  return { upstream, second: other[0], provider, quote, one, refusal, asked };
}

export const MAYA_PAIR = {
  providerId: 'MAYACHAIN' as const,
  sellAsset: assetOf('ETH.ETH'),
  buyAsset: assetOf('BTC.BTC'),
  sellAmount: '0.01',
  sourceAddress: ALICE_ETH,
  destinationAddress: BOB_BTC,
};

export const inboundWith = (chain: string, changes: Json) =>
  listFixture('thor-inbound-addresses').map((entry) => (entry.chain === chain ? { ...entry, ...changes } : entry));

export const poolWith = (asset: string, changes: Json) =>
  listFixture('thor-pools').map((pool) => (pool.asset === asset ? { ...pool, ...changes } : pool));

export const answering = (body: Json, status = 200) => ({ quote: () => ({ json: body, status }) });
