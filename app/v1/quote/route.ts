import { routeHandlers } from '../../../lib/services/served.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers('/v1/quote');
