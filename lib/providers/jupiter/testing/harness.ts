/** Runs a Jupiter adapter against a double on loopback, for this folder's tests. */
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { clientsWith } from '../../../chain-clients/test-clients.ts';
import { ProviderError } from '../../../domain/errors.ts';
import type { RouteDraft } from '../../../domain/route.ts';
import type { ProviderQuoteRequest } from '../../provider.ts';
import {
  type Call,
  type LoopbackUpstream,
  loopbackFetch,
  type Reply,
  startLoopbackUpstream,
} from '../../test-upstream.ts';
import { createJupiter, type JupiterOptions } from '../index.ts';
import { jupiterDouble, type Lies, NOW_MS, type NodeFacts, node, request } from './jupiter-double.ts';

export type Setting = Partial<Pick<JupiterOptions, 'flavour' | 'feeOwner' | 'apiKey' | 'fetch' | 'limits'>> & {
  lies?: Lies;
  own?: (call: Call) => Reply | undefined;
  /** `none`: this deployment has no node. */
  node?: NodeFacts | 'none';
};

export function jupiterHarness() {
  let running: LoopbackUpstream | undefined;
  beforeAll(async () => {
    running = await startLoopbackUpstream(jupiterDouble());
  });
  afterAll(() => running?.close());
  beforeEach(() => {
    upstream().calls.length = 0;
    upstream().answer();
  });
  const upstream = () => {
    if (!running) throw new Error('not started');
    return running;
  };
  const create = (setting: Setting = {}) => {
    upstream().answer(jupiterDouble(setting.lies, setting.own));
    return createJupiter({
      fetch: setting.fetch ?? loopbackFetch,
      now: () => NOW_MS,
      log: () => undefined,
      baseUrls: [upstream().url],
      apiKey: setting.apiKey ?? 'key',
      flavour: setting.flavour ?? 'v2',
      feeOwner: setting.feeOwner,
      clients: setting.node === 'none' ? clientsWith() : clientsWith({ solana: node(setting.node) }),
      limits: setting.limits ?? { limits: new Map() },
    });
  };
  const routeOf = async (
    changes: Partial<ProviderQuoteRequest> = {},
    setting: Setting = {},
    signal = new AbortController().signal,
  ): Promise<RouteDraft> => {
    const [route] = await create(setting).quote(request(changes), { signal });
    if (!route) throw new Error('no route');
    return route;
  };
  const errorOf = async (changes: Partial<ProviderQuoteRequest> = {}, setting: Setting = {}) => {
    try {
      await routeOf(changes, setting);
    } catch (error) {
      if (error instanceof ProviderError) return { code: error.code, message: error.message };
      throw error;
    }
    throw new Error('there was a route');
  };
  const calls = (path: string): Call[] => upstream().calls.filter((call) => call.path === path);
  return { upstream, create, routeOf, errorOf, calls };
}
