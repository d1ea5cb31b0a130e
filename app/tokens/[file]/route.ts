import { genericAssetImage } from '../../../lib/api/generic-asset-image.ts';
import { notFound } from '../../../lib/api/problem.ts';
import { endpoint } from '../../../lib/http/endpoint.ts';

/** Serves only symbols without a picture in `public/tokens`. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  route: '/tokens/[file]',
  cors: true,
  quiet: true,
  methods: {
    GET: async ({ params }) => {
      const image = genericAssetImage(params.file ?? '');
      if (image === undefined) throw notFound('There is no such picture.');
      return new Response(image, {
        headers: { 'content-type': 'image/svg+xml; charset=utf-8', 'cache-control': 'public, max-age=86400' },
      });
    },
  },
});
