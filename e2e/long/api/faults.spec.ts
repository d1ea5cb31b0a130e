/** A part of `npm run faults`: each upstream in one trouble costs only its own prices, with a true code. */
import { priceWrongs } from '../../faults/expectations.ts';
import { askPrices } from '../../faults/operations.ts';
import { expect, test } from '../../support/api-test.ts';
import { sharedSandbox } from '../../support/sandbox.ts';

const sandbox = sharedSandbox();
const inCalm = (url: string) =>
  expect.poll(async () => [...(await askPrices(url)).quote], { timeout: 20_000 }).toEqual([]);

test('each upstream in trouble costs its own prices alone, says why, and is back at once', async ({ url }) => {
  await inCalm(url);
  for (const target of ['mayanode', 'chainflip-backend', 'chainflip-rpc', 'oneinch', 'jupiter', 'garden', 'rpc/eth']) {
    const fault = { target, kind: '500' };
    const answers = await sandbox.withFault(fault, () => askPrices(url));
    expect(priceWrongs(fault, answers), target).toEqual([]);
    await inCalm(url);
  }
});
