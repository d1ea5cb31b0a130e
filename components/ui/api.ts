'use client';
import { createPageClient } from '../../lib/api/page-client.ts';

/** The API client of the page, which talks only to the deployment that served it. */
export const api = createPageClient({ baseUrl: '' });
