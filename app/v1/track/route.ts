import { endpoint } from '../../../lib/http/endpoint.ts';
import { services } from '../../../lib/services/services.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  route: '/v1/track',
  cors: true,
  methods: { POST: async (input) => (await services()).answerTrack(input) },
});
