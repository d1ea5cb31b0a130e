import { describe, expect, it } from 'vitest';
import { cameWithLink, keepEntered } from './link-address.ts';

const memory = () => {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
};
const none = {
  getItem: () => {
    throw new Error('forbidden');
  },
  setItem: () => {
    throw new Error('forbidden');
  },
};

describe('an address that a link brings', () => {
  it('is distinguished from one that was entered in this tab, recipient and refund separately, names as well', () => {
    const tab = memory();
    keepEntered('to', 'bc1qmine', tab);
    expect(cameWithLink('to', 'bc1qmine', tab)).toBe(false);
    expect(cameWithLink('to', 'other.eth', tab)).toBe(true);
    expect(cameWithLink('from', 'bc1qmine', tab)).toBe(true);
    expect(cameWithLink('to', '', tab)).toBe(false);
  });
  it('counts as coming from a link where nothing can be stored', () => {
    keepEntered('to', 'bc1qmine', none);
    expect(cameWithLink('to', 'bc1qmine', none)).toBe(true);
  });
});
