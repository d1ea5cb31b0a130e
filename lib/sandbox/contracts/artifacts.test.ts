import { expect, it } from 'vitest';
import { compileContracts } from '../../solidity/compile.ts';
import { committedArtifacts } from '../../solidity/testing/committed-artifacts.ts';

/** Optimising fifteen contracts takes ten seconds on an idle machine. */
const COMPILE_MS = 240_000;
const folder = new URL('./', import.meta.url);
const compiled = compileContracts(folder);

it(
  'runs in the sandbox what its sources say: every committed artifact is what they compile to',
  async () => {
    expect(committedArtifacts(folder)).toEqual(await compiled);
  },
  COMPILE_MS,
);

it(
  'keeps all tokens in the slots that the sandbox writes',
  async () => {
    const slots = { balanceOf: 0, allowance: 1, totalSupply: 2, name: 3, symbol: 4, decimals: 5 };
    const { Token, UsdtLike, WrappedNative, TaxToken } = await compiled;
    expect(Token?.slots).toEqual(slots);
    expect(UsdtLike?.slots).toEqual(slots);
    expect(WrappedNative?.slots).toEqual(slots);
    expect(TaxToken?.slots).toEqual({ ...slots, taxBps: 6 });
  },
  COMPILE_MS,
);
