import { endpoint } from '../../../lib/http/endpoint.ts';
import { answerReady } from '../../../lib/services/answer-health.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  route: '/health/ready',
  cors: false,
  quiet: true,
  methods: { GET: answerReady },
});
