/** What a unit of gas costs on each chain now: asked seldom, and never a reason for a quote to fail. */
import type { ChainClients } from '../../chain-clients/chain-clients.ts';
import type { ChainId } from '../../domain/chain-id.ts';
import { timeLimit } from '../../domain/time-limit.ts';
import { orAborted } from '../or-aborted.ts';

export type GasPrices = {
  /** Wei; undefined where the chain cannot be asked. */
  of(chain: ChainId, signal: AbortSignal): Promise<bigint | undefined>;
};

const KEEP_MS = 10_000;
const PATIENCE_MS = 2_000;

export function createGasPrices(clients: ChainClients, now: () => number): GasPrices {
  const kept = new Map<ChainId, { at: number; price: Promise<bigint | undefined> }>();

  async function ask(chain: ChainId): Promise<bigint | undefined> {
    const answer = await clients.evm(chain)?.rpc('eth_gasPrice', [], { signal: timeLimit(PATIENCE_MS) });
    return typeof answer === 'string' && /^0x[0-9a-f]+$/i.test(answer) ? BigInt(answer) : undefined;
  }

  return {
    of(chain, signal) {
      const known = kept.get(chain);
      const fresh = known && now() - known.at <= KEEP_MS ? known.price : undefined;
      const price = fresh ?? ask(chain);
      if (!fresh) {
        kept.set(chain, { at: now(), price });
        price.catch(() => {
          if (kept.get(chain)?.price === price) kept.delete(chain);
        });
      }
      return orAborted(price, signal).catch(() => undefined);
    },
  };
}
