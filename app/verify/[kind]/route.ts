import { routeHandlers } from '../../../lib/composition/served.ts';

/** Reached as `/verify.js` and `/verify.d.ts`: `next.config.ts`. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers('/verify.{js,d.ts}');
