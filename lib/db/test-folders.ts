/** For tests: temporary folders and ports, and processes that can be killed. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmodSync, cpSync, mkdtempSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from './open-store.ts';

const folders: string[] = [];

/** `removeFolders` removes it. */
export function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'portage-db-'));
  chmodSync(folder, 0o755);
  folders.push(folder);
  return folder;
}

export const removeFolders = async (): Promise<void> => {
  await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })));
};

/**
 * A folder with a database, kept apart from the folders that are removed, because creating a database takes a second.
 */
let template: Promise<string> | undefined;

/** A fresh copy of the template folder. */
export async function readyFolder(): Promise<string> {
  template ??= (async () => {
    const made = mkdtempSync(join(tmpdir(), 'portage-db-template-'));
    process.once('exit', () => rmSync(made, { recursive: true, force: true }));
    await (await embedded(made)).close();
    return made;
  })();
  const folder = freshFolder();
  // Eight times cheaper than the asynchronous one.
  cpSync(join(await template, 'db'), join(folder, 'db'), { recursive: true });
  return folder;
}

export const embedded = (dataDir: string, name: 'sandbox' | 'mainnet' = 'sandbox') =>
  openStore({ dataDir, databaseUrl: undefined, network: { name } });

/** Runs `test-child.ts` as a process; `lines` holds its output so far, `said` waits for a number of them. */
export function childProcess(folder: string, mode: string) {
  const script = join(import.meta.dirname, 'test-child.ts');
  const process_: ChildProcess = spawn(process.execPath, ['--import', 'tsx', script, folder, mode], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines: string[] = [];
  let rest = '';
  const waiting: (() => void)[] = [];
  process_.stdout?.on('data', (chunk) => {
    const pieces = (rest + chunk).split('\n');
    rest = pieces.pop() ?? '';
    lines.push(...pieces);
    for (const wake of waiting.splice(0)) wake();
  });
  const exited = new Promise<void>((resolve) => process_.on('close', () => resolve()));
  const until = async (isSaid: () => boolean) => {
    while (!isSaid()) await new Promise<void>((resolve) => waiting.push(resolve));
  };
  const said = (number: number) => until(() => lines.length >= number);
  return { process: process_, lines, exited, said, until };
}

/**
 * Whether a process may write to any file: without it, it is as on a disk that fails, its database's log included. By
 * util-linux, so on Linux alone.
 */
export const letWrite = ({ pid }: Pick<ChildProcess, 'pid'>, may: boolean): void =>
  void execFileSync('prlimit', ['--pid', String(pid), `--fsize=${may ? 'unlimited' : '0'}:unlimited`]);
