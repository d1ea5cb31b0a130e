import { describe, expect, it } from 'vitest';
import { distrust, isSeen } from './visible-press.ts';

describe('a button that pays', () => {
  it('is seen where all of it shows and nothing lies over it, as far as the browser can tell', () => {
    expect(isSeen({ intersectionRatio: 1, isVisible: true })).toBe(true);
    expect(isSeen({ intersectionRatio: 1 })).toBe(true);
    expect(isSeen({ intersectionRatio: 1, isVisible: false })).toBe(false);
  });
  it('is not seen where its site shows a strip of it', () => {
    expect(isSeen({ intersectionRatio: 0.3, isVisible: true })).toBe(false);
    expect(isSeen({ intersectionRatio: 0.3 })).toBe(false);
  });
});

describe('a press on a button that pays', () => {
  it('is taken where the button has been seen for a moment', () => {
    expect(distrust({ visible: true, since: 1000 }, 0, 1500)).toBeUndefined();
  });
  it('is not taken where something lies over it, however long', () => {
    expect(distrust({ visible: false, since: 0 }, 0, 60_000)).toBe('covered');
  });
  it('is not taken where it has only just appeared, or the frame has only just been entered', () => {
    expect(distrust({ visible: true, since: 1000 }, 0, 1499)).toBe('tooSoon');
    expect(distrust({ visible: true, since: 0 }, 9800, 10_000)).toBe('tooSoon');
    expect(distrust(undefined, 0, 10_000)).toBe('tooSoon');
  });
});
