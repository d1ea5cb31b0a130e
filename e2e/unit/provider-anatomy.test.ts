/** If this fails, a reader who knows one upstream's folder no longer finds their way in another's. */
import { existsSync, readdirSync } from 'node:fs';
import { expect, it } from 'vitest';

const FOLDER = 'lib/providers';
const ROOMS = ['index', 'config', 'upstream-schemas', 'client', 'to-routes', 'to-observation', 'errors'];
/** `two-leg` joins two other upstreams and has none of its own. */
const upstreams = readdirSync(FOLDER, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== 'two-leg')
  .map(({ name }) => name);

it('every upstream’s folder has the same anatomy', () => {
  expect(upstreams.length).toBeGreaterThanOrEqual(5);
  const missing = upstreams.flatMap((name) =>
    [...ROOMS.map((room) => `${name}/${room}.ts`), `${name}/__fixtures__`].filter(
      (path) => !existsSync(`${FOLDER}/${path}`),
    ),
  );
  expect(missing).toEqual([]);
});
