/**
 * Measures the cost of invented hashes: calls of upstreams while no client asks, and the time to follow a paid swap.
 */
import type { PortageClient } from '../../lib/api/client.ts';
import type { CountingProxy } from './counting-proxy.ts';

const HASHES = 10_000;
const AT_ONCE = 20;
/** A whole minute: background looks at such hashes are limited by the minute. */
const QUIET_MS = 60_000;

const invented = (number: number): string => `0x${number.toString(16).padStart(64, 'e')}`;

async function callsPerSecond(proxies: readonly CountingProxy[]): Promise<number> {
  for (const proxy of proxies) proxy.reset();
  await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
  return proxies.reduce((sum, proxy) => sum + proxy.others() + proxy.quoteMs.length, 0) / (QUIET_MS / 1000);
}

type Measured = { callsPerSecond: number; seconds: number };

async function measured(
  name: string,
  proxies: readonly CountingProxy[],
  paySwap: () => Promise<unknown>,
): Promise<Measured> {
  const calls = await callsPerSecond(proxies);
  const started = performance.now();
  await paySwap();
  const seconds = (performance.now() - started) / 1000;
  console.log(
    `${name}: ${calls.toFixed(2)} calls to upstreams a second; a swap is paid and followed in ${seconds.toFixed(1)} s`,
  );
  return { callsPerSecond: calls, seconds };
}

/** @param paySwap pays a swap and follows it to its end. */
export async function besideReportedHashes(
  client: PortageClient,
  proxies: readonly CountingProxy[],
  paySwap: () => Promise<unknown>,
): Promise<void> {
  const { quoteId } = await client.quote({
    sellAsset: 'ETH.ETH',
    buyAsset: 'BTC.BTC',
    sellAmount: '1',
    slippage: 5,
    providers: ['THORCHAIN'],
    destinationAddress: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  });
  const without = await measured('without invented hashes', proxies, paySwap);
  const started = performance.now();
  for (let number = 0; number < HASHES; number += AT_ONCE)
    await Promise.all(
      Array.from({ length: AT_ONCE }, (_, one) => client.track({ quoteId, hash: invented(number + one) })),
    );
  console.log(`${HASHES} invented hashes are reported in ${((performance.now() - started) / 1000).toFixed(0)} s`);
  const beside = await measured(`with ${HASHES} invented hashes`, proxies, paySwap);
  console.log(
    `beside ${HASHES} invented hashes: ${(beside.callsPerSecond / without.callsPerSecond).toFixed(2)} x the calls to ` +
      `upstreams, ${(beside.seconds / without.seconds).toFixed(2)} x the time to pay and follow a swap`,
  );
}
