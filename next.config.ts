import type { NextConfig } from 'next';

const SEALED = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox";

const config: NextConfig = {
  poweredByHeader: false,
  reactStrictMode: true,
  // `npm run build` checks them itself, right after Next, with the native compiler: in a third of the time.
  typescript: { ignoreBuildErrors: true },
  // Handlers of large answers compress once and remember it; pages are compressed by Next.
  compress: true,
  // A page's code is loaded by its first visit, not all of it at the start: a quarter of a second sooner ready.
  experimental: { preloadEntriesOnStart: false },
  // Files that the server makes; a page and a file cannot share a folder of `app/`.
  rewrites: async () => [
    { source: '/client.:kind(ts|js|tgz)', destination: '/client/:kind' },
    { source: '/client-:version(\\d+\\.\\d+\\.\\d+).tgz', destination: '/client/:version' },
    { source: '/verify.:kind(js|d\\.ts)', destination: '/verify/:kind' },
    { source: '/:file(llms|llms-full).txt', destination: '/docs-text/:file.txt' },
    { source: '/docs.md', destination: '/docs-text/overview.md' },
    { source: '/docs/:guide.md', destination: '/docs-text/:guide.md' },
    { source: '/errors/:error.md', destination: '/docs-text/error-:error.md' },
  ],
  headers: async () => [
    // By its ending alone it would be a film.
    { source: '/embed.d.ts', headers: [{ key: 'content-type', value: 'text/plain; charset=utf-8' }] },
    {
      // Where proxy.ts does not look: a file, an answer, or the page that says that there is none. None of them, opened
      // by itself or framed, runs anything; pictures may say how they look.
      source:
        '/:place(\\.well-known|chain|page|tokens|texts|page-scripts|garden|health|brand|chains|icons|providers)/:rest*',
      headers: [
        { key: 'content-security-policy', value: SEALED },
        { key: 'x-content-type-options', value: 'nosniff' },
      ],
    },
    {
      // A picture is taken from the browser's cache, without a network too; after a day it is renewed behind.
      source: '/:place(tokens|chains|icons|providers)/:picture',
      headers: [{ key: 'cache-control', value: 'public, max-age=86400, stale-while-revalidate=31536000' }],
    },
    { source: '/_next/:rest((?!static/).*)', headers: [{ key: 'content-security-policy', value: SEALED }] },
    {
      // A module of another origin is loaded by CORS, and so is a script with `integrity`.
      source: '/:loader(embed|embed-\\d+\\.\\d+\\.\\d+).:kind(js|mjs)',
      headers: [
        { key: 'access-control-allow-origin', value: '*' },
        { key: 'cross-origin-resource-policy', value: 'cross-origin' },
        { key: 'cache-control', value: 'public, max-age=300' },
        { key: 'x-content-type-options', value: 'nosniff' },
      ],
    },
    {
      // A released loader never changes.
      source: '/embed-:version(\\d+\\.\\d+\\.\\d+).:kind(js|mjs)',
      headers: [{ key: 'cache-control', value: 'public, max-age=31536000, immutable' }],
    },
  ],
};

export default config;
