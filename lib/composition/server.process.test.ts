/** A server that cannot start prints one sentence with the reason, and nothing else. */
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { freshFolder, removeFolders } from '../db/test-folders.ts';

afterAll(removeFolders);

type Outcome = { code: number | null; stderr: string; stdout: string };

const TSX = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
const SERVER = resolve('lib/composition/server.ts');

type Start = { environment?: Record<string, string>; folder?: string; options?: string[] };

function start({ environment = {}, folder = '.', options = [] }: Start): Promise<Outcome> {
  const child = spawn(process.execPath, ['--import', TSX, SERVER, ...options], {
    cwd: folder,
    env: { NODE_ENV: 'production', SWAP_NETWORK: 'mainnet', ...environment },
  });
  const outcome: Outcome = { code: null, stderr: '', stdout: '' };
  child.stderr.on('data', (text) => {
    outcome.stderr += text;
  });
  child.stdout.on('data', (text) => {
    outcome.stdout += text;
  });
  return new Promise((resolve) => child.on('close', (code) => resolve({ ...outcome, code })));
}

describe('npm start', () => {
  it('names every wrong setting and what it accepts', async () => {
    const { code, stderr, stdout } = await start({
      environment: { PORT: 'x', SWAP_NETWORK: 'moonnet', LOG_LEVEL: 'loud' },
    });
    expect(code).toBe(1);
    expect(stdout).toBe('');
    const lines = stderr.trim().split('\n');
    expect(lines).toHaveLength(3);
    for (const name of ['PORT', 'SWAP_NETWORK', 'LOG_LEVEL'])
      expect(lines.some((line) => line.startsWith(`${name} is "`) && line.includes('it must be'))).toBe(true);
  });

  it('reads settings from .env where the environment has none', async () => {
    const folder = freshFolder();
    writeFileSync(join(folder, '.env'), 'PORT=y\nLOG_LEVEL=quiet\n');
    const { code, stderr } = await start({ environment: { PORT: 'x' }, folder });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^PORT is "x"; .*\nLOG_LEVEL is "quiet"; .*\n$/);
  });

  it('says that the port is in use', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    // Development needs no build, and ends before Next is loaded.
    const { code, stderr } = await start({ environment: { PORT: String(port) }, options: ['--dev'] });
    other.close();
    expect(code).toBe(1);
    expect(stderr.trim()).toBe(`Port ${port} is in use; set PORT to another one or end what uses it.`);
  });

  it('says that an address is not one of this machine', async () => {
    const { code, stderr } = await start({ environment: { HOST: '192.0.2.1', PORT: '0' }, options: ['--dev'] });
    expect(code).toBe(1);
    expect(stderr.trim()).toBe('HOST is "192.0.2.1", which is no address of this machine.');
  });
});
