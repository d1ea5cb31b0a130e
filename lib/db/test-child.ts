/** For tests: a process that stores things until it is killed, and reports after each what the store acknowledged. */
import { stringify } from '../domain/json.ts';
import { openStore } from './open-store.ts';
import { storeFaultOf } from './store-faults.ts';
import { testChannel, testClaim, UNLIMITED } from './test-channels.ts';
import { orderDraft, testPreparation } from './test-preparations.ts';

const [dataDir = '', mode = ''] = process.argv.slice(2);
const say = (line: string) => process.stdout.write(`${line}\n`);

try {
  const store = await openStore({ dataDir, databaseUrl: undefined, network: { name: 'sandbox' } });
  say('open');
  process.once('SIGTERM', () => void store.close().then(() => process.exit(0)));
  for (let n = 0; mode === 'write'; n += 1) {
    const id = `quote-${process.pid}-${n}`;
    await store.saveQuote({ id, createdAt: n, request: {}, response: { filler: 'x'.repeat(4000) }, drafts: [] });
    const swap = await store.recordSwap({ quoteId: id, routeIndex: 0, hash: `h${n}`, chain: 'BTC', now: n });
    await store.appendObservations(swap.id, [{ kind: 'swapping', at: n, leg: 0, swapId: stringify(10n ** 20n) }]);
    say(`${id} ${swap.id}`);
  }
  for (let n = 0; mode === 'persist'; n += 1) {
    const id = `quote-${process.pid}-${n}`;
    try {
      await store.saveQuote({ id, createdAt: n, request: {}, response: {}, drafts: [] });
      say(id);
    } catch (error) {
      say(`failed ${storeFaultOf(error)?.message}`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
  for (let n = 0; mode === 'channels'; n += 1) {
    const id = `channel-${process.pid}-${n}`;
    await store.saveQuote({ id, createdAt: n, request: {}, response: {}, drafts: [] });
    await store.claimChannel(testClaim({ id, quoteId: id, key: id, now: n, limits: UNLIMITED }));
    say(`opening ${id}`);
    await store.settleChannel(id, { state: 'open', channel: testChannel(n + 1_000_000), failure: null }, n);
    say(`open ${id}`);
  }
  for (let n = 0; mode === 'orders'; n += 1) {
    const id = `order-${process.pid}-${n}`;
    await store.claimPreparation(testPreparation({ id, key: id, now: n }));
    say(`creating ${id}`);
    const outcome = { state: 'created', draft: orderDraft(id), livesUntil: n + 1_000_000, failure: null } as const;
    await store.settlePreparation(id, outcome);
    say(`created ${id}`);
    await store.saveQuote({ id, createdAt: n, request: {}, response: {}, drafts: [orderDraft(id)] });
    say(`quoted ${id}`);
  }
} catch (error) {
  say(error instanceof Error ? `${error.name}: ${error.message}` : String(error));
  process.exit(1);
}
