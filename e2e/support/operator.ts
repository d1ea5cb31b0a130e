/** Runs the operator's commands, as a person would type them in the deployment's folder. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';

export type Said = { code: number | null; out: string; err: string };

/** Runs `npm run keys` or `npm run providers`, without npm. @param environment that of the deployment. */
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

/** The command's JSON output. @throws its error output where it fails. */
export async function operateJson<T>(
  command: 'keys' | 'providers',
  args: readonly string[],
  environment: Record<string, string>,
): Promise<T> {
  const result = await operate(command, [...args, '--json'], environment);
  if (result.code !== 0) throw new Error(result.err);
  return JSON.parse(result.out);
}
