/**
 * If this fails, the node that quotes can send a payment elsewhere: whatever it says in one field, the route pays the
 * vault that both operators name, for the receiver and at least for what it shows, or there is none. `npm run lies` tells
 * the same of every upstream.
 */
import { describe, expect, it } from 'vitest';
import { clientsWith } from '../../chain-clients/test-clients.ts';
import { ProviderError } from '../../domain/errors.ts';
import { leavesOf, THIEF, withLeaf } from '../../payments/testing/falsify.ts';
import { family } from './testing/family.ts';
import { ALICE_ETH, thorQuote } from './testing/node-double.ts';

const HONEST = thorQuote({ memo: `=:e:${ALICE_ETH}:6767753`, max_streaming_quantity: 1, router: undefined });

/** What could gain a liar something in place of a scalar. */
function tellings(value: unknown): unknown[] {
  if (typeof value === 'number') return [value * 10 + 1, 0];
  if (typeof value === 'boolean') return [!value];
  if (typeof value !== 'string') return [];
  if (/^\d+$/.test(value)) return [`${value}0`, '0'];
  if (/^bc1/.test(value)) return [THIEF.btc];
  return [value.replaceAll(ALICE_ETH, THIEF.evm), `${value}x`, THIEF.evm, ''].filter((one) => one !== value);
}

async function routeWith(answer: unknown) {
  const { quote } = await family('thor', { quote: () => ({ json: answer }) }, clientsWith(), { second: {} });
  try {
    return (await quote())[0];
  } catch (error) {
    if (error instanceof ProviderError) return undefined;
    throw error;
  }
}

const LIES = leavesOf(HONEST).flatMap(({ path, value }) => tellings(value).map((put) => [path, put] as const));

describe('a node that lies in one field of its quote', () => {
  it('has its route while it is honest', async () => {
    expect(await routeWith(HONEST)).toMatchObject({ memo: HONEST.memo, inboundAddress: expect.stringMatching(/^bc1/) });
  });

  it.each(LIES)('%s: %j', async (path, put) => {
    const honest = await routeWith(HONEST);
    const route = await routeWith(withLeaf(HONEST, path.split('.'), put));
    if (!route) return;
    expect(route.inboundAddress).toBe(honest?.inboundAddress);
    expect([route.destinationAddress, route.sourceAddress]).toEqual([
      honest?.destinationAddress,
      honest?.sourceAddress,
    ]);
    const [, asset, receiver, limit = ''] = route.memo?.split(':') ?? [];
    expect([asset, receiver]).toEqual(['e', ALICE_ETH]);
    // The memo counts eight digits, the route its asset's own.
    const shown = route.guaranteedBuy.baseUnits / 10n ** BigInt(route.guaranteedBuy.decimals - 8);
    expect(BigInt(limit.split('/')[0] ?? '0')).toBeGreaterThanOrEqual(shown);
  });
});
