import { endpoint } from '../../lib/http/endpoint.ts';
import { answerOpenApi } from '../../lib/services/answer-openapi.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  route: '/openapi.json',
  cors: true,
  methods: { GET: async ({ request }) => answerOpenApi(request) },
});
