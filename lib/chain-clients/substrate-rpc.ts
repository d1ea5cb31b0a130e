/** Calls one method of a Substrate node, and distinguishes a node that cannot answer from one that refuses. */
import type { z } from 'zod';
import type { ChainId } from '../domain/chain-id.ts';
import type { Options } from './chain-clients.ts';
import type { ChainHttp } from './chain-http.ts';
import { createJsonRpc, readValue, resultOf } from './json-rpc.ts';

/**
 * Errors of this node and not of the request: state discarded, pool full. Source: polkadot-sdk client/rpc-api error.rs
 * files.
 */
const NODE_FAULTS = new Set([4003, 1016]);

/** JSON-RPC calls of one chain. */
export function createSubstrateRpc(chain: ChainId, http: ChainHttp) {
  const { ask } = createJsonRpc(chain, http, NODE_FAULTS, 'has no room or no longer knows a block that old');
  const call = async (method: string, params: unknown[], options?: Options): Promise<unknown> =>
    resultOf(await ask(method, params, options)) ?? null;
  const read = async <S extends z.ZodType>(method: string, params: unknown[], schema: S, options?: Options) =>
    readValue(chain, { method, value: await call(method, params, options) }, schema);
  return { ask, call, read };
}

export type SubstrateRpc = ReturnType<typeof createSubstrateRpc>;
