/** For tests: a process that sends what is due, from a data folder or a Postgres, until it is killed. */
import { openStore } from '../db/open-store.ts';
import { createSend } from './send.ts';
import { createSender } from './sender.ts';

const [database = '', skewMs = '0'] = process.argv.slice(2);
const databaseUrl = database.startsWith('postgres:') ? database : undefined;
const store = await openStore({ dataDir: database, databaseUrl, network: { name: 'sandbox' } });
const now = () => Date.now() + Number(skewMs);
createSender({ store, send: createSend({ network: 'sandbox' }), now, log: () => undefined, everyMs: 20 }).start();
// The sender's own timers hold no process.
setInterval(() => undefined, 60_000);
