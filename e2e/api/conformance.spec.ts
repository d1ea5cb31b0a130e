import { createPortageClient } from '../../lib/api/client.ts';
import { expect, test } from '../support/api-test.ts';
import { conformance } from '../support/conformance.ts';
import { createEvmPayer } from '../support/evm-payer.ts';
import { follow, last } from '../support/follow.ts';
import { sharedSandbox } from '../support/sandbox.ts';

/** A swap of ETH whose payout is in a block, as `--swap` takes it. */
async function finishedSwap(url: string): Promise<string> {
  const client = createPortageClient({ baseUrl: url });
  const payer = createEvmPayer(url, 'ETH');
  await sharedSandbox().fund('ETH', payer.address, '5');
  const quote = await client.quote({
    sellAsset: 'ETH.ETH',
    buyAsset: 'BTC.BTC',
    sellAmount: '1.5',
    slippage: 3,
    providers: ['THORCHAIN'],
    sourceAddress: payer.address,
    destinationAddress: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    includeTx: true,
  });
  const [route] = quote.routes;
  if (!route) throw new Error('a route was expected');
  const hash = await payer.pay(route);
  const end = last(await follow(client, { quoteId: quote.quoteId, routeIndex: 0, hash }));
  expect(end.trackingStatus).toBe('completed');
  // THORChain reports its payout before Bitcoin has mined it.
  const payoutBlock = async () =>
    (await client.track({ quoteId: quote.quoteId, routeIndex: 0, hash })).data.outbound?.blockNumber ?? 0;
  await expect.poll(payoutBlock).toBeGreaterThan(0);
  return `${quote.quoteId}/0/${hash}`;
}

/** The shared app refuses nobody. */
const BY_OPTION = ['served.address', 'served.problems'];

/** For routes with a transaction the service looks at the sender's balance. */
const SENDERS = {
  ETH: ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', '50'],
  SOL: ['9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM', '500'],
  GAIA: ['cosmos1qypqxpq9qcrsszg2pvxq6rs0zqg3yyc5lzv7xu', '5000'],
} as const;

test('the service does what the interface says, and what Portage adds to it', async ({ url }) => {
  const swap = await finishedSwap(url);
  for (const [chain, [address, amount]] of Object.entries(SENDERS)) await sharedSandbox().fund(chain, address, amount);
  const senders = Object.entries(SENDERS).flatMap(([chain, [address]]) => ['--source', `${chain}=${address}`]);
  const { code, report } = await conformance(
    ...[url, '--level', 'portage', '--with-channels', '--affiliate', 'ptg', '--swap', swap, ...senders],
  );
  expect(report.checks.filter(({ outcome }) => outcome === 'failed')).toEqual([]);
  // Every check must be judged, except those that need a key or an internal error.
  const notJudged = report.checks.filter(({ outcome }) => outcome === 'notJudged').map(({ id }) => id);
  const withKey = ['integrators.swaps', 'integrators.swaps-csv', 'integrators.usage'];
  expect(notJudged.sort()).toEqual([
    'http.internal-error',
    'http.key',
    'http.key-alias',
    'http.limited',
    ...withKey,
    ...BY_OPTION,
  ]);
  expect(code).toBe(0);
});
