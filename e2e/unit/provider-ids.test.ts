/** If this fails, a fact about a provider has left its folder, and a new provider has one more place to touch. */
import { expect, it } from 'vitest';
import { PROVIDER_IDS } from '../../lib/domain/provider-id.ts';
import { literalsIn, productModules } from './product-literals.ts';

const UPSTREAM_FOLDER =
  /^lib\/(providers|payments|sandbox)\/(chainflip|garden|jupiter|oneinch|thor|thor-family|two-leg)\//;
/**
 * These files have a line for each upstream; `registry.ts` and `upstream-settings.ts` have one too, but need no id for
 * it.
 */
const LISTS = [
  'lib/domain/provider-id.ts',
  'lib/payments/traits.ts',
  'lib/payments/known-contracts.ts',
  'lib/payments/witness-questions.ts',
];

const ID = new RegExp(`(?<![A-Z0-9_])(${PROVIDER_IDS.join('|')})(?![A-Z0-9_])`);
const modules = productModules();

it('no module outside a provider’s own folders names a provider id', () => {
  expect(modules.length).toBeGreaterThan(1000);
  const named = modules
    .filter((path) => !UPSTREAM_FOLDER.test(path) && !LISTS.includes(path))
    .flatMap((path) => literalsIn(path, PROVIDER_IDS, ID).map(({ line, text }) => `${path}:${line}: ${text}`));
  expect(named).toEqual([]);
});

it('the lists of upstreams have one line for each id and none twice', () => {
  for (const path of LISTS.slice(1)) {
    const keys = literalsIn(path, PROVIDER_IDS, ID).filter(({ kind }) => kind === 'key');
    expect([path, new Set(keys.map(({ text }) => text)).size]).toEqual([path, keys.length]);
    expect(new Set(keys.map(({ line }) => line)).size).toBe(keys.length);
  }
});
