import { describe, expect, it } from 'vitest';
import { tokenChains } from './address-shape.ts';
import { isAccepted, readRemembered, remember } from './remembered.ts';

function memory(content: Record<string, string> = {}) {
  const map = new Map(Object.entries(content));
  return {
    getItem: (key: string) => map.get(key) ?? null,
    setItem: (key: string, value: string) => void map.set(key, value),
  };
}

describe('what the browser remembers of assets', () => {
  it('is newest first, each once, and only a few recent ones', () => {
    const storage = memory();
    for (const id of ['A.A', 'B.B', 'C.C', 'a.a', 'D.D', 'E.E', 'F.F', 'G.G']) remember('recent', id, true, storage);
    expect(readRemembered('recent', storage)).toEqual(['G.G', 'F.F', 'E.E', 'D.D', 'a.a', 'C.C']);
  });
  it('forgets what is unpinned', () => {
    const storage = memory();
    remember('pinned', 'A.A', true, storage);
    remember('pinned', 'B.B', true, storage);
    remember('pinned', 'a.A', false, storage);
    expect(readRemembered('pinned', storage)).toEqual(['B.B']);
  });
  it('survives a damaged list', () => {
    expect(readRemembered('pinned', memory({ 'portage.tokens.pinned': '{' }))).toEqual([]);
    expect(readRemembered('pinned', memory({ 'portage.tokens.pinned': '[1,"A.A",null,"nothing"]' }))).toEqual(['A.A']);
  });
  it('accepts one token and not its namesake, and none while nothing can be stored', () => {
    const storage = memory();
    remember('accepted', 'ETH.X-0xaa', true, storage);
    expect([isAccepted('eth.x-0xAA', storage), isAccepted('ETH.X-0xbb', storage)]).toEqual([true, false]);
    const refusing = {
      getItem: () => null,
      setItem: () => {
        throw new Error('full');
      },
    };
    expect(() => remember('accepted', 'ETH.X-0xaa', true, refusing)).not.toThrow();
  });
});

it('asks only the chains on which an address of that shape can be a token', () => {
  expect(tokenChains('0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48')).toContain('ARB');
  expect(tokenChains('EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v')).toEqual(['SOL']);
  expect(tokenChains('usdc')).toEqual([]);
  expect(tokenChains('0xA0b8')).toEqual([]);
});
