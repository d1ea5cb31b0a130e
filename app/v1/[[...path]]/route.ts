import { notFound } from '../../../lib/api/problem.ts';
import { type EndpointHandler, endpoint } from '../../../lib/http/endpoint.ts';

const nothingHere: EndpointHandler = async () => {
  throw notFound('There is nothing at this path; /openapi.json lists what there is.');
};

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  route: '/v1/*',
  cors: true,
  readsBody: false,
  methods: { GET: nothingHere, POST: nothingHere, PUT: nothingHere, PATCH: nothingHere, DELETE: nothingHere },
});
