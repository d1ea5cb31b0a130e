import { notFound } from '../../lib/api/problem.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { buildId } from '../../lib/services/build-id.ts';

/**
 * The service worker. Its text differs between builds, by which browsers notice a new one; public/worker.js holds its
 * code.
 */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  route: '/sw.js',
  cors: false,
  quiet: true,
  methods: {
    GET: async () => {
      const build = await buildId();
      if (build === undefined) throw notFound('There is a service worker only where the app was built.');
      const version = JSON.stringify(build);
      return new Response(
        `self.portageBuild=${version};importScripts('/worker.js?build='+encodeURIComponent(${version}));`,
        {
          headers: { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-cache' },
        },
      );
    },
  },
});
