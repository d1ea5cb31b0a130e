/** A server that cannot start prints one sentence with the reason, and nothing else. */
import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';

type Outcome = { code: number | null; stderr: string; stdout: string };

function start(environment: Record<string, string>, ...options: string[]): Promise<Outcome> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'lib/http/server.ts', ...options], {
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
    const { code, stderr, stdout } = await start({ PORT: 'x', SWAP_NETWORK: 'moonnet', LOG_LEVEL: 'loud' });
    expect(code).toBe(1);
    expect(stdout).toBe('');
    const lines = stderr.trim().split('\n');
    expect(lines).toHaveLength(3);
    for (const name of ['PORT', 'SWAP_NETWORK', 'LOG_LEVEL'])
      expect(lines.some((line) => line.startsWith(`${name} is "`) && line.includes('it must be'))).toBe(true);
  });

  it('says that the port is in use', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    // Development needs no build, and this start fails before Next is loaded.
    const { code, stderr } = await start({ PORT: String(port) }, '--dev');
    other.close();
    expect(code).toBe(1);
    expect(stderr.trim()).toBe(`Port ${port} is in use; set PORT to another one or end what uses it.`);
  });

  it('says that an address is not one of this machine', async () => {
    const { code, stderr } = await start({ HOST: '192.0.2.1', PORT: '0' }, '--dev');
    expect(code).toBe(1);
    expect(stderr.trim()).toBe('HOST is "192.0.2.1", which is no address of this machine.');
  });
});
