import { readReceipt } from '../../../../lib/gateway/read-chain.ts';
import { gatewayEndpoint } from '../../../../lib/services/gateway-endpoint.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = gatewayEndpoint('/chain/{chain}/receipt', {
  GET: readReceipt,
});
