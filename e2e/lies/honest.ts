/** Asks the app for every payment of which there are lies, and adds what a client knows of it by itself. */
import { createPortageClient, type PortageClient } from '../../lib/api/client.ts';
import type { SaleRequest } from '../../lib/api/schemas/quote.ts';
import { CHAINS } from '../../lib/chains/chains.ts';
import { assetOf } from '../../lib/domain/asset.ts';
import type { ProviderId } from '../../lib/domain/provider-id.ts';
import asked from '../../lib/payments/__fixtures__/honest-routes.json' with { type: 'json' };
import type { Honest } from '../../lib/payments/testing/lies.ts';
import type { Sandbox } from '../support/sandbox.ts';

const CASES = asked as unknown as readonly Honest[];

/** What was asked, and its honest answer. */
export type Payment = Honest & { request: SaleRequest };

/** Enough for the sale and its fees; a coin beside a token pays for gas. */
async function fund(sandbox: Sandbox, { asked: { sellAsset, sellAmount, sourceAddress } }: Honest): Promise<void> {
  const asset = assetOf(sellAsset);
  if (sourceAddress === undefined || CHAINS[asset.chain].kind === 'cosmos') return;
  const amount = String(Number(sellAmount) * 2);
  if (asset.kind === 'token') await sandbox.fund(asset.chain, sourceAddress, amount, asset.address);
  await sandbox.fund(asset.chain, sourceAddress, asset.kind === 'token' ? '1' : amount);
}

function requestOf({ asked: one, route }: Honest): SaleRequest {
  const { sellAsset, buyAsset, sellAmount, sourceAddress, destinationAddress, slippageBps, maxBoostFeeBps } = one;
  const provider = route.providers?.[0] as ProviderId;
  return {
    sellAsset,
    buyAsset,
    sellAmount,
    ...(sourceAddress === undefined ? {} : { sourceAddress }),
    destinationAddress,
    slippage: slippageBps / 100,
    providers: [provider],
    ...(maxBoostFeeBps === undefined ? {} : { maxBoostFeeBps }),
    includeTx: true,
    allowUnfunded: true,
  };
}

const HURRIED_MS = 100;
const PATIENCE_MS = 60_000;

/** Waits until the coins are there of which the transaction is made. @throws {Error} with what is missing. */
async function answered(client: PortageClient, one: Honest): Promise<Payment> {
  const request = requestOf(one);
  const until = Date.now() + PATIENCE_MS;
  for (;;) {
    const { routes, providerErrors } = await client.quote(request);
    const isBoosted = one.route.meta.boost !== undefined;
    const route = routes.find(({ meta }) => (meta.boost !== undefined) === isBoosted) ?? routes[0];
    if (route?.tx !== undefined) {
      const { expectedBuyAmountMaxSlippage: leastBuyAmount, providers } = route;
      const chosen = { provider: providers[0] ?? '', leastBuyAmount };
      const nowSeconds = Math.floor(Date.now() / 1000);
      return { request, route, asked: { ...one.asked, chosen }, at: { ...one.at, nowSeconds } };
    }
    const why = route?.meta.txUnavailable ?? JSON.stringify(providerErrors);
    if (Date.now() > until) throw new Error(`${one.route.providers?.[0]} gave no transaction: ${why}`);
    await new Promise((resolve) => setTimeout(resolve, HURRIED_MS));
  }
}

/** Every payment, in the sandbox of the app at `baseUrl`. */
export async function honestPayments(baseUrl: string, sandbox: Sandbox): Promise<Payment[]> {
  for (const one of CASES) await fund(sandbox, one);
  const client = createPortageClient({ baseUrl });
  return sandbox.hurried(async () => {
    const payments: Payment[] = [];
    for (const one of CASES) payments.push(await answered(client, one));
    return payments;
  });
}
