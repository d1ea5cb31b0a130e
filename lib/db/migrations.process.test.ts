/** A data folder of any earlier version opens with all its data, and open swaps continue. */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import { beforeAll, expect, it } from 'vitest';
import { stringify } from '../domain/json.ts';
import { testChannel, testClaim } from './test-channels.ts';
import { embedded, freshFolder } from './test-folders.ts';
import { orderDraft, testPreparation } from './test-preparations.ts';

/** The migrations up to and with the one named, as the version that shipped it had them. */
function migrationsUntil(tag: string): string {
  const folder = join(freshFolder(), 'migrations');
  mkdirSync(folder, { recursive: true });
  cpSync('lib/db/migrations', folder, { recursive: true });
  const journal = join(folder, 'meta', '_journal.json');
  const { entries, ...rest } = JSON.parse(readFileSync(journal, 'utf8')) as { entries: { tag: string }[] };
  const kept = entries.slice(0, entries.findIndex((entry) => entry.tag === tag) + 1);
  expect(kept.length).toBeGreaterThan(0);
  writeFileSync(journal, JSON.stringify({ ...rest, entries: kept }));
  return folder;
}

/** A cluster without any table, which takes seconds to create. */
const bareCluster = join(freshFolder(), 'db');
beforeAll(async () => (await PGlite.create({ dataDir: bareCluster })).close());

/** A folder as that version left it, with these rows in it. */
async function folderOf(tag: string, rows: string): Promise<string> {
  const folder = freshFolder();
  const dataDir = join(folder, 'db');
  cpSync(bareCluster, dataDir, { recursive: true });
  const client = await PGlite.create({ dataDir });
  await migrate(drizzle(client), { migrationsFolder: migrationsUntil(tag) });
  await client.exec(rows);
  await client.close();
  return folder;
}

/** The trace of a later version. */
const NEWER = `
  alter table quotes add column later text;
  insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', 9999999999999);
`;

it('a data folder of the version before orders opens with all that is in it, and takes orders', async () => {
  const folder = await folderOf(
    '0001_deposit_channels',
    `
    insert into quotes values ('old', 'sandbox', 5, '{}', '{"routes":[]}', '[]');
    insert into swaps (id, network, quote_id, route_index, hash, chain, created_at, status)
      values ('swap', 'sandbox', 'old', 0, 'abc', 'BTC', 5, 'pending');
  `,
  );
  const store = await embedded(folder);
  expect(await store.loadQuote('old')).toMatchObject({ createdAt: 5, response: { routes: [] } });
  expect(await store.findNewestSwapByHash('abc')).toMatchObject({ id: 'swap', status: 'pending' });
  const claim = testPreparation({ id: 'p', key: 'k', now: 1 });
  expect((await store.claimPreparation(claim)).outcome).toBe('mine');
  await store.close();
});

it('a data folder that a newer version has changed is refused in one sentence, and stays as it is', async () => {
  const folder = await folderOf('0009_quote_content', NEWER);
  const [one, two] = [await embedded(folder).catch(String), await embedded(folder).catch(String)];
  expect(one).toBe(
    `DataFolderFault: The database in ${join(folder, 'db')} was changed by a newer version of Portage: start that version, or name another database; nothing in it was changed.`,
  );
  expect(two).toBe(one);
  const client = await PGlite.create({ dataDir: join(folder, 'db') });
  expect((await client.query('select later from quotes')).rows).toEqual([]);
  await client.exec('delete from drizzle.__drizzle_migrations where hash = $$later$$');
  await client.close();
  await (await embedded(folder)).close();
});

it('a data folder of the version before compressed quotes keeps them, as payable ones', async () => {
  const rows = `insert into quotes values ('old', 'sandbox', 5, '{"a":{"$int":"1"}}', '{"z":1,"routes":[]}', '[]', null);`;
  const store = await embedded(await folderOf('0007_one_table', rows));
  const old = { id: 'old', createdAt: 5, request: { a: 1n }, response: { z: 1, routes: [] }, drafts: [] };
  expect(await store.loadQuote('old')).toEqual(old);
  await store.clearQuotes({ now: 10, unpayableBefore: 10, unpaidBefore: 5, paidBefore: undefined });
  expect(await store.loadQuote('old')).toEqual(old);
  await store.saveQuote({ ...old, id: 'new' });
  expect(await store.loadQuote('new')).toEqual({ ...old, id: 'new' });
  await store.close();
});

it('a data folder of the version before one table for all keeps its open swaps, channels, orders and answers', async () => {
  const text = (value: string) => `'${value.replaceAll("'", "''")}'`;
  const channel = testChannel(9_000_000);
  const order = orderDraft('order-1');
  const failure = { fault: 'uncertain', message: 'Nobody knows.' };
  const folder = await folderOf(
    '0005_told_hashes',
    `
    insert into quotes values ('q', 'sandbox', 5, '{}', '{"routes":[]}', '[]', null);
    insert into channels (id, network, key, quote_id, route_index, chain, client, created_at, state, lives_until, channel, deposit_address, upstream_id, failure) values
      ('c-open', 'sandbox', 'terms', 'q', 1, 'BTC', 'me', 1000, 'open', 8000000, ${text(JSON.stringify(channel))}, ${text(channel.depositAddress.toLowerCase())}, ${text(channel.channelId)}, null),
      ('c-now', 'sandbox', 'now', 'q', 0, 'BTC', 'me', ${Date.now()}, 'opening', null, null, null, null, null),
      ('c-opening', 'sandbox', 'others', 'q', 0, 'BTC', 'me', 1001, 'opening', null, null, null, null, ${text(JSON.stringify(failure))}),
      ('c-failed', 'sandbox', 'failed', 'q', 0, 'BTC', 'me', 1002, 'failed', null, null, null, null, ${text(JSON.stringify({ ...failure, fault: 'refused' }))});
    insert into swaps (id, network, quote_id, route_index, hash, chain, created_at, status, channel_id)
      values ('swap', 'sandbox', 'q', 1, '', 'BTC', 1000, 'not_started', 'c-open');
    insert into preparations (id, network, key, provider, client, created_at, state, lives_until, draft, order_id, failure) values
      ('p', 'sandbox', 'order terms', 'GARDEN', 'me', 1000, 'created', 8000000, ${text(stringify(order))}, 'order-1', null);
    insert into answers values ('sandbox digest', 'body', 'owner', 1000, '{"n":1}'), ('sandbox running', 'body', 'owner-2', 1000, null);
  `,
  );
  const store = await embedded(folder);
  const open = await store.loadChannel('c-open');
  expect(open).toMatchObject({ quoteId: 'q', routeIndex: 1, state: 'open', channel, livesUntil: 8_000_000 });
  expect(await store.findChannel({ upstreamId: channel.channelId })).toEqual(open);
  expect(await store.channelAt('BTC', [channel.depositAddress])).toEqual(open);
  expect(await store.channelsOfRoute({ quoteId: 'q', routeIndex: 1 })).toEqual([open]);
  const again = testClaim({ id: 'new', quoteId: 'q', key: 'terms', now: 2000 });
  expect(await store.claimChannel(again)).toEqual({ outcome: 'exists', row: open });
  expect(await store.loadChannel('c-opening')).toMatchObject({ state: 'opening', failure });
  const uncertain = testClaim({ id: 'newer', quoteId: 'q', key: 'others', now: 1050 });
  expect((await store.claimChannel(uncertain)).outcome).toBe('exists');
  expect((await store.claimChannel({ ...uncertain, key: 'failed' })).outcome).toBe('mine');
  expect(await store.findSwapOfChannel('c-open')).toMatchObject({ id: 'swap', channelId: 'c-open' });
  expect((await store.openSwaps(10)).map(({ id }) => id)).toEqual(['swap']);

  const full = await store.claimChannel({
    ...uncertain,
    id: 'full',
    key: 'more',
    client: 'me',
    limits: { perClient: 2, inAll: 1_000, dayMs: 86_400_000 },
  });
  expect(full).toMatchObject({ outcome: 'full', limit: 'client' });

  expect(await store.claimPreparation(testPreparation({ id: 'p-2', key: 'order terms', now: 2000 }))).toMatchObject({
    outcome: 'exists',
    row: { id: 'p', provider: 'GARDEN', state: 'created', draft: order },
  });
  await store.endOrder('order-1', 3000);
  expect(await store.loadPreparation('p')).toMatchObject({ livesUntil: 3000 });

  const claim = { fingerprint: 'body', now: 2000, keptSince: 0, creatingSince: 0 };
  expect(await store.claimAnswer({ ...claim, id: 'new-1', key: 'digest' })).toMatchObject({
    outcome: 'exists',
    row: { fingerprint: 'body', answer: '{"n":1}', isSettled: true },
  });
  expect((await store.claimAnswer({ ...claim, id: 'new-2', key: 'running' })).outcome).toBe('mine');
  await store.close();
});
