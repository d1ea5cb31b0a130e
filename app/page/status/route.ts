import { pageFactsEndpoint } from '../../../lib/services/page-facts-endpoint.ts';
import { readStatus } from '../../../lib/services/read-status.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = pageFactsEndpoint('/page/status', () => readStatus());
