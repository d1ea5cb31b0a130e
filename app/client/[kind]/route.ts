import { notFound } from '../../../lib/api/problem.ts';
import { textAnswer } from '../../../lib/http/cached-text.ts';
import { endpoint } from '../../../lib/http/endpoint.ts';
import { clientJavaScript, clientTypeScript } from '../../../lib/services/client-file.ts';

/** Served as `/client.ts` and `/client.js`, by the rewrites of `next.config.ts`. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  route: '/client.{ts,js}',
  cors: true,
  methods: {
    GET: async ({ request, params: { kind } }) => {
      if (kind === 'ts') return textAnswer(request, await clientTypeScript(), 'text/plain');
      if (kind === 'js') return textAnswer(request, await clientJavaScript(), 'text/javascript');
      throw notFound('The client is at /client.ts and /client.js.');
    },
  },
});
