import { endpoint } from '../../../../lib/http/endpoint.ts';
import { services } from '../../../../lib/services/services.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  route: '/garden/{quoteId}/{routeIndex}',
  cors: false,
  methods: { POST: async (input) => (await services()).answerSignature(input) },
});
