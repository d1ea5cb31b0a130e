/** For tests: an instance that observes open swaps in a Postgres until it is killed, and prints which it observes. */
import { openStore } from '../db/open-store.ts';
import type { Observation } from '../domain/swap-status.ts';
import { createTracking } from './get-tracking.ts';
import { draftOf, ether, fakeChains, fakeClients, fakeProvider, paymentTx, seenBy, signing } from './test-world.ts';

/** `hangs`: no look ever ends. `settles`: the first look sees the payout. `waits`: nothing ends a swap. */
const [databaseUrl = '', mode = '', ...hashes] = process.argv.slice(2);
const say = (line: string) => process.stdout.write(`${line}\n`);

const store = await openStore({ dataDir: '/nowhere', databaseUrl, network: { name: 'sandbox' } });
const chains = fakeChains();
for (const txid of hashes) chains.utxo.set(txid, paymentTx({ txid, blockHeight: 100, blockTime: 1_700_000_000 }));
const { provider } = fakeProvider();
const track: typeof provider.track = async ({ hash = '' }) => {
  const swap = await store.findNewestSwapByHash(hash);
  say(`${hash} ${swap?.lastObservedAt}`);
  if (mode === 'hangs') return new Promise(() => undefined);
  const tx = { hash: `0x${hash}`, chain: 'ETH', amount: ether('9.9'), address: draftOf().destinationAddress } as const;
  const paidOut: Observation = { kind: 'outboundSent', at: Date.now(), leg: 0, tx };
  return seenBy(mode === 'settles' ? [paidOut] : []);
};
const tracking = createTracking({
  store,
  network: 'sandbox',
  clients: fakeClients(chains),
  providerOf: () => ({ ...provider, track }),
  verify: signing.verify,
  now: () => Date.now(),
  log: () => undefined,
  everyMs: 50,
});
tracking.start();
say('observing');
// The observer's timers do not keep the process alive.
setInterval(() => undefined, 60_000);
