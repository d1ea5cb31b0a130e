/** `npm ci` installs the same bytes everywhere: the lock file pins each package of each platform by its hash. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

type Locked = {
  version?: string;
  integrity?: string;
  link?: boolean;
  inBundle?: boolean;
  optionalDependencies?: Record<string, string>;
};

const packages = Object.entries(
  (JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Locked> }).packages,
);

/** Comes inside the tarball of the package whose `node_modules` it is in, so the hash of that one pins it. */
const isPinnedByOwner = (path: string, { inBundle }: Locked): boolean => {
  const owner = path.slice(0, path.lastIndexOf('/node_modules/'));
  return inBundle === true && packages.some(([name, { integrity }]) => name === owner && integrity !== undefined);
};

test('each downloaded package has a hash', () => {
  const fetched = packages.filter(([path, { link }]) => path.startsWith('node_modules/') && !link);
  expect(fetched.length).toBeGreaterThan(600);
  const unpinned = fetched.filter(
    ([path, one]) => !/^sha512-/.test(one.integrity ?? '') && !isPinnedByOwner(path, one),
  );
  expect(unpinned.map(([path]) => path)).toEqual([]);
});

test('each package that another platform needs is in it', () => {
  const names = new Set(
    packages.map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)),
  );
  const missing = packages.flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !names.has(name))
      .map((name) => `${path}: ${name}`),
  );
  expect(missing).toEqual([]);
});
