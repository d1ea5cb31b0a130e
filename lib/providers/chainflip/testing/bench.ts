/** The adapter before a loopback Chainflip, for this folder's tests. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { ChainClients } from '../../../chain-clients/chain-clients.ts';
import type { Fetch } from '../../../chain-clients/pooled-fetch.ts';
import { ProviderError } from '../../../domain/errors.ts';
import type { RouteDraft } from '../../../domain/route.ts';
import type { ProviderQuoteRequest } from '../../provider.ts';
import { type Call, loopbackFetch, upstreamOfTest } from '../../test-upstream.ts';
import { createChainflip } from '../index.ts';
import {
  BROKER_PATH,
  type ChainflipAnswers,
  chainflipDoubles,
  clientsWith,
  NOW_MS,
  request,
} from './chainflip-double.ts';

export type BenchOptions = {
  /** False: none; an address: one that stands elsewhere. */
  broker?: boolean | string;
  brokerId?: string;
  clients?: ChainClients;
  backend?: boolean;
  unwitnessed?: 'refuse' | 'tell';
  /** A second node of the state chain, of another host. */
  secondNode?: ChainflipAnswers;
  /** How long the node takes to answer. */
  nodeDelayMs?: () => number;
};

const slowly =
  (nodeUrl: string, delayMs: () => number): Fetch =>
  async (url, init) => {
    if (url === nodeUrl) await sleep(delayMs(), undefined, init.signal ? { signal: init.signal } : {});
    return loopbackFetch(url, init);
  };

/** The JSON-RPC methods of a call; empty for others. */
export const methodsOf = ({ body }: Call): string[] => {
  if (!body.startsWith('{') && !body.startsWith('[')) return [];
  const asked = JSON.parse(body) as { method?: string } | { method?: string }[];
  return (Array.isArray(asked) ? asked : [asked]).flatMap(({ method }) => method ?? []);
};

export async function bench(answers: ChainflipAnswers = {}, options: BenchOptions = {}) {
  const [own, other] = chainflipDoubles(answers, options.secondNode ?? {});
  const upstream = await upstreamOfTest(own);
  const second = options.secondNode ? [await upstreamOfTest(other)] : [];
  const lines: Record<string, unknown>[] = [];
  const clock = { now: NOW_MS };
  const provider = createChainflip({
    network: 'mainnet',
    backendUrls: options.backend === false ? [] : [upstream.url],
    rpcUrls: [upstream.url, ...second.map(({ url }) => url)],
    ...(options.unwitnessed ? { unwitnessed: options.unwitnessed } : {}),
    ...(options.broker === false
      ? {}
      : { brokerUrl: typeof options.broker === 'string' ? options.broker : upstream.url + BROKER_PATH }),
    ...(options.brokerId ? { brokerId: options.brokerId } : {}),
    clients: options.clients ?? clientsWith(),
    fetch: options.nodeDelayMs ? slowly(upstream.url, options.nodeDelayMs) : loopbackFetch,
    now: () => clock.now,
    log: (line) => lines.push(line),
  });
  const quote = (changes: Partial<ProviderQuoteRequest> = {}): Promise<RouteDraft[]> =>
    provider.quote(request(changes), { signal: new AbortController().signal });
  const one = async (changes: Partial<ProviderQuoteRequest> = {}): Promise<RouteDraft> => {
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
  const asked = (path: string) => upstream.calls.filter((call) => call.path === path);
  const called = (method: string) => upstream.calls.filter((call) => methodsOf(call).includes(method));
  return { upstream, provider, lines, clock, quote, one, refusal, asked, called };
}
