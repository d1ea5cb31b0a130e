'use client';
import { createPageClient } from '../../lib/api/page-client.ts';

/** The page talks to the deployment that served it and to nobody else. */
export const api = createPageClient({ baseUrl: '' });
