/** Has one function for each call to a node or to Midgard; every answer is parsed by a schema. */
import type { z } from 'zod';
import { ProviderError } from '../../domain/errors.ts';
import { createCoalescer } from '../coalesce.ts';
import { createUpstream, type JsonAnswer, readJson, type Upstream } from '../http.ts';
import { operatorsOf } from '../operators.ts';
import type { ProviderDeps } from '../provider.ts';
import { CALL_TIMEOUT_MS, type FamilyConfig, QUOTE_PATIENCE_MS } from './config.ts';
import { NodeRefusal, rowFor } from './errors.ts';
import { blockTime, isOld, standsStill } from './latest-block.ts';
import {
  blockSchema,
  errorSchema,
  inboundAddressesSchema,
  lastBlockSchema,
  type MidgardAction,
  midgardActionsSchema,
  mimirSchema,
  type NodeBlock,
  type NodeQuote,
  nameSchema,
  networkSchema,
  nodeErrorSchema,
  poolsSchema,
  quoteSchema,
  type StreamingSwap,
  streamingSwapSchema,
  type TxStatus,
  txStatusSchema,
} from './upstream-schemas.ts';

export type QuoteParams = {
  from_asset: string;
  to_asset: string;
  amount: string;
  destination?: string;
  refund_address?: string;
  streaming_interval?: string;
  streaming_quantity?: string;
  liquidity_tolerance_bps?: string;
  affiliate?: string;
  affiliate_bps?: string;
};

/** What a schema finds in an answer, which several checks ask of the same one. */
function parsedOnce<T>(schema: z.ZodType<T>): (json: unknown) => T | undefined {
  const known = new WeakMap<object, { found: T | undefined }>();
  return (json) => {
    if (typeof json !== 'object' || json === null) return schema.safeParse(json).data;
    const entry = known.get(json) ?? { found: schema.safeParse(json).data };
    known.set(json, entry);
    return entry.found;
  };
}

const errorIn = parsedOnce(errorSchema);
const nodeQuoteIn = parsedOnce(quoteSchema);

/** A node's error text, or undefined. Error bodies come in two shapes and with any status. */
function errorTextOf(json: unknown): string | undefined {
  const found = errorIn(json);
  return found?.message ?? found?.error;
}

const saysNotFound = (text: string) =>
  /doesn't exist|does not exist|not found|could not find|fail to fetch/i.test(text);

/**
 * A node's refusal and a gateway's look alike. The node's has a known text, THORNode's form of an error with its
 * `details`, or MAYANode's header. Source: the gRPC gateway's error body; x/mayachain/client/rest/query.go.
 */
function isOwnAnswer(answer: JsonAnswer): boolean {
  const text = errorTextOf(answer.json);
  if (answer.status === 429 || text === undefined) return false;
  const known = rowFor(text) !== undefined || saysNotFound(text);
  if (answer.status >= 500) return known;
  return known || nodeErrorSchema.safeParse(answer.json).success || answer.headers?.has('x-mayachain-height') === true;
}

const isStale = (answer: JsonAnswer) => {
  const text = errorTextOf(answer.json);
  return text !== undefined && rowFor(text)?.row === 'staleNode';
};

/**
 * When the node's latest block was made, if its answer says so: MAYANode puts it into each answer, and keeps quoting
 * while it is stopped. Source: mayanode 1.124, x/mayachain/client/rest/query.go, `X-Mayachain-Time`.
 */
const blockTimeOf = ({ headers }: JsonAnswer): number | undefined => blockTime(headers?.get('x-mayachain-time'));

/** No node refuses a quote with one of these. */
const GATEWAY_STATUSES = new Set([401, 402, 403, 407]);

/** Reads the answer of the quote endpoint. @throws {NodeRefusal | ProviderError} */
export function readQuote(upstream: string, { status, json }: JsonAnswer): NodeQuote {
  const text = errorTextOf(json);
  const isQuote = typeof json === 'object' && json !== null && 'expected_amount_out' in json;
  if (text !== undefined && !isQuote && GATEWAY_STATUSES.has(status) && rowFor(text) === undefined)
    throw new ProviderError('httpError', `${upstream} does not let us in (HTTP ${status}).`);
  if (text !== undefined && !isQuote) throw new NodeRefusal(text);
  if (status >= 400) throw new ProviderError('httpError', `${upstream} answered HTTP ${status} without saying why.`);
  return nodeQuoteIn(json) ?? readJson(upstream, quoteSchema, json);
}

function createReader(upstream: Upstream, prefix: string) {
  return {
    /** @throws {ProviderError} `httpError` also when the node answers with an error of its own. */
    async read<T>(schema: z.ZodType<T>, path: string, label: string, signal?: AbortSignal): Promise<T> {
      const { status, json } = await upstream.ask({
        path: `${prefix}${path}`,
        label: `${prefix}${label}`,
        isOwnAnswer,
        ...(signal ? { signal } : {}),
      });
      if (status >= 400)
        throw new ProviderError('httpError', `${upstream.title} answered HTTP ${status} for ${label}.`);
      return readJson(upstream.title, schema, json);
    },
    /** Undefined when the node knows none. */
    async find<T>(schema: z.ZodType<T>, path: string, label: string, signal?: AbortSignal): Promise<T | undefined> {
      const answer = await upstream.ask({
        path: `${prefix}${path}`,
        label: `${prefix}${label}`,
        isOwnAnswer,
        ...(signal ? { signal } : {}),
      });
      const text = errorTextOf(answer.json);
      if (text !== undefined && (answer.status === 404 || saysNotFound(text))) return undefined;
      if (answer.status >= 400)
        throw new ProviderError('httpError', `${upstream.title} answered HTTP ${answer.status} for ${label}.`);
      return readJson(upstream.title, schema, answer.json);
    },
  };
}

/** Why a node, or its network, has stopped, if it has. */
const lagOf =
  (now: () => number) =>
  (answer: JsonAnswer): boolean => {
    const at = blockTimeOf(answer);
    return isStale(answer) || (at !== undefined && isOld(at, now()));
  };

/** Undefined when the answer is not a quote. */
function quoteIn({ json }: JsonAnswer, test: (quote: NodeQuote) => boolean): boolean | undefined {
  const quote = nodeQuoteIn(json);
  return quote && test(quote);
}

function createQuoting(config: FamilyConfig, node: Upstream, prefix: string, now: () => number) {
  const title = `${config.title}’s node`;
  const lags = lagOf(now);
  const shared = createCoalescer<JsonAnswer>();
  return {
    /** Simultaneous callers with equal parameters share one answer. A node whose quote may not be paid is skipped. */
    async quote(params: QuoteParams, mayBePaid: (quote: NodeQuote) => boolean, given: AbortSignal): Promise<NodeQuote> {
      const path = `${prefix}/quote/swap?${new URLSearchParams(params)}`;
      const answer = await shared(path, given, (signal) =>
        node.ask({
          path,
          label: `${prefix}/quote/swap`,
          patienceMs: QUOTE_PATIENCE_MS,
          signal,
          isOwnAnswer,
          isFault: (one) => lags(one) || !(quoteIn(one, mayBePaid) ?? true),
        }),
      );
      const at = blockTimeOf(answer);
      if (at !== undefined && isOld(at, now())) throw standsStill(config, at);
      return readQuote(title, answer);
    },
    /** The latest block; an old one sends the question to the next base URL. */
    async block(signal?: AbortSignal): Promise<NodeBlock> {
      const answer = await node.ask({
        path: `${prefix}/block`,
        label: `${prefix}/block`,
        // A gateway may block this path while its node is fine for everything else.
        isOwnAnswer: ({ status }) => status === 404 || status === 501,
        isFault: ({ json }) => {
          const at = blockTime(blockSchema.safeParse(json).data?.header.time);
          return at !== undefined && isOld(at, now());
        },
        ...(signal ? { signal } : {}),
      });
      return readJson(title, blockSchema, answer.json);
    },
  };
}

export type FamilyClient = ReturnType<typeof createFamilyClient>;

export function createFamilyClient(
  config: FamilyConfig,
  urls: { node: readonly string[]; midgard: readonly string[]; perSecond: number | undefined },
  deps: ProviderDeps,
) {
  const name = config.variant === 'thor' ? 'thornode' : 'mayanode';
  const title = `${config.title}’s node`;
  const advice = `Try again then; ${name.toUpperCase()}_URL with more nodes, or with one of your own, takes more.`;
  const pace = urls.perSecond === undefined ? undefined : { perSecond: urls.perSecond, advice };
  const node = createUpstream({ name, title, baseUrls: urls.node, timeoutMs: CALL_TIMEOUT_MS, pace }, deps);
  const history = { name: `${config.path}-midgard`, title: `${config.title}’s Midgard` };
  const midgard =
    urls.midgard.length === 0
      ? undefined
      : createUpstream({ ...history, baseUrls: urls.midgard, timeoutMs: CALL_TIMEOUT_MS }, deps);
  const prefix = `/${config.path}`;
  const lags = lagOf(deps.now);
  const readerOf = (from: Upstream) =>
    createReader({ ...from, ask: (request) => from.ask({ ...request, isFault: lags }) }, prefix);
  const nodeReader = readerOf(node);
  const operators = operatorsOf(urls.node);
  const midgardReader = midgard && createReader(midgard, '/v2');

  return {
    service: name,
    ...createQuoting(config, node, prefix, deps.now),
    pools: (signal?: AbortSignal) => nodeReader.read(poolsSchema, '/pools', '/pools', signal),
    /** Facts that no operator alone is trusted with, read from each. */
    operators: operators.map(({ name: operator, urls: baseUrls }) => {
      const own = operators.length === 1 ? title : `${title} at ${operator}`;
      const reader = readerOf(createUpstream({ name, title: own, baseUrls, timeoutMs: CALL_TIMEOUT_MS }, deps));
      return {
        name: operator,
        inboundAddresses: () => reader.read(inboundAddressesSchema, '/inbound_addresses', '/inbound_addresses'),
        mimir: () => reader.read(mimirSchema, '/mimir', '/mimir'),
      };
    }),
    network: (signal?: AbortSignal) => nodeReader.read(networkSchema, '/network', '/network', signal),
    lastBlock: (signal?: AbortSignal) => nodeReader.read(lastBlockSchema, '/lastblock', '/lastblock', signal),
    /** A THORName or MAYAName; undefined when it has no owner. */
    name: (name: string, signal?: AbortSignal) =>
      nodeReader.find(
        nameSchema,
        `/${config.payoutKey}/${encodeURIComponent(name)}`,
        `/${config.payoutKey}/:name`,
        signal,
      ),
    txStatus: (hash: string, signal: AbortSignal): Promise<TxStatus> =>
      nodeReader.read(txStatusSchema, `/tx/status/${encodeURIComponent(hash)}`, '/tx/status/:hash', signal),
    /** Undefined once the swap has left the queue. */
    streamingSwap: (hash: string, signal: AbortSignal): Promise<StreamingSwap | undefined> =>
      nodeReader.find(
        streamingSwapSchema,
        `/swap/streaming/${encodeURIComponent(hash)}`,
        '/swap/streaming/:hash',
        signal,
      ),
    /** Newest first; undefined when no Midgard is configured. */
    async midgardActions(hash: string, signal: AbortSignal): Promise<MidgardAction[] | undefined> {
      if (!midgardReader) return undefined;
      const path = `/actions?txid=${encodeURIComponent(hash)}`;
      return (await midgardReader.read(midgardActionsSchema, path, '/actions', signal)).actions;
    },
  };
}
