import { endpoint } from '../../lib/http/endpoint.ts';
import { answerMetrics } from '../../lib/services/answer-metrics.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  route: '/metrics',
  cors: false,
  quiet: true,
  methods: { GET: answerMetrics },
});
