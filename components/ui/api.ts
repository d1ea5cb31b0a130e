'use client';
import { createPortageClient } from '../../lib/api/client.ts';

/** The page talks to the deployment that served it and to nobody else. */
export const api = createPortageClient({ baseUrl: '' });
