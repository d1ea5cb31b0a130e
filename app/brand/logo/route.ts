import { endpoint } from '../../../lib/http/endpoint.ts';
import { answerLogo } from '../../../lib/services/brand-logo.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  route: '/brand/logo',
  cors: false,
  quiet: true,
  methods: { GET: answerLogo },
});
