/** A provider against the double over real HTTP on loopback, for this folder's tests. */
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { clientsWith, type KnownClients } from '../../../chain-clients/test-clients.ts';
import type { NetworkName } from '../../../chains/chain.ts';
import { ProviderError } from '../../../domain/errors.ts';
import type { Provider } from '../../provider.ts';
import { type LoopbackUpstream, loopbackFetch, type Responder, startLoopbackUpstream } from '../../test-upstream.ts';
import { createGarden } from '../index.ts';
import { gardenDouble, NOW_MS } from './garden-double.ts';

export const APP_ID = 'f'.repeat(64);

export type Bench = {
  upstream(): LoopbackUpstream;
  provider(known?: KnownClients, options?: { network?: NetworkName; now?: () => number }): Provider;
  answer(responder: Responder): void;
};

export const options = () => ({ signal: new AbortController().signal });

export function startBench(): Bench {
  let running: LoopbackUpstream | undefined;
  const upstream = () => {
    if (!running) throw new Error('not started');
    return running;
  };
  beforeAll(async () => {
    running = await startLoopbackUpstream(gardenDouble());
  });
  beforeEach(() => {
    upstream().answer(gardenDouble());
    upstream().calls.length = 0;
  });
  afterAll(() => upstream().close());
  return {
    upstream,
    answer: (responder) => upstream().answer(responder),
    provider: (known = {}, { network = 'mainnet', now = () => NOW_MS } = {}) =>
      createGarden({
        fetch: loopbackFetch,
        now,
        log: () => undefined,
        network,
        urls: [upstream().url],
        appId: APP_ID,
        clients: clientsWith(known),
      }),
  };
}

/** The error that the work ends in. */
export async function errorOf(work: Promise<unknown>): Promise<ProviderError> {
  try {
    await work;
  } catch (error) {
    if (error instanceof ProviderError) return error;
    throw error;
  }
  throw new Error('it went well');
}
