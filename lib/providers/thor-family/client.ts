/** One function for each call to a node or to Midgard; what comes back has been read by a schema or is an error. */
import type { z } from 'zod';
import { ProviderError } from '../../domain/errors.ts';
import { createUpstream, type JsonAnswer, readJson, type Upstream } from '../http.ts';
import type { ProviderDeps } from '../provider.ts';
import { CALL_TIMEOUT_MS, type FamilyConfig } from './config.ts';
import { NodeRefusal, rowFor } from './errors.ts';
import {
  errorSchema,
  inboundAddressesSchema,
  lastBlockSchema,
  type MidgardAction,
  midgardActionsSchema,
  mimirSchema,
  type NodeQuote,
  nameSchema,
  networkSchema,
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

/** What a node says instead of an answer, or undefined. Error bodies come in two shapes and with any status. */
function errorTextOf(json: unknown): string | undefined {
  const parsed = errorSchema.safeParse(json);
  return parsed.success ? (parsed.data.message ?? parsed.data.error) : undefined;
}

const saysNotFound = (text: string) =>
  /doesn't exist|does not exist|not found|could not find|fail to fetch/i.test(text);

/** A node answers some refusals with 500; only a text that we know makes that its own word. */
function isOwnWord(answer: JsonAnswer): boolean {
  const text = errorTextOf(answer.json);
  return answer.status !== 429 && text !== undefined && (rowFor(text) !== undefined || saysNotFound(text));
}

const isStale = (answer: JsonAnswer) => {
  const text = errorTextOf(answer.json);
  return text !== undefined && rowFor(text)?.row === 'staleNode';
};

/** Reads the answer of the quote endpoint. @throws {NodeRefusal | ProviderError} */
export function readQuote(upstream: string, { status, json }: JsonAnswer): NodeQuote {
  const text = errorTextOf(json);
  const isQuote = typeof json === 'object' && json !== null && 'expected_amount_out' in json;
  if (text !== undefined && !isQuote) throw new NodeRefusal(text);
  if (status >= 400) throw new ProviderError('httpError', `${upstream} answered HTTP ${status} without saying why.`);
  return readJson(upstream, quoteSchema, json);
}

function createReader(upstream: Upstream, prefix: string) {
  return {
    /** @throws {ProviderError} `httpError` also where the node answers with an error of its own. */
    async read<T>(schema: z.ZodType<T>, path: string, label: string, signal?: AbortSignal): Promise<T> {
      const { status, json } = await upstream.ask({
        path: `${prefix}${path}`,
        label: `${prefix}${label}`,
        ...(signal ? { signal } : {}),
      });
      if (status >= 400) throw new ProviderError('httpError', `${upstream.name} answered HTTP ${status} for ${label}.`);
      return readJson(upstream.name, schema, json);
    },
    /** Undefined where the node says that there is no such thing. */
    async find<T>(schema: z.ZodType<T>, path: string, label: string, signal?: AbortSignal): Promise<T | undefined> {
      const answer = await upstream.ask({
        path: `${prefix}${path}`,
        label: `${prefix}${label}`,
        isOwnWord,
        ...(signal ? { signal } : {}),
      });
      const text = errorTextOf(answer.json);
      if (text !== undefined && (answer.status === 404 || saysNotFound(text))) return undefined;
      if (answer.status >= 400)
        throw new ProviderError('httpError', `${upstream.name} answered HTTP ${answer.status} for ${label}.`);
      return readJson(upstream.name, schema, answer.json);
    },
  };
}

export type FamilyClient = ReturnType<typeof createFamilyClient>;

export function createFamilyClient(
  config: FamilyConfig,
  urls: { node: readonly string[]; midgard: readonly string[] },
  deps: ProviderDeps,
) {
  const nodeName = config.variant === 'thor' ? 'thornode' : 'mayanode';
  const node = createUpstream({ name: nodeName, baseUrls: urls.node, timeoutMs: CALL_TIMEOUT_MS }, deps);
  const midgard =
    urls.midgard.length === 0
      ? undefined
      : createUpstream({ name: `${config.path}-midgard`, baseUrls: urls.midgard, timeoutMs: CALL_TIMEOUT_MS }, deps);
  const prefix = `/${config.path}`;
  const nodeReader = createReader(node, prefix);
  const midgardReader = midgard && createReader(midgard, '/v2');

  return {
    nodeName,
    async quote(params: QuoteParams, signal: AbortSignal): Promise<NodeQuote> {
      const query = new URLSearchParams(params);
      const answer = await node.ask({
        path: `${prefix}/quote/swap?${query}`,
        label: `${prefix}/quote/swap`,
        signal,
        isOwnWord,
        isFault: isStale,
      });
      return readQuote(nodeName, answer);
    },
    pools: (signal?: AbortSignal) => nodeReader.read(poolsSchema, '/pools', '/pools', signal),
    inboundAddresses: (signal?: AbortSignal) =>
      nodeReader.read(inboundAddressesSchema, '/inbound_addresses', '/inbound_addresses', signal),
    mimir: (signal?: AbortSignal) => nodeReader.read(mimirSchema, '/mimir', '/mimir', signal),
    network: (signal?: AbortSignal) => nodeReader.read(networkSchema, '/network', '/network', signal),
    lastBlock: (signal?: AbortSignal) => nodeReader.read(lastBlockSchema, '/lastblock', '/lastblock', signal),
    /** A THORName or MAYAName; undefined when nobody owns it. */
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
    /** Newest first; undefined where no Midgard is configured. */
    async midgardActions(hash: string, signal: AbortSignal): Promise<MidgardAction[] | undefined> {
      if (!midgardReader) return undefined;
      const path = `/actions?txid=${encodeURIComponent(hash)}`;
      return (await midgardReader.read(midgardActionsSchema, path, '/actions', signal)).actions;
    },
  };
}
