/** The operator's command lines, as a person would type them in the deployment's folder. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';

export type Said = { code: number | null; out: string; err: string };

/** `npm run keys` or `npm run providers`, without npm in between. @param environment that of the deployment. */
export async function operate(
  command: 'keys' | 'providers',
  args: readonly string[],
  environment: Record<string, string>,
): Promise<Said> {
  const child = spawn(process.execPath, ['.next/portage/admin.js', command, ...args], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk) => {
    out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    err += chunk;
  });
  const [code] = await once(child, 'close');
  return { code, out, err };
}

/** What the command answers as JSON. @throws what it says where it fails. */
export async function operateJson<T>(
  command: 'keys' | 'providers',
  args: readonly string[],
  environment: Record<string, string>,
): Promise<T> {
  const said = await operate(command, [...args, '--json'], environment);
  if (said.code !== 0) throw new Error(said.err);
  return JSON.parse(said.out);
}
