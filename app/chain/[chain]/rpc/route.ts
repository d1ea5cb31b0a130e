import { answerRpc } from '../../../../lib/gateway/json-rpc.ts';
import { gatewayEndpoint } from '../../../../lib/services/gateway-endpoint.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = gatewayEndpoint('/chain/{chain}/rpc', {
  POST: answerRpc,
});
