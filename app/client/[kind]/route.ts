import { routeHandlers } from '../../../lib/services/served.ts';

/** Reached as `/client.ts` and `/client.js`: `next.config.js`. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers('/client.{ts,js}');
