import { expect, it } from 'vitest';
import { bench } from './testing/bench.ts';
import { type Json, objectFixture } from './testing/chainflip-double.ts';

const options = { signal: new AbortController().signal };
const off = {
  vaultSwapDepositsEnabled: false,
  depositChannelDepositsEnabled: false,
  depositChannelCreationEnabled: false,
  egressEnabled: false,
};
const without = (names: readonly string[], changes: Json = off) => {
  const info = objectFixture('network-info');
  const assets = info.assets as Json[];
  return {
    info: () => ({
      json: {
        ...info,
        assets: assets.map((one) => (names.includes(String(one.asset)) ? { ...one, ...changes } : one)),
      },
    }),
  };
};
async function stopped(answers: Parameters<typeof bench>[0]) {
  const { provider } = await bench(answers);
  return new Map((await provider.pauses?.(options))?.map((trade) => [trade.chain, trade.stopped] as const));
}

it('says of a chain that it has stopped once deposits and payouts of all its assets are off, not before', async () => {
  expect((await stopped({})).get('BTC')).toBeUndefined();
  expect((await stopped(without(['Btc']))).get('BTC')).toMatch(/switched off deposits and payouts/);
  expect((await stopped(without(['Btc'], { ...off, egressEnabled: true }))).get('BTC')).toBeUndefined();
  expect((await stopped(without(['Eth']))).get('ETH')).toBeUndefined();
});

it('tells of every chain that it reaches', async () => {
  expect([...(await stopped({})).keys()]).toEqual(expect.arrayContaining(['BTC', 'ETH', 'ARB', 'SOL']));
});
