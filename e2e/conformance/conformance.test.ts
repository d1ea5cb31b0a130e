import { describe, expect, it } from 'vitest';
import { CHECKS } from './checks/all.ts';
import { type Level, type Options, readOptions } from './options.ts';
import { fieldsOf, listOf } from './rules.ts';
import { type Result, runChecks } from './run-checks.ts';
import { drop, inBody, type PlantedFault, put } from './testing/plants.ts';
import { PORTAGE_FAULTS } from './testing/portage-faults.ts';
import { RIGHT_KEY } from './testing/right-integrator.ts';
import { startRightServer } from './testing/right-server.ts';
import { FINISHED, type Plant, REFUSED, rightService, sendTo } from './testing/right-service.ts';
import { SPEC_FAULTS } from './testing/spec-faults.ts';

/** The checks that a key opens. */
const WITH_KEY = ['integrators.swaps', 'integrators.swaps-csv', 'integrators.usage'];

function optionsFor(url: string, level: Level): Options {
  const swap = `${FINISHED.quoteId}/${FINISHED.routeIndex}/${FINISHED.hash}`;
  const args = [url, '--level', level, '--with-channels', '--affiliate', 'ptg', '--swap', swap, '--concurrency', '16'];
  args.push('--refused', `ETH=${REFUSED}`);
  const options = readOptions(args);
  if (typeof options === 'string') throw new Error('options were expected');
  return options;
}

const judged = (level: Level, plant?: Plant): Promise<Result[]> =>
  runChecks(optionsFor('http://right.example', level), () => undefined, sendTo(rightService(plant)));

const failed = (results: Result[]): string[] =>
  results
    .filter(({ outcome }) => outcome === 'failed')
    .map(({ id }) => id)
    .sort();

const finds =
  (level: Level, { found, plant }: PlantedFault) =>
  async () => {
    const results = await judged(level, plant);
    expect(failed(results)).toEqual([...found].sort());
    for (const { findings } of results.filter(({ outcome }) => outcome === 'failed'))
      for (const finding of findings) expect(Object.values(finding).every((text) => text.length > 0)).toBe(true);
  };

describe('a service that does everything right', () => {
  const judgedOverHttp = async (level: Level): Promise<Result[]> => {
    const server = await startRightServer();
    try {
      return await runChecks(optionsFor(server.url, level));
    } finally {
      await server.close();
    }
  };

  it.each(['spec', 'portage'] as const)('passes every check of the level %s', async (level) => {
    const results = await judgedOverHttp(level);
    expect(failed(results)).toEqual([]);
    // Only checks that need a key, or a fault of the service itself, are not judged.
    const notJudged = results.filter(({ outcome }) => outcome === 'notJudged').map(({ id }) => id);
    const beyond = level === 'portage' ? ['http.key-alias', 'http.limited', ...WITH_KEY] : [];
    expect(notJudged.sort()).toEqual(['http.internal-error', 'http.key', ...beyond]);
  });
});

describe('for a service with one fault the suite names the broken check, and no other', () => {
  it.each(SPEC_FAULTS.map((fault) => [fault.name, fault] as const))('%s', (_name, fault) => finds('spec', fault)());
});

describe('and with Portage’s own rules included', () => {
  it.each(PORTAGE_FAULTS.map((fault) => [fault.name, fault] as const))('%s', (_name, fault) =>
    finds('portage', fault)(),
  );
});

describe('with a key', () => {
  const outcomes = (plant?: Plant) =>
    runChecks(
      { ...optionsFor('http://right.example', 'portage'), key: RIGHT_KEY, only: WITH_KEY },
      () => undefined,
      sendTo(rightService(plant)),
    );

  it.each<[string, string[], Plant]>([
    ['what a key did is right', [], {}],
    [
      'a swap has no amount',
      ['integrators.swaps'],
      inBody('/v1/swaps', ({ swaps }) => drop('sellAmount')(fieldsOf(listOf(swaps)[0]))),
    ],
    [
      'days do not add up',
      ['integrators.usage'],
      inBody('/v1/usage', ({ total }) => put('quotes', 4)(fieldsOf(total))),
    ],
    [
      'JSON where CSV is wanted',
      ['integrators.swaps-csv'],
      { before: (asked) => ({ ...asked, query: new URLSearchParams() }) },
    ],
  ])('%s', async (_name, found, plant) => expect(failed(await outcomes(plant))).toEqual(found));
});

it('every check of the specification has a fault that it finds', () => {
  const found = new Set(SPEC_FAULTS.flatMap((fault) => fault.found));
  const unproven = CHECKS.filter(({ level, id }) => level === 'spec' && !found.has(id)).map(({ id }) => id);
  expect(unproven).toEqual(['http.key']);
});

it('ids are unique', () => {
  const ids = CHECKS.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});
