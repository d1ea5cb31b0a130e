import { endpoint } from '../../../../lib/http/endpoint.ts';
import { services } from '../../../../lib/services/services.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  route: '/v1/quote/{quoteId}',
  cors: true,
  methods: { GET: async (input) => (await services()).answerStoredQuote(input) },
});
