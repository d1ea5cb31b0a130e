/** Caches the price of a unit of each chain's fee. A quote never fails for lack of it. */
import type { ChainClients } from '../chain-clients/chain-clients.ts';
import type { ChainId } from '../domain/chain-id.ts';
import { isWithin } from '../domain/is-within.ts';
import { inTime, timeLimit } from '../domain/time-limit.ts';
import { orAborted } from '../domain/waiting.ts';

export type UnitPrices = {
  /**
   * Wei for a gas on EVM chains, base units for a virtual byte on UTXO chains; undefined when the chain cannot be
   * asked.
   */
  of(chain: ChainId, signal: AbortSignal): Promise<bigint | undefined>;
};

const KEEP_MS = 10_000;
const PATIENCE_MS = 2_000;

export function createUnitPrices(clients: ChainClients, now: () => number): UnitPrices {
  const kept = new Map<ChainId, { at: number; price: Promise<bigint | undefined> }>();

  async function ask(chain: ChainId): Promise<bigint | undefined> {
    const signal = timeLimit(PATIENCE_MS);
    const utxo = clients.utxo(chain);
    if (utxo) return utxo.feeRate({ signal });
    const answer = await clients.evm(chain)?.rpc('eth_gasPrice', [], { signal });
    return typeof answer === 'string' && /^0x[0-9a-f]+$/i.test(answer) ? BigInt(answer) : undefined;
  }

  return {
    of(chain, signal) {
      const known = kept.get(chain);
      const fresh = known && isWithin(KEEP_MS, known.at, now()) ? known.price : undefined;
      const price = fresh ?? ask(chain);
      if (!fresh) {
        kept.set(chain, { at: now(), price });
        price.catch(() => {
          if (kept.get(chain)?.price === price) kept.delete(chain);
        });
      }
      return inTime(PATIENCE_MS, signal, (own) => orAborted(price, own)).catch(() => undefined);
    },
  };
}
