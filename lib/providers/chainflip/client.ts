/** Has one function for each call to Chainflip; every answer is parsed by a schema. */

import { z } from 'zod';
import { ProviderError } from '../../domain/errors.ts';
import { createUpstream, type JsonAnswer, readJson, type Upstream } from '../http.ts';
import type { ProviderDeps } from '../provider.ts';
import { BACKEND_TIMEOUT_MS, OPEN_TIMEOUT_MS, RPC_TIMEOUT_MS, WITNESS_TIMEOUT_MS } from './config.ts';
import { ChainflipRefusal, isKnownText } from './errors.ts';
import type { StateChainNode } from './state-chain/confirm-channel.ts';
import {
  type CfQuote,
  headerSchema,
  messageSchema,
  type NetworkInfo,
  networkInfoSchema,
  type OpenedByBackend,
  openedByBackendSchema,
  quotesSchema,
  type RpcAnswer,
  rpcAnswerSchema,
} from './upstream-schemas.ts';

/** The names of each service in logs and in sentences. */
const BACKEND = { name: 'chainflip-backend', title: 'Chainflip’s swap backend' };
const NODE = { name: 'chainflip-rpc', title: 'Chainflip’s node' };
const BROKER = { name: 'chainflip-broker', title: 'The Chainflip broker' };

export type QuoteParams = {
  srcChain: string;
  srcAsset: string;
  destChain: string;
  destAsset: string;
  amount: string;
  brokerCommissionBps?: string;
  isVaultSwap?: 'true';
  ccmGasBudget?: string;
  ccmMessageLengthBytes?: string;
};

export type RpcCall = { method: string; params: unknown[] };

export type ChainflipUrls = {
  backend: readonly string[];
  rpc: readonly string[];
  broker: string | undefined;
};

const textOf = (json: unknown): string | undefined => {
  const parsed = messageSchema.safeParse(json);
  return parsed.success ? parsed.data.message : undefined;
};

/** Maintenance and disabled assets come with 503: the backend's own refusal, which another base URL would repeat. */
const isOwnAnswer = ({ status, json }: JsonAnswer): boolean => status !== 429 && isKnownText(textOf(json) ?? '');

/** @throws {ChainflipRefusal | ProviderError} */
function accepted({ status, json }: JsonAnswer): unknown {
  if (status < 400) return json;
  const text = textOf(json);
  // Bodies of `/api` that break a rule are answered with a list of issues instead of a message.
  throw new ChainflipRefusal(text ?? `${BACKEND.title} answered HTTP ${status}: ${JSON.stringify(json)}`, status);
}

const isRpcError = ({ json }: JsonAnswer): boolean => {
  const parsed = rpcAnswerSchema.safeParse(json);
  return parsed.success && typeof parsed.data.error?.message === 'string';
};

function createRpc(upstream: Upstream) {
  const post = (label: string, body: unknown, signal: AbortSignal | undefined) =>
    upstream.ask({ path: '', label, method: 'POST', body, isOwnAnswer: isRpcError, ...(signal ? { signal } : {}) });

  return {
    /** The unparsed result. @throws {ChainflipRefusal | ProviderError} */
    async call({ method, params }: RpcCall, signal?: AbortSignal): Promise<unknown> {
      const { status, json } = await post(method, { jsonrpc: '2.0', id: 1, method, params }, signal);
      if (status >= 400 && !isRpcError({ status, json }))
        throw new ChainflipRefusal(textOf(json) ?? `HTTP ${status}`, status);
      const answer = readJson(upstream.title, rpcAnswerSchema, json);
      if (answer.error) throw new ChainflipRefusal(answer.error.message ?? 'no reason given', answer.error.code ?? 0);
      if (answer.result === undefined) throw new ProviderError('httpError', `${upstream.title} answered nothing.`);
      return answer.result;
    },
    /**
     * One answer for each call in the order of the calls, whatever the node's order; undefined when it left one out.
     */
    async batch(label: string, calls: readonly RpcCall[], signal?: AbortSignal): Promise<(RpcAnswer | undefined)[]> {
      const body = calls.map(({ method, params }, id) => ({ jsonrpc: '2.0', id, method, params }));
      const { json } = await post(label, body, signal);
      const answers = readJson(upstream.title, z.array(rpcAnswerSchema), json);
      return calls.map((_call, id) => answers.find((answer) => String(answer.id) === String(id)));
    },
  };
}

export type ChainflipClient = ReturnType<typeof createChainflipClient>;

export function createChainflipClient(urls: ChainflipUrls, deps: ProviderDeps) {
  const some = (who: typeof BACKEND, baseUrls: readonly string[], timeoutMs: number) =>
    baseUrls.length === 0 ? undefined : createUpstream({ ...who, baseUrls, timeoutMs }, deps);
  const backend = some(BACKEND, urls.backend, BACKEND_TIMEOUT_MS);
  const node = some(NODE, urls.rpc, RPC_TIMEOUT_MS);
  // One base URL each and no retry: every request that arrives opens a channel.
  const opener = some(BACKEND, urls.backend.slice(0, 1), OPEN_TIMEOUT_MS);
  const broker = some(BROKER, urls.broker === undefined ? [] : [urls.broker], OPEN_TIMEOUT_MS);
  const rpc = node && createRpc(node);
  const brokerRpc = broker && createRpc(broker);

  const need = <T>(one: T | undefined, what: string): T => {
    if (one === undefined) throw new ProviderError('httpError', `This deployment knows no ${what}.`);
    return one;
  };
  const ask = async (path: string, label: string, signal?: AbortSignal): Promise<JsonAnswer> =>
    need(backend, 'Chainflip backend').ask({ path, label, isOwnAnswer, ...(signal ? { signal } : {}) });

  return {
    /** One client for each node, so that they can be compared; their descriptions of the runtime are long. */
    nodes: urls.rpc.map((url): StateChainNode => {
      const name = new URL(url).host;
      const title = `${NODE.title} at ${name}`;
      const own = createUpstream({ ...NODE, title, baseUrls: [url], timeoutMs: WITNESS_TIMEOUT_MS }, deps);
      return { name, call: createRpc(own).call };
    }),
    hasBackend: backend !== undefined,
    hasNode: rpc !== undefined,
    hasBroker: brokerRpc !== undefined,
    /** @throws {ChainflipRefusal | ProviderError} */
    async quotes(params: QuoteParams, signal: AbortSignal): Promise<CfQuote[]> {
      const answer = await ask(`/v2/quote?${new URLSearchParams(params)}`, '/v2/quote', signal);
      return readJson(BACKEND.title, quotesSchema, accepted(answer));
    },
    async networkInfo(signal?: AbortSignal): Promise<NetworkInfo> {
      const answer = await ask('/api/networkInfo', '/api/networkInfo', signal);
      return readJson(BACKEND.title, networkInfoSchema, accepted(answer));
    },
    /**
     * The unparsed `/v2/swaps/{id}`; undefined when the backend does not know the id. @throws {ChainflipRefusal |
     * ProviderError}
     */
    async swap(id: string, signal: AbortSignal): Promise<unknown> {
      const answer = await ask(`/v2/swaps/${encodeURIComponent(id)}`, '/v2/swaps/:id', signal);
      return answer.status === 404 ? undefined : accepted(answer);
    },
    /** A call to a state-chain node. @throws {ChainflipRefusal | ProviderError} */
    async rpc<T>(schema: z.ZodType<T>, call: RpcCall, signal?: AbortSignal): Promise<T> {
      return readJson(NODE.title, schema, await need(rpc, 'Chainflip node').call(call, signal));
    },
    /** Number of the state chain's newest block; undefined when no node answers. */
    async stateBlock(signal: AbortSignal): Promise<number | undefined> {
      const header = await rpc?.call({ method: 'chain_getHeader', params: [] }, signal).catch(() => undefined);
      const read = headerSchema.safeParse(header);
      return read.success ? read.data.number : undefined;
    },
    async rpcBatch(label: string, calls: readonly RpcCall[], signal?: AbortSignal): Promise<(RpcAnswer | undefined)[]> {
      return need(rpc, 'Chainflip node').batch(label, calls, signal);
    },
    /** A call to the deployment's own broker, made once. @throws {ChainflipRefusal | ProviderError} */
    async broker<T>(schema: z.ZodType<T>, call: RpcCall, signal: AbortSignal): Promise<T> {
      return readJson(BROKER.title, schema, await need(brokerRpc, 'Chainflip broker').call(call, signal));
    },
    /** The backend's keyless opening of a channel, made once. @throws {ChainflipRefusal | ProviderError} */
    async openByBackend(body: unknown, signal: AbortSignal): Promise<OpenedByBackend> {
      const path = '/api/openSwapDepositChannel';
      const answer = await need(opener, 'Chainflip backend').ask({
        path,
        label: path,
        method: 'POST',
        body,
        signal,
        // The backend's own refusal is its answer: no other base URL is asked.
        isOwnAnswer: (own) => own.status === 429 || isOwnAnswer(own),
      });
      return readJson(BACKEND.title, openedByBackendSchema, accepted(answer));
    },
  };
}
