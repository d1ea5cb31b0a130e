/** Holds a service against the interface by the conformance suite. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';

type Report = { failed: number; checks: { id: string; outcome: string; reason?: string; findings: unknown[] }[] };

/** Runs as anyone would run it: in a process of its own, over HTTP. */
export async function conformance(...args: string[]): Promise<{ code: unknown; report: Report }> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'e2e/conformance/conformance.ts', ...args, '--json'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  child.stdout.on('data', (chunk) => {
    printed += chunk;
  });
  const [code] = await once(child, 'close');
  return { code, report: JSON.parse(printed) };
}
