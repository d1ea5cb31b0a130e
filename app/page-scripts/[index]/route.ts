import { endpoint } from '../../../lib/http/endpoint.ts';
import { answerPageScript } from '../../../lib/services/answer-page-script.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  route: '/page-scripts/[index]',
  cors: false,
  methods: { GET: ({ params, signal }) => answerPageScript(params.index ?? '', signal) },
});
