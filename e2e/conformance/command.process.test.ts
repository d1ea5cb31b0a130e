import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { inRoutes, put } from './testing/plants.ts';
import { startRightServer } from './testing/right-server.ts';
import type { Plant } from './testing/right-service.ts';

async function run(...args: string[]): Promise<{ code: number; out: string; errors: string }> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'e2e/conformance/conformance.ts', ...args]);
  const [out, errors]: string[][] = [[], []];
  child.stdout.on('data', (chunk) => out?.push(String(chunk)));
  child.stderr.on('data', (chunk) => errors?.push(String(chunk)));
  const [code] = await once(child, 'close');
  return { code: Number(code), out: out?.join('') ?? '', errors: errors?.join('') ?? '' };
}

async function against(plant: Plant, ...args: string[]) {
  const server = await startRightServer(plant);
  try {
    return await run(server.url, ...args);
  } finally {
    await server.close();
  }
}

describe('npm run conformance', () => {
  it('ends with 0 where every check passes, and lists them all', async () => {
    const { code, out } = await against({});
    expect(out).toMatch(/^ok {4}tokens\.answer \(4\.4\)$/m);
    expect(out).toMatch(/level spec: \d+ passed, 0 failed, \d+ not judged/);
    expect(out).not.toContain('Portage');
    expect(code).toBe(0);
  });

  it('ends with 1 where a check fails: the request, what was expected, the answer', async () => {
    const { code, out } = await against(inRoutes(put('expectedBuyAmount', 0.5)), '--only', 'route.');
    expect(out).toMatch(/^FAIL {2}route\.fields \(2\.3\)/m);
    expect(out).toMatch(/asked: {4}POST \/v1\/quote \{"sellAsset":/);
    expect(out).toContain('expected: routes[0].expectedBuyAmount: a string');
    expect(out).toContain('came:     0.5');
    expect(out.match(/^FAIL/gm)).toHaveLength(1);
    expect(code).toBe(1);
  });

  it('reports in JSON', async () => {
    const { code, out } = await against(inRoutes(put('memo', 1)), '--json', '--only', 'route.fields,tokens.total');
    expect(JSON.parse(out)).toMatchObject({
      level: 'spec',
      passed: 1,
      failed: 1,
      checks: [{ id: 'tokens.total' }, { id: 'route.fields', section: '2.3', outcome: 'failed' }],
    });
    expect(code).toBe(1);
  });

  it.each([
    ['nobody answers', ['http://127.0.0.1:1'], /gives no answer/],
    ['there is no address', [], /One address is wanted/],
    ['there is no such check', ['http://127.0.0.1:1', '--only', 'nothing'], /No check/],
  ])('ends with 2 where %s', async (_what, args, sentence) => {
    const { code, errors } = await run(...args);
    expect(errors).toMatch(sentence);
    expect(code).toBe(2);
  });

  it('asks for the key where the service requires one', async () => {
    const locked: Plant = { after: () => ({ status: 401, headers: {}, body: { title: 'Unauthorized' } }) };
    const { code, errors } = await against(locked);
    expect(errors).toMatch(/401.*--key/);
    expect(code).toBe(2);
  });

  it('opens no channel, and places no order, without the option', async () => {
    const bodies: string[] = [];
    const listening: Plant = {
      before: (asked) => {
        if (asked.path.endsWith('channel') || asked.raw.includes('"includeTx":true')) bodies.push(asked.raw);
        return asked;
      },
    };
    await against(listening, '--level', 'portage');
    const creating = bodies.filter((body) => /GARDEN|CHAINFLIP|->/.test(body));
    expect(creating).toEqual([]);
    // Requests to the channel's endpoint have one fault each.
    expect(bodies.some((body) => body.includes('destinationAddress') && !body.includes('includeTx'))).toBe(true);
  });
});
