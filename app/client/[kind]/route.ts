import { routeHandlers } from '../../../lib/composition/served.ts';

/** Reached as `/client.ts`, `/client.js`, `/client.tgz` and `/client-VERSION.tgz`: `next.config.ts`. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers('/client.{ts,js,tgz}');
