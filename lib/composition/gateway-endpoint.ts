/** Wraps one path of the page's gateway: own pages only, no CORS, larger bodies for signed transactions. */

import { RPC_BATCH_LIMIT } from '../api/gateway.ts';
import type { GatewayDeps } from '../gateway/chain-of-path.ts';
import { assertSameOrigin } from '../gateway/same-origin.ts';
import { type EndpointInput, endpoint } from '../http/endpoint.ts';
import { openAuthenticator, services } from './services.ts';

type GatewayInput = { chain: string; query: URLSearchParams; body: unknown; signal: AbortSignal };
type GatewayHandler = (deps: GatewayDeps, input: GatewayInput) => Promise<unknown>;

/** A signed transaction with many inputs, in hex inside JSON. */
const BODY_LIMIT_BYTES = 512 * 1024;

export function gatewayEndpoint(
  route: string,
  methods: { GET?: GatewayHandler; POST?: GatewayHandler },
): ReturnType<typeof endpoint> {
  const bind = (handler: GatewayHandler) => async (input: EndpointInput) => {
    const { settings, chainClients } = await services();
    assertSameOrigin(input.request, settings.publicUrl);
    const deps: GatewayDeps = { clients: chainClients, network: settings.network.name };
    const { params, query, body, signal, charge } = input;
    // The first call of a list is charged already; the handler refuses a list that is too long.
    if (Array.isArray(body) && body.length <= RPC_BATCH_LIMIT) await charge(body.length - 1);
    return { body: await handler(deps, { chain: params.chain ?? '', query, body, signal }) };
  };
  return endpoint({
    route,
    cors: false,
    authenticator: openAuthenticator,
    bodyLimitBytes: BODY_LIMIT_BYTES,
    methods: {
      ...(methods.GET ? { GET: bind(methods.GET) } : {}),
      ...(methods.POST ? { POST: bind(methods.POST) } : {}),
    },
  });
}
