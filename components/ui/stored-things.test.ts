import { describe, expect, it } from 'vitest';
import { storedThings } from './stored-things.ts';

const storageOf = (entries: Record<string, string>) => ({
  length: Object.keys(entries).length,
  key: (index: number) => Object.keys(entries)[index] ?? null,
  getItem: (key: string) => entries[key] ?? null,
});

describe('what is stored', () => {
  it('is listed completely, including unlisted keys, and asks before swaps are forgotten', () => {
    const things = storedThings(
      storageOf({ 'portage.swaps': '[1]', 'portage.tokens.pinned': '[]', 'portage.tokens.recent': 'é', stray: 'x' }),
      'a=1; portage.locale=de',
    );
    expect(things.map(({ id, bytes, careful }) => [id, bytes, careful])).toEqual([
      ['swaps', 16, true],
      ['tokens', 46, false],
      ['language', 17, false],
      ['other', 6, false],
    ]);
  });
  it('is empty for a newcomer', () => {
    expect(storedThings(storageOf({}), '')).toEqual([]);
  });
});
