/** If this fails, what is known of a provider has left its folder, and a new provider has one more place to touch. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { PROVIDER_IDS } from '../../lib/domain/provider-id.ts';

/** Tests, samples of the workshop and examples of the documents name providers as any caller does; settings name whose they are. */
const MAY_NAME =
  /\.test\.tsx?$|\/test-[^/]*$|\/testing\/|^app\/ui\/|^lib\/api\/openapi-|^lib\/(providers|payments|sandbox)\/|^lib\/config\/keyed-providers\.ts$|^lib\/domain\/provider-id\.ts$/;

const modules = ['app', 'components', 'lib'].flatMap((folder) =>
  readdirSync(folder, { recursive: true })
    .map((name) => `${folder}/${String(name)}`)
    .filter((path) => /\.tsx?$/.test(path) && !MAY_NAME.test(path)),
);
const isIdQuoted = (line: string): boolean =>
  PROVIDER_IDS.some((id) => line.includes(`'${id}'`) && !line.includes(`example: '${id}'`));

it('no module outside a provider’s own folders names a provider id', () => {
  expect(modules.length).toBeGreaterThan(700);
  const named = modules.flatMap((path) =>
    readFileSync(path, 'utf8')
      .split('\n')
      .filter(isIdQuoted)
      .map((line) => `${path}: ${line.trim()}`),
  );
  expect(named).toEqual([]);
});
