import { readFeeReserve } from '../../../../lib/gateway/fee-reserve.ts';
import { gatewayEndpoint } from '../../../../lib/services/gateway-endpoint.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = gatewayEndpoint('/chain/{chain}/reserve', {
  GET: readFeeReserve,
});
