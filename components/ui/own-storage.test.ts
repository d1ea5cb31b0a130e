import { afterEach, describe, expect, it } from 'vitest';
import { readSavedSwaps } from '../activity/saved-swaps.ts';
import { readRecipients } from '../swap/recent-recipients.ts';
import { isAccepted } from '../tokens/remembered.ts';
import { ownStorage } from './own-storage.ts';

afterEach(() => {
  Reflect.deleteProperty(globalThis, 'localStorage');
});

describe('a browser that blocks site data', () => {
  it('leaves every page usable: nothing is stored, nothing throws', () => {
    Object.defineProperty(globalThis, 'localStorage', {
      configurable: true,
      get: () => {
        throw new DOMException('blocked', 'SecurityError');
      },
    });
    expect(ownStorage().getItem('portage.swaps')).toBeNull();
    expect(readSavedSwaps()).toEqual([]);
    expect(readRecipients()).toEqual([]);
    expect(isAccepted('ETH.USDC')).toBe(false);
  });
});
