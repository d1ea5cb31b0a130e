/**
 * Measures two-leg routes against their single legs, alternating in one run, so that a machine whose speed drifts
 * affects all alike.
 */
import type { PortageClient } from '../../lib/api/client.ts';
import type { ProviderId } from '../../lib/domain/provider-id.ts';
import { USDC } from '../support/oneinch.ts';
import { ETH_DAI, ETH_LINK, SOL_BONK } from '../support/two-leg.ts';
import type { CountingProxy } from './counting-proxy.ts';

type Ask = Parameters<PortageClient['quote']>[0];
type Legs = 'oneinch' | 'jupiter' | 'chainflip-backend';
type TwoLegCase = { whole: Ask; legs: readonly [Ask, Ask]; upstreams: readonly [Legs, Legs]; points: number };

const ROUNDS = 40;
const WARM_UPS = 5;
const ETH_USDC = `ETH.USDC-${USDC}`;
const SOL_USDC = 'SOL.USDC-EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';

const ask = (provider: ProviderId, sellAmount: string, sellAsset: string, buyAsset: string): Ask => ({
  sellAsset,
  buyAsset,
  sellAmount,
  slippage: 2,
  providers: [provider],
});

/** `points`: the assets at which the legs may meet; each is quoted for both legs. */
export const TWO_LEG_CASES: readonly TwoLegCase[] = [
  {
    whole: ask('ONEINCH->CHAINFLIP', '2500', ETH_DAI, 'BTC.BTC'),
    legs: [ask('ONEINCH', '2500', ETH_DAI, ETH_USDC), ask('CHAINFLIP', '2500', ETH_USDC, 'BTC.BTC')],
    upstreams: ['oneinch', 'chainflip-backend'],
    points: 2,
  },
  {
    whole: ask('JUPITER->CHAINFLIP', '50000000', SOL_BONK, 'BTC.BTC'),
    legs: [ask('JUPITER', '50000000', SOL_BONK, SOL_USDC), ask('CHAINFLIP', '1000', SOL_USDC, 'BTC.BTC')],
    upstreams: ['jupiter', 'chainflip-backend'],
    points: 3,
  },
  {
    whole: ask('CHAINFLIP->ONEINCH', '0.03', 'BTC.BTC', ETH_LINK),
    legs: [ask('CHAINFLIP', '0.03', 'BTC.BTC', ETH_USDC), ask('ONEINCH', '2800', ETH_USDC, ETH_LINK)],
    upstreams: ['chainflip-backend', 'oneinch'],
    points: 3,
  },
];

const median = (values: number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

async function answered(client: PortageClient, asked: Ask): Promise<number> {
  const started = performance.now();
  const { routes, providerErrors } = await client.quote(asked);
  const took = performance.now() - started;
  if (routes.length === 0) throw new Error(`${asked.providers}: ${JSON.stringify(providerErrors)}`);
  return took;
}

/** Prints the time and the upstream quotes of the whole route against those of its legs quoted one after the other. */
export async function besideItsLegs(
  client: PortageClient,
  proxies: Readonly<Record<Legs, CountingProxy>>,
  { whole, legs, upstreams, points }: TwoLegCase,
): Promise<void> {
  const asks = [whole, ...legs];
  for (let warmUp = 0; warmUp < WARM_UPS; warmUp += 1) for (const one of asks) await answered(client, one);
  const times: number[][] = asks.map(() => []);
  const calls = asks.map(() => new Map<Legs, number>());
  let others = 0;
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [index, one] of asks.entries()) {
      for (const name of upstreams) proxies[name].reset();
      times[index]?.push(await answered(client, one));
      for (const name of upstreams) {
        calls[index]?.set(name, (calls[index]?.get(name) ?? 0) + proxies[name].quoteMs.length);
        others += proxies[name].others();
      }
    }
  const [all = Number.NaN, first = Number.NaN, second = Number.NaN] = times.map(median);
  const perQuote = (index: number) =>
    upstreams.map((name) => `${name} ${((calls[index]?.get(name) ?? 0) / ROUNDS).toFixed(2)}`).join(', ');
  console.log(
    `quote, ${whole.providers}, ${points} meeting points: ${(all / (first + second)).toFixed(2)} x its legs one after the other ` +
      `(${all.toFixed(1)} ms against ${first.toFixed(1)} + ${second.toFixed(1)} ms); upstream quotes of it: ${perQuote(0)}; ` +
      `of its first leg alone: ${perQuote(1)}; of its second alone: ${perQuote(2)}; ` +
      `other calls to them in these ${ROUNDS * asks.length} quotes: ${others}`,
  );
}
