import type { NextConfig } from 'next';

const config: NextConfig = {
  poweredByHeader: false,
  reactStrictMode: true,
  serverExternalPackages: ['@electric-sql/pglite', 'pg', 'pino'],
  // `npm run check` checks the types of everything; a build for use need not do it again.
  typescript: { ignoreBuildErrors: true },
  // Handlers of large answers compress once and remember it; pages are compressed by Next.
  compress: true,
};

export default config;
