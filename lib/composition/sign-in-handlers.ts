/** Answers the two calls by which the holder of an EVM address signs in. */
import { parseShape, withoutAbsent } from '../api/field-faults.ts';
import { Problem } from '../api/problem.ts';
import { signedInRequestSchema, signInRequestSchema } from '../api/schemas/sign-in.ts';
import { isLoopbackHost } from '../http/allowed-hosts.ts';
import type { ApiRequest } from '../http/api-request.ts';
import type { EndpointHandler } from '../http/endpoint.ts';
import { publicUrlOf } from '../http/public-url.ts';
import { createSignIn, type SignIn } from '../sign-in/sign-in.ts';
import type { Container } from './container.ts';

type Deps = Pick<Container, 'settings' | 'store' | 'chainClients' | 'now'>;

export const signInOf = ({ settings, store, chainClients, now }: Deps): SignIn =>
  createSignIn({ store, clients: chainClients, network: settings.network.name, now });

/**
 * The deployment's own URL, which the signed message names. A caller chooses its Host header: without a configured URL
 * another site could have messages for itself signed, so that only this machine's own names are taken.
 * @throws {Problem} 503
 */
function siteOf(request: ApiRequest, publicUrl: string | undefined): string {
  if (publicUrl !== undefined || isLoopbackHost(request.headers.get('host') ?? ''))
    return publicUrlOf(request, publicUrl);
  throw new Problem({
    status: 503,
    title: 'Service Unavailable',
    detail: 'This deployment does not know its own name, so nobody can sign in. Its operator sets PUBLIC_URL.',
  });
}

export function signInAnswers(deps: Deps): { message: EndpointHandler; token: EndpointHandler } {
  const signIn = signInOf(deps);
  const { publicUrl } = deps.settings;
  return {
    message: async ({ request, body }) => {
      const wish = parseShape(signInRequestSchema, withoutAbsent(signInRequestSchema, body));
      return { body: await signIn.message(wish, siteOf(request, publicUrl)) };
    },
    token: async ({ request, body, signal }) => {
      const signed = parseShape(signedInRequestSchema, withoutAbsent(signedInRequestSchema, body));
      return { body: await signIn.token(signed, siteOf(request, publicUrl), signal) };
    },
  };
}
