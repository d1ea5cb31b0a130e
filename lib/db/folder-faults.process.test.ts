/** An unusable data folder is reported in a sentence that names it and what to do, and nothing in it changes. */
import { createHash } from 'node:crypto';
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { restoreCluster } from './copy-cluster.ts';
import { fileFault } from './folder-faults.ts';
import { childProcess, embedded, freshFolder, letWrite, readyFolder, removeFolders } from './test-folders.ts';

afterAll(removeFolders);

/** Of every file below, by its path. */
function digestOf(folder: string): string {
  const hash = createHash('sha256');
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    hash.update(path);
    if (entry.isFile()) hash.update(readFileSync(path));
  }
  return hash.digest('hex');
}
const failure = async (folder: string): Promise<Error> => {
  try {
    await (await embedded(folder)).close();
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new Error('the folder was opened');
};
const database = (folder: string, ...path: string[]) => join(folder, 'db', ...path);

describe('damage', () => {
  it.each([
    ['pg_control is gone', (folder: string) => rmSync(database(folder, 'global', 'pg_control')), 'is damaged'],
    [
      'pg_control is zero',
      (folder: string) => writeFileSync(database(folder, 'global', 'pg_control'), Buffer.alloc(8192)),
      'is damaged',
    ],
    [
      'the version is another',
      (folder: string) => writeFileSync(database(folder, 'PG_VERSION'), '15\n'),
      'files of Postgres 15',
    ],
    [
      'the log is zero',
      (folder: string) => {
        for (const name of readdirSync(database(folder, 'pg_wal')))
          if (/^[0-9A-F]{24}$/.test(name)) truncateSync(database(folder, 'pg_wal', name), 0);
      },
      'damaged',
    ],
  ])('%s', async (_what, damage, sentence) => {
    const folder = await readyFolder();
    damage(folder);
    const before = digestOf(database(folder, 'base'));
    const { message } = await failure(folder);
    expect(message).toContain(sentence);
    expect(message).toContain(join(folder, 'db'));
    expect(message).toMatch(/restore|start the version/);
    expect(message.split('\n')).toHaveLength(1);
    expect(digestOf(database(folder, 'base'))).toBe(before);
  });

  it('a file in the place of the folder', async () => {
    const file = join(freshFolder(), 'data');
    writeFileSync(file, 'mine');
    expect((await failure(file)).message).toContain(`The data folder ${file} is no folder`);
    expect(readFileSync(file, 'utf8')).toBe('mine');
  });
});

it('a folder that this account may not write', async () => {
  const folder = await readyFolder();
  chmodSync(folder, 0o500);
  // The superuser may write everywhere, so that there only the error itself can be put into words.
  const isSuperuser = process.getuid?.() === 0;
  const message = isSuperuser ? await fileFault({ code: 'EACCES' }, folder) : (await failure(folder)).message;
  expect(message).toContain(`This account may not use the data folder ${folder}`);
  chmodSync(folder, 0o700);
});

describe('a backup', () => {
  it('made while others write has everything acknowledged before it, and restores open swaps', async () => {
    const folder = await readyFolder();
    const target = join(freshFolder(), 'backup');
    const store = await embedded(folder);
    const save = async (id: string) => {
      await store.saveQuote({ id, createdAt: 1, request: {}, response: { of: id }, drafts: [] });
      return store.recordSwap({ quoteId: id, routeIndex: 0, hash: `h-${id}`, chain: 'BTC', now: 1 });
    };
    const before = await Promise.all(Array.from({ length: 20 }, (_none, n) => save(`before-${n}`)));
    await store.appendObservations(before[0]?.id ?? '', [{ kind: 'swapping', at: 1, leg: 0, swapId: 's' }]);
    const beside = Promise.all(Array.from({ length: 20 }, (_none, n) => save(`beside-${n}`)));
    await store.copyTo?.(target);
    await beside;
    await expect(store.copyTo?.(target)).rejects.toThrow('exists already');
    await expect(restoreCluster(folder, target, 1)).rejects.toMatchObject({ name: 'DataFolderInUse' });
    await store.close();

    const moved = await restoreCluster(folder, target, 1);
    expect(moved).toBe(join(folder, 'db.before-1'));
    const back = await embedded(folder);
    const open = (await back.openSwaps(100)).map(({ hash }) => hash);
    expect(open).toEqual(expect.arrayContaining(before.map(({ hash }) => hash)));
    expect(await back.observationsOf(before[0]?.id ?? '')).toHaveLength(1);
    expect((await back.loadQuote('before-7'))?.response).toEqual({ of: 'before-7' });
    await back.close();
  });

  it('is refused when it is invalid', async () => {
    const [folder, empty] = [await readyFolder(), freshFolder()];
    await expect(restoreCluster(folder, empty, 1)).rejects.toThrow(`There is no backup in ${empty}`);
    mkdirSync(join(empty, 'db'));
    await expect(restoreCluster(folder, empty, 1)).rejects.toThrow('is damaged');
    cpSync(database(folder), database(empty), { recursive: true });
    await restoreCluster(folder, empty, 1);
    await (await embedded(folder)).close();
  });
});

it('gives back freed space: as many rows again take no more', async () => {
  const folder = await readyFolder();
  const store = await embedded(folder);
  const fill = async (round: number) => {
    for (let n = 0; n < 400; n += 1) {
      const response = { filler: createHash('sha512').update(`${round} ${n}`).digest('base64').repeat(3) };
      const noise = Array.from({ length: 20 }, (_none, m) =>
        createHash('sha512').update(`${round} ${n} ${m}`).digest('hex'),
      );
      await store.saveQuote({
        id: `${round}-${n}`,
        createdAt: round,
        request: {},
        response: { ...response, noise },
        drafts: [],
      });
    }
    const { tables } = await store.sizes();
    await store.clearQuotes({ now: 0, unpayableBefore: round + 1, unpaidBefore: 0, paidBefore: undefined });
    await store.vacuum?.();
    return tables;
  };
  const first = await fill(0);
  let last = first;
  for (let round = 1; round < 4; round += 1) last = await fill(round);
  expect(last).toBeLessThan(first * 1.02);
  expect((await store.sizes()).log).toBeLessThan(64 * 1024 * 1024);
  await store.close();
});

describe.runIf(process.platform === 'linux')('a disk that refuses every write', () => {
  const stored = ({ lines }: ReturnType<typeof childProcess>) => lines.filter((line) => line.startsWith('quote-'));
  async function refused() {
    const folder = await readyFolder();
    const child = childProcess(folder, 'persist');
    onTestFinished(() => void child.process.kill('SIGKILL'));
    await child.until(() => stored(child).length >= 20);
    letWrite(child.process, false);
    await child.until(() => child.lines.filter((line) => line.startsWith('failed')).length >= 5);
    return { folder, child };
  }

  it('is waited for: storing goes on by itself, and nothing was lost', async () => {
    const { folder, child } = await refused();
    const before = stored(child).length;
    letWrite(child.process, true);
    await child.until(() => stored(child).length >= before + 5);
    child.process.kill('SIGKILL');
    await child.exited;
    const store = await embedded(folder);
    for (const id of stored(child)) expect(await store.loadQuote(id)).toMatchObject({ id });
    await store.close();
  });

  it('does not keep the database from being closed', async () => {
    const { child } = await refused();
    child.process.kill('SIGTERM');
    await child.exited;
    expect(child.process.exitCode).toBe(0);
  });
});
