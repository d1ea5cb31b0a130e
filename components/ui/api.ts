'use client';
import { createPageClient } from '../../lib/api/page-client.ts';
import { createPageFetch } from '../../lib/api/page-fetch.ts';

/** Calls the API as this page's own visitor. */
export const pageFetch = createPageFetch({
  send: (input, init) => fetch(input, init),
  monotonic: () => performance.now(),
});

/** The API client of the page, which talks only to the deployment that served it. */
export const api = createPageClient({ baseUrl: '', fetch: pageFetch });
