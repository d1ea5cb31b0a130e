/**
 * The container's files are checked without a container runtime: every copied file exists, nothing runs as root or
 * writes outside its folders, every version is pinned.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

type Instruction = { name: string; rest: string };
type Stage = { from: string; as: string; instructions: Instruction[] };

/** The instructions, with continued lines joined and comments removed. */
function stagesOf(text: string): { args: Record<string, string>; stages: Stage[] } {
  const lines = text
    .replace(/^#.*\n/gm, '')
    .replace(/\\\n\s*/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '');
  const args: Record<string, string> = {};
  const stages: Stage[] = [];
  for (const line of lines) {
    const [, name = '', rest = ''] = /^([A-Z]+) (.+)$/.exec(line) ?? [];
    if (!/^(ARG|FROM|WORKDIR|COPY|RUN|ENV|USER|VOLUME|EXPOSE|STOPSIGNAL|HEALTHCHECK|CMD)$/.test(name))
      throw new Error(`no instruction: ${line}`);
    if (name === 'ARG' && stages.length === 0) {
      const [key = '', value = ''] = rest.split('=');
      args[key] = value;
    } else if (name === 'FROM') {
      const [, from = '', as = ''] = /^(\S+) AS (\S+)$/.exec(rest) ?? [];
      stages.push({ from, as, instructions: [] });
    } else stages.at(-1)?.instructions.push({ name, rest });
  }
  return { args, stages };
}

const { args, stages } = stagesOf(readFileSync('Dockerfile', 'utf8'));
const last = stages.at(-1);
const all = (name: string, stage = last): string[] =>
  (stage?.instructions ?? []).filter((one) => one.name === name).map(({ rest }) => rest);
const PINNED = /^[a-z/]+:\d+\.\d+(\.\d+)?-[a-z-]+$/;

/**
 * Parses maps, lists and one-line scalars, which is all that the file uses. A list item that is a map keeps its first
 * key only.
 */
type Yaml = { [key: string]: Yaml } | string[] | string;
function readYaml(lines: string[], indent = 0): Yaml {
  const own = lines.filter((line) => line.search(/\S/) === indent);
  if (own.every((line) => line.trim().startsWith('- '))) return own.map((line) => line.trim().slice(2));
  const map: Record<string, Yaml> = {};
  for (const [index, line] of lines.entries()) {
    if (line.search(/\S/) !== indent) continue;
    const [, key, value] = /^\s*([\w-]+):(?: (.+))?$/.exec(line) ?? [];
    if (key === undefined) throw new Error(`cannot be read: ${line}`);
    if (key in map) throw new Error(`${key} comes twice`);
    const end = lines.findIndex((later, at) => at > index && later.search(/\S/) <= indent);
    const inner = lines.slice(index + 1, end === -1 ? undefined : end);
    map[key] = value ?? (inner.length > 0 ? readYaml(inner, (inner[0] ?? '').search(/\S/)) : '');
  }
  return map;
}
const at = (from: Yaml, ...path: string[]): Yaml =>
  path.reduce<Yaml>((found, key) => {
    if (typeof found === 'string' || Array.isArray(found)) throw new Error(`nothing at ${path.join('.')}`);
    return found[key] ?? '';
  }, from);
const compose = readYaml(
  readFileSync('compose.yaml', 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.trim().startsWith('#')),
);

describe('the image', () => {
  it('is built from one pinned base image and its own stages alone', () => {
    expect(args.NODE_IMAGE).toMatch(PINNED);
    const known = new Set<string>();
    for (const { from, as } of stages) {
      expect(from === `\${NODE_IMAGE}` || known.has(from)).toBe(true);
      known.add(as);
    }
    expect(stages.map(({ as }) => as)).toEqual(['packages', 'build', 'runtime-packages', 'run']);
  });

  it('has the Node version that the package requires', () => {
    const { engines } = JSON.parse(readFileSync('package.json', 'utf8'));
    const [major, minor] = (args.NODE_IMAGE ?? '').replace('node:', '').split('.').map(Number);
    const [least, leastMinor] = String(engines.node).replace('>=', '').split('.').map(Number);
    expect([major, (minor ?? 0) >= (leastMinor ?? 0)]).toEqual([least, true]);
  });

  it('copies only existing files that are in the repository', () => {
    const kept = execFileSync('git', ['ls-files'], { encoding: 'utf8', maxBuffer: 64e6 }).split('\n');
    for (const stage of stages)
      for (const rest of all('COPY', stage)) {
        const fields = rest.split(' ').filter((field) => !field.startsWith('--from='));
        for (const source of fields.slice(0, -1)) {
          const path = source.replace(/^\/app\//, '');
          if (path === '.' || path === 'node_modules' || path === '.next') continue;
          expect([path, kept.some((file) => file === path || file.startsWith(`${path}/`))]).toEqual([path, true]);
        }
        const from = /--from=(\S+)/.exec(rest)?.[1];
        if (from) expect(stages.map(({ as }) => as)).toContain(from);
      }
  });

  it('installs by the lock file, and runs without packages that only building needs', () => {
    const runs = stages.flatMap((stage) => all('RUN', stage)).filter((line) => line.includes('npm '));
    expect(runs.filter((line) => /npm (install|i) /.test(line))).toEqual([]);
    expect(all('RUN', stages[2]).join()).toMatch(/^npm ci \$\{OMIT\} /);
    expect(readFileSync('Dockerfile', 'utf8')).toContain('ARG OMIT="--omit=dev --omit=optional"\n');
    expect(all('COPY').join('\n')).toContain('--from=runtime-packages /app/node_modules');
  });

  it('runs as an unprivileged user, with the command of npm start, and its stop signal reaches the server', () => {
    expect(all('USER')).toEqual(['node']);
    const names = last?.instructions.map(({ name }) => name) ?? [];
    expect(names.indexOf('USER')).toBeGreaterThan(names.lastIndexOf('RUN'));
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
    expect(JSON.parse(all('CMD')[0] ?? '').join(' ')).toBe(scripts.start);
    expect([all('STOPSIGNAL'), all('VOLUME')]).toEqual([['SIGTERM'], ['/data']]);
    expect(all('HEALTHCHECK')[0]).toContain('/health/ready');
  });

  it('sends no secrets, data or other builds to the builder', () => {
    const ignored = readFileSync('.dockerignore', 'utf8').split('\n');
    for (const path of ['.git', '.env', '.env.*', '.data', '.next', 'node_modules']) expect(ignored).toContain(path);
  });
});

describe('the composition', () => {
  it.each(['portage', 'database'])('lets %s write only where it must, as an unprivileged user', (name) => {
    const service = (...path: string[]) => at(compose, 'services', name, ...path);
    expect([service('read_only'), service('cap_drop'), service('security_opt')]).toEqual([
      'true',
      ['ALL'],
      ['no-new-privileges:true'],
    ]);
    const image = String(service('image'));
    expect(image === 'portage:local' || PINNED.test(image)).toBe(true);
    expect(service('restart')).toBe('unless-stopped');
  });

  it('starts the server once the database accepts queries, and gives it time to stop', () => {
    expect(at(compose, 'services', 'portage', 'depends_on', 'database', 'condition')).toBe('service_healthy');
    expect(String(at(compose, 'services', 'database', 'healthcheck', 'test'))).toContain('pg_isready');
    expect(Number.parseInt(String(at(compose, 'services', 'portage', 'stop_grace_period')), 10)).toBeGreaterThan(15);
  });

  it('uses existing settings, and contains no password', () => {
    const environment = at(compose, 'services', 'portage', 'environment');
    const example = readFileSync('.env.example', 'utf8').split('\n');
    for (const name of Object.keys(environment)) expect(example).toContain(`#${name}=`);
    expect(at(compose, 'services', 'database', 'environment', 'POSTGRES_PASSWORD')).toMatch(
      /^\$\{POSTGRES_PASSWORD:\?/,
    );
  });

  it('opens one port, on this machine alone, and keeps data in volumes of its own', () => {
    expect(at(compose, 'services', 'portage', 'ports')).toEqual(['"127.0.0.1:3000:3000"']);
    expect(at(compose, 'services', 'database', 'ports')).toBe('');
    const mounts = ['portage', 'database'].flatMap((name) => at(compose, 'services', name, 'volumes'));
    const volumes = Object.keys(at(compose, 'volumes'));
    expect(mounts.map((mount) => String(mount).split(':')[0])).toEqual(volumes);
  });

  it('is parsed completely', () => {
    expect(Object.keys(compose)).toEqual(['name', 'services', 'volumes']);
  });
});
