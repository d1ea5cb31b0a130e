/** Swaps that are really paid: quoted, signed and sent to the sandbox's chains. */
import { createPortageClient } from '../../lib/api/client.ts';
import type { QuoteRequest } from '../../lib/api/schemas/quote.ts';
import { createEvmPayer } from '../support/evm-payer.ts';
import { createUtxoPayer } from '../support/utxo-payer.ts';
import type { Deployment } from './deployment.ts';

export type PaidSwap = { quoteId: string; hash: string };
type Receivers = { receiver: string };

const PAYERS = 8;

/**
 * Pays swaps of ETH to BTC, each to an address of its own, so that what arrives there is that swap's payout.
 * @param apps of which the last one sends the payments: it lives as long as they do.
 */
export async function paySwaps(
  { url, apps, sandbox }: Pick<Deployment, 'url' | 'apps' | 'sandbox'>,
  number: number,
  apiKey?: string,
): Promise<(PaidSwap & Receivers)[]> {
  const client = createPortageClient({ baseUrl: url, retries: 20, ...(apiKey === undefined ? {} : { apiKey }) });
  const paid: (PaidSwap & Receivers)[] = [];
  let left = number;
  let declined = 0;
  const pay = async (): Promise<void> => {
    const payer = createEvmPayer(apps.at(-1)?.url ?? url, 'ETH');
    await sandbox.fund('ETH', payer.address, '10000');
    while (left > 0) {
      left -= 1;
      const receiver = createUtxoPayer(url, 'BTC').address;
      const asked: QuoteRequest = {
        ...{ sellAsset: 'ETH.ETH', buyAsset: 'BTC.BTC', sellAmount: '0.2', slippage: 10, includeTx: true },
        ...{ sourceAddress: payer.address, destinationAddress: receiver, providers: ['THORCHAIN'] },
      };
      const { quoteId, routes, providerErrors } = await client.quote(asked, { idempotencyKey: receiver });
      const [route] = routes;
      // A busy node may not say in time what the transaction needs: such a quote is asked for anew.
      if (!route?.tx) {
        declined += 1;
        left += 1;
        const why = route?.meta.txUnavailable ?? providerErrors?.[0]?.message;
        if (declined > number) throw new Error(`no transaction: ${why}`);
        continue;
      }
      const hash = await payer.pay(route);
      await client.track({ quoteId, hash });
      paid.push({ quoteId, hash, receiver });
    }
  };
  await Promise.all(Array.from({ length: Math.min(PAYERS, number) }, pay));
  return paid;
}
