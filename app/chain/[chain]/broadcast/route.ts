import { broadcast } from '../../../../lib/gateway/send-to-chain.ts';
import { gatewayEndpoint } from '../../../../lib/services/gateway-endpoint.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = gatewayEndpoint('/chain/{chain}/broadcast', {
  POST: broadcast,
});
