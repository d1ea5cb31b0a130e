import { routeHandlers } from '../../../lib/composition/served.ts';

/** Reached as `/client.ts` and `/client.js`: `next.config.ts`. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers('/client.{ts,js}');
