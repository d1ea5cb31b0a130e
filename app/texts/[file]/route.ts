import { notFound } from '../../../lib/api/problem.ts';
import { endpoint } from '../../../lib/http/endpoint.ts';
import { catalogOfFile } from '../../../lib/i18n/catalog-script.ts';

/** The page's texts in one language, as a script that runs before hydration. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  route: '/texts/[file]',
  cors: false,
  quiet: true,
  methods: {
    GET: async ({ params }) => {
      const script = catalogOfFile(params.file ?? '');
      if (script === undefined) throw notFound('There are no such texts.');
      return new Response(script.body, {
        headers: {
          'content-type': 'text/javascript; charset=utf-8',
          'cache-control': script.current ? 'public, max-age=31536000, immutable' : 'no-cache',
        },
      });
    },
  },
});
