/** For tests: the emulated Chainflip on one real local chain that the test drives, with helpers to query it. */
import { z } from 'zod';
import type { World } from '../ledger.ts';
import { createChainflip } from './chainflip.ts';
import type { Json, Ref, Status } from './fake-chainflip.ts';

export type OpenTerms = {
  from: Ref;
  to: Ref;
  destination: string;
  refundAddress: string;
  ccm?: Json;
  minPrice?: string;
  retryDuration?: number;
};

const opened = z.object({ address: z.string(), issued_block: z.number(), channel_id: z.number() });
const NO_WAIT = { sleep: async () => undefined };

/** @param block makes the next blocks of the chain and of Chainflip. */
export function chainflipOnChain(world: World, block: () => Promise<unknown>) {
  const { services, network } = createChainflip(world, NO_WAIT);
  const ask = async (prefix: string, method: string, path: string, body = ''): Promise<Json> => {
    const service = services.find((one) => one.prefix === prefix);
    if (service === undefined) throw new Error(`no ${prefix}`);
    const answer = await service.handle({ method, path, query: new URLSearchParams(), body });
    return JSON.parse(answer.body);
  };
  const status = async (id: string): Promise<Status> =>
    (await ask('chainflip-backend', 'GET', `/v2/swaps/${id}`)) as Status;
  return {
    network,
    status,
    async open(terms: OpenTerms) {
      const { from, to, destination, refundAddress, ccm = null, minPrice = '0x1', retryDuration = 100 } = terms;
      const refund = { retry_duration: retryDuration, refund_address: refundAddress, min_price: minPrice };
      const params = [from, to, destination, 0, ccm, null, null, refund, null];
      const body = { jsonrpc: '2.0', id: 1, method: 'broker_request_swap_deposit_address', params };
      const { result, error } = await ask('chainflip-broker', 'POST', '/', JSON.stringify(body));
      if (result === undefined) throw new Error(JSON.stringify(error));
      const made = opened.parse(result);
      return { address: made.address, id: `${made.issued_block}-${from.chain}-${made.channel_id}` };
    },
    /** Makes blocks until the swap is over. */
    async settle(id: string): Promise<Status> {
      for (let at = 0; at < 80; at += 1) {
        const now = await status(id);
        if (now.state === 'COMPLETED' || now.state === 'FAILED') return now;
        await block();
      }
      return status(id);
    },
  };
}
export type ChainflipOnChain = ReturnType<typeof chainflipOnChain>;
