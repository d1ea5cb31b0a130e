import { endpoint } from '../../../lib/http/endpoint.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  route: '/health/live',
  cors: false,
  quiet: true,
  methods: { GET: async () => ({ body: { status: 'live' } }) },
});
