import { expect, it } from 'vitest';
import { committedArtifacts } from '../../solidity/testing/committed-artifacts.ts';

it('keeps all tokens in the slots that the sandbox writes', () => {
  const slots = { balanceOf: 0, allowance: 1, totalSupply: 2, name: 3, symbol: 4, decimals: 5 };
  const { Token, UsdtLike, WrappedNative, TaxToken, PermitToken } = committedArtifacts(new URL('./', import.meta.url));
  for (const token of [Token, UsdtLike, WrappedNative]) expect(token).toMatchObject({ slots });
  expect(PermitToken).toMatchObject({ slots: { ...slots, version: 6, nonces: 7 } });
  expect(TaxToken).toMatchObject({ slots: { ...slots, taxBps: 6 } });
});
