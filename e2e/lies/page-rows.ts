/** Runs the journeys in which the page is lied to, and reads what became of each lie. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../lib/db/test-port.ts';
import type { Row } from './matrix.ts';

/** `isWhole`: every journey came to its end. @param folder of one's own. */
export async function pageRows(folder: string): Promise<{ rows: Row[]; isWhole: boolean }> {
  const file = join(folder, 'rows.jsonl');
  const [port, sandboxPort] = [await freePort(), await freePort()];
  const environment = { LIES_ROWS: file, E2E_PORT: String(port), E2E_SANDBOX_PORT: String(sandboxPort) };
  const child = spawn(process.execPath, ['node_modules/@playwright/test/cli.js', 'test', 'e2e/lies', '--workers=1'], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [code] = await once(child, 'exit');
  const rows = existsSync(file)
    ? readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line): Row => JSON.parse(line))
    : [];
  return { rows, isWhole: code === 0 };
}
