import { routeHandlers } from '../../../../lib/composition/served.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers('/v1/sign-in/token');
