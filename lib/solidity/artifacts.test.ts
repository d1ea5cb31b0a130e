import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { CONTRACTS, compileContracts, compileTestContracts, TEST_CONTRACTS } from './compile.ts';

const committed = (name: string, folder = './'): unknown =>
  JSON.parse(readFileSync(new URL(`${folder}artifacts/${name}.json`, import.meta.url), 'utf8'));

/** Optimising sixteen contracts takes ten seconds on an idle machine. */
const COMPILE_MS = 240_000;
const compiled = compileContracts();

it(
  'runs in the sandbox what its sources say: every committed artifact is what they compile to',
  async () => {
    const built = await compiled;
    for (const name of CONTRACTS) expect(committed(name)).toEqual(built[name]);
    const beside = await compileTestContracts();
    for (const name of TEST_CONTRACTS) expect(committed(name, './testing/')).toEqual(beside[name]);
  },
  COMPILE_MS,
);

it(
  'keeps all tokens in the slots that the sandbox writes',
  async () => {
    const slots = { balanceOf: 0, allowance: 1, totalSupply: 2, name: 3, symbol: 4, decimals: 5 };
    const built = await compiled;
    expect(built.Token.slots).toEqual(slots);
    expect(built.UsdtLike.slots).toEqual(slots);
    expect(built.WrappedNative.slots).toEqual(slots);
    expect(built.TaxToken.slots).toEqual({ ...slots, taxBps: 6 });
  },
  COMPILE_MS,
);
