import { notFound } from '../../../lib/api/problem.ts';
import { docsText } from '../../../lib/docs/docs-text.ts';
import { textAnswer } from '../../../lib/http/cached-text.ts';
import { endpoint } from '../../../lib/http/endpoint.ts';
import { docsPlace } from '../../../lib/services/docs-place.ts';

/**
 * Served as `/llms.txt`, `/llms-full.txt`, `/docs.md`, `/docs/<guide>.md` and `/errors/<error>.md`, by the rewrites of
 * `next.config.ts`.
 */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  route: '/docs/{guide}.md',
  cors: true,
  methods: {
    GET: async ({ request, params: { file = '' } }) => {
      const text = await docsText(file, docsPlace(request.headers));
      if (text === undefined) throw notFound('There is no such page; /llms.txt lists them.');
      return textAnswer(request, text, file.endsWith('.txt') ? 'text/plain' : 'text/markdown');
    },
  },
});
