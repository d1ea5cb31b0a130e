/** The streaming ids, and Chainflip by its vault: each is quoted, paid by a program, and tracked to its end. */
import { createPortageClient } from '../../lib/api/client.ts';
import type { ProviderId } from '../../lib/domain/provider-id.ts';
import { expect, test } from '../support/api-test.ts';
import { createEvmPayer } from '../support/evm-payer.ts';
import { follow, last } from '../support/follow.ts';
import { sharedSandbox } from '../support/sandbox.ts';

const BTC_ADDRESS = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';

const AMOUNTS: readonly (readonly [ProviderId, string])[] = [
  ['THORCHAIN_STREAMING', '20'],
  ['MAYACHAIN_STREAMING', '1.5'],
  ['CHAINFLIP', '1.5'],
  ['CHAINFLIP_STREAMING', '200'],
];

for (const [provider, amount] of AMOUNTS)
  test(`${provider}: a program sells ${amount} ETH for BTC and gets no less than what was guaranteed`, async ({
    url,
  }) => {
    const client = createPortageClient({ baseUrl: url });
    const payer = createEvmPayer(url, 'ETH');
    await sharedSandbox().fund('ETH', payer.address, String(Number(amount) + 1));
    const quote = await client.quote({
      sellAsset: 'ETH.ETH',
      buyAsset: 'BTC.BTC',
      sellAmount: amount,
      slippage: 5,
      providers: [provider],
      sourceAddress: payer.address,
      destinationAddress: BTC_ADDRESS,
      includeTx: true,
    });
    const [route] = quote.routes;
    if (!route) throw new Error(`no route: ${JSON.stringify(quote.providerErrors)}`);
    expect(route.providers).toEqual([provider]);
    const hash = await payer.pay(route);
    const states = await follow(client, { quoteId: quote.quoteId, routeIndex: 0, hash, chainId: 'ETH' });
    const end = last(states);
    expect(end).toMatchObject({ success: true, trackingStatus: 'completed', stage: 'outbound' });
    expect(Number(end.data.route?.actualBuyAmount)).toBeGreaterThanOrEqual(Number(route.expectedBuyAmountMaxSlippage));
    if (provider.endsWith('_STREAMING')) expect(states.some(({ data }) => data.isStreaming)).toBe(true);
  });
