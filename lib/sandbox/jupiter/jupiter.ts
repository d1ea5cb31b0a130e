/** Runs Jupiter in the sandbox: both versions of its swap API, tokens and prices, over pools on the local Solana. */
import { z } from 'zod';
import type { Service, ServiceAnswer, World } from '../ledger.ts';
import { KINDS, ROUTER_PROGRAM } from '../solana/jupiter-accounts.ts';
import type { SolanaLedger } from '../solana/solana-ledger.ts';
import { answerBuild } from './build.ts';
import { addControls, afterAnswer, frontRun } from './controls.ts';
import { fault, type Jupiter, TARGET, use } from './jupiter-state.ts';
import { seedMarket, settleMarket } from './market.ts';
import { parseQuery, type QuoteTerms, quoteJson, quoteTerms, quoteV1Schema, quoteV2Schema } from './quote.ts';
import { createGate } from './rate-limit.ts';
import { answerSwapV1, answerSwapV2 } from './swap.ts';
import { tamperedQuote } from './tamper.ts';
import { answerPrices, answerTokens } from './tokens.ts';
import { badRequest, UpstreamError } from './upstream-error.ts';

/** Chain seconds between two adjustments by the maker. */
const MAKER_SECONDS = 30;

type Request = Parameters<Service['handle']>[0];

function answerQuote(jupiter: Jupiter, version: 'V1' | 'V2', query: URLSearchParams): unknown {
  const asked =
    version === 'V2'
      ? { ...parseQuery(quoteV2Schema, query), swapMode: 'ExactIn', instructionVersion: 'V2' as const }
      : parseQuery(quoteV1Schema, query);
  // Only exchanges that are not emulated swap to an exact output.
  if (asked.swapMode === 'ExactOut') throw badRequest('No routes found', 'NO_ROUTES_FOUND');
  const terms: QuoteTerms = asked;
  const quoted = quoteTerms(jupiter, terms);
  return tamperedQuote(jupiter, quoteJson(jupiter, terms, quoted, asked.instructionVersion));
}

function bodyOf({ body }: Request): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw badRequest('Failed to parse the request body as JSON');
  }
}

const labels = (): Record<string, string> => ({
  [ROUTER_PROGRAM]: 'Jupiter V6',
  ...Object.fromEntries(Object.values(KINDS).map(({ program, label }) => [program, label])),
});

/** Undefined when there is nothing at this path. */
function route(jupiter: Jupiter, request: Request): unknown {
  const { method, path, query } = request;
  const named = `${method} ${path.replace(/\/$/, '')}`;
  switch (named) {
    case 'GET /swap/v2/quote':
      return answerQuote(jupiter, 'V2', query);
    case 'GET /swap/v2/build':
      return answerBuild(jupiter, query);
    case 'POST /swap/v2/swap':
      return answerSwapV2(jupiter, bodyOf(request), 'transaction');
    case 'POST /swap/v2/swap-instructions':
      return answerSwapV2(jupiter, bodyOf(request), 'instructions');
    case 'GET /swap/v1/quote':
      return answerQuote(jupiter, 'V1', query);
    case 'POST /swap/v1/swap':
      return answerSwapV1(jupiter, bodyOf(request), 'transaction');
    case 'POST /swap/v1/swap-instructions':
      return answerSwapV1(jupiter, bodyOf(request), 'instructions');
    case 'GET /swap/v1/program-id-to-label':
      return labels();
    case 'GET /price/v3':
      return answerPrices(jupiter, query);
    default:
      return named.startsWith('GET /tokens/v2/')
        ? answerTokens(jupiter, path.slice('/tokens/v2'.length), query)
        : undefined;
  }
}

const json = (status: number, value: unknown, headers: Record<string, string>): ServiceAnswer => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(value),
});

const failureSchema = z.looseObject({
  status: z.number().int().min(200).max(599).default(400),
  error: z.string().default('Something unexpected occurred'),
  errorCode: z.string().optional(),
});

/** The fault `failure`: any refusal that an upstream may send, even with status 200. */
function ordered(jupiter: Jupiter, path: string): UpstreamError | undefined {
  const asked = fault(jupiter, 'failure');
  if (asked === undefined || (typeof asked.path === 'string' && !path.includes(asked.path))) return undefined;
  const { status, error, errorCode } = failureSchema.parse(asked);
  use(jupiter, 'failure');
  return new UpstreamError(status, error, errorCode);
}

function refusal(error: UpstreamError, path: string, headers: Record<string, string>): ServiceAnswer {
  const code = path.startsWith('/swap/v1') && error.errorCode ? { errorCode: error.errorCode } : {};
  return json(error.status, { error: error.message, ...code }, headers);
}

/**
 * Creates the service `jupiter`. The wide market's prices are saved; everything else is on the chain. Control actions
 * and faults: controls.ts.
 */
export function createJupiter(world: World, ledger: SolanaLedger): { services: Service[]; jupiter: Jupiter } {
  const jupiter: Jupiter = { world, ledger, market: seedMarket() };
  const prices = z.record(z.string(), z.bigint());
  const saved = world.persist({
    name: TARGET,
    dump: () => jupiter.market,
    load: (state) => {
      jupiter.market.prices = { ...jupiter.market.prices, ...z.object({ prices }).parse(state).prices };
    },
  });
  addControls(jupiter, () => {
    saved.touch();
    saved.flush();
  });
  frontRun(jupiter);
  world.clock.every(MAKER_SECONDS, 'jupiter maker', () => settleMarket(ledger, jupiter.market));
  const gate = createGate(jupiter);
  const handle = async (request: Request): Promise<ServiceAnswer> => {
    const given = request.headers?.['x-api-key'];
    const { headers, refused } = gate(typeof given === 'string' && given !== '' ? given : undefined);
    if (refused) return json(refused.status, refused.body, headers);
    ledger.settle();
    try {
      const asked = ordered(jupiter, request.path);
      if (asked) throw asked;
      const value = route(jupiter, request);
      if (value === undefined) return json(404, { code: 404, message: 'Route not found' }, headers);
      const answer = json(200, afterAnswer(jupiter, request, value), headers);
      return answer;
    } catch (error) {
      if (error instanceof UpstreamError) return refusal(error, request.path, headers);
      throw error;
    }
  };
  return { services: [{ prefix: TARGET, handle }], jupiter };
}
