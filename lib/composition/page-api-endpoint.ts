/**
 * Wraps one path of the page's questions about chains, names, tokens and addresses: own pages only, no CORS, with the
 * page's rate limit.
 */
import { assertSameOrigin } from '../gateway/same-origin.ts';
import { callerKey } from '../http/caller.ts';
import { type EndpointInput, endpoint } from '../http/endpoint.ts';
import type { PageFacts } from './page-api.ts';
import { openAuthenticator, services } from './services.ts';

export type FactsInput = Pick<EndpointInput, 'params' | 'query' | 'signal'>;

export function pageFactsEndpoint(
  route: string,
  answer: (facts: PageFacts, input: FactsInput) => Promise<unknown>,
): ReturnType<typeof endpoint> {
  return endpoint({
    route,
    cors: false,
    quiet: true,
    authenticator: openAuthenticator,
    methods: {
      async GET({ request, caller, params, query, signal }) {
        const { settings, pageFacts } = await services();
        assertSameOrigin(request, settings.publicUrl);
        pageFacts.limit.take(callerKey(caller));
        return { body: await answer(pageFacts, { params, query, signal }) };
      },
    },
  });
}
