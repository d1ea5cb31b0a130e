/**
 * Serves the swap backend's REST: quotes, network information, channels without a broker, and the status of swaps.
 * Source: chainflip-sdk-monorepo packages/swap/src/server.ts.
 */
import type { Service, ServiceAnswer } from '../ledger.ts';
import type { Ban } from './ban.ts';
import { findSwap } from './find-swap.ts';
import { backendState, type ChainflipNetwork } from './network.ts';
import { answerNetworkInfo } from './network-info.ts';
import { openForAnybody } from './open-for-anybody.ts';
import { answerQuote } from './quote-answer.ts';
import type { RestAnswer } from './rest-answer.ts';
import { answerEncodeCfParameters, answerEncodeVaultSwapData } from './rest-encoding.ts';
import { shownMarket } from './shown-market.ts';
import { viewOfSwap } from './swap-view.ts';
import { reshaped } from './wire-faults.ts';

export type BackendHost = {
  ban: Ban;
  save(): void;
  included(): Promise<void>;
};

type Request = Parameters<Service['handle']>[0];

const notFound: RestAnswer = { status: 404, body: { message: 'resource not found' } };

export async function handleBackend(
  network: ChainflipNetwork,
  host: BackendHost,
  request: Request,
): Promise<ServiceAnswer> {
  const path = request.path.replace(/\/$/, '');
  if (path === '/healthcheck') return { status: 200, headers: { 'content-type': 'text/plain' }, body: 'OK' };
  if (request.method === 'GET' && path.startsWith('/v2/swaps/')) return swapAnswer(network, host, path.slice(10));
  return send(network, await route(network, host, request, path));
}

async function route(
  network: ChainflipNetwork,
  host: BackendHost,
  request: Request,
  path: string,
): Promise<RestAnswer> {
  switch (`${request.method} ${path}`) {
    case 'GET /v2/quote':
      return answerQuote(shownMarket(network), request.query);
    case 'GET /api/networkInfo':
      return answerNetworkInfo(shownMarket(network));
    case 'POST /api/openSwapDepositChannel':
      return openForAnybody(network, host, request.body);
    case 'POST /api/encodeVaultSwapData':
      return answerEncodeVaultSwapData(shown(network), request.body);
    case 'POST /api/encodeCfParameters':
      return answerEncodeCfParameters(shown(network), request.body);
    default:
      return notFound;
  }
}

/** The network with the market as the backend's faults present it. */
const shown = (network: ChainflipNetwork): ChainflipNetwork => ({
  ...network,
  state: { ...network.state, market: shownMarket(network) },
});

function send(network: ChainflipNetwork, answer: RestAnswer, headers: Record<string, string> = {}): ServiceAnswer {
  return {
    status: answer.status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
    body: JSON.stringify(reshaped(network, 'chainflip-backend', answer.body)),
  };
}

function swapAnswer(network: ChainflipNetwork, { ban }: BackendHost, rest: string): ServiceAnswer {
  if (ban.isOn()) {
    const body = { message: 'Too many requests, please try again later' };
    return send(network, { status: 429, body }, { 'retry-after': String(ban.secondsLeft()) });
  }
  const headers = { 'X-Chainflip-Last-Statechain-Update': String(backendState(network).blockAt) };
  const found = findSwap(network, decoded(rest));
  if (found !== undefined) return send(network, { status: 200, body: viewOfSwap(network, found) }, headers);
  ban.count();
  return send(network, notFound, headers);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
