import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cases } from '../../lib/domain/test-effort.ts';
import { contrast, hexOf, lchOf } from './colors.ts';
import { CONTROL_CONTRAST, modeOf, paletteOf, TEXT_CONTRAST, type ThemeColors } from './palette.ts';

const hex = fc.integer({ min: 0, max: 0xffffff }).map((number) => `#${number.toString(16).padStart(6, '0')}`);
const colors: fc.Arbitrary<ThemeColors> = fc.record({ accent: hex, background: hex, text: hex }, { requiredKeys: [] });
const modes = fc.constantFrom('light' as const, 'dark' as const);

const SURFACES = ['paper', 'sheet', 'sunken'] as const;
const TEXTS = ['ink', 'ink-2', 'ink-3', 'water', 'amber', 'red', 'moss'] as const;

describe('the colours of an embed', () => {
  it('can be read, whatever the host chose', () => {
    fc.assert(
      fc.property(modes, colors, (wanted, given) => {
        const mode = given.background ? modeOf(given.background) : wanted;
        const palette = paletteOf(mode, given);
        for (const text of TEXTS)
          for (const surface of SURFACES)
            expect(contrast(palette[text], palette[surface]), `${text} on ${surface}`).toBeGreaterThanOrEqual(
              TEXT_CONTRAST,
            );
        for (const water of ['water', 'water-strong'] as const)
          expect(contrast(palette['water-ink'], palette[water])).toBeGreaterThanOrEqual(TEXT_CONTRAST);
        for (const tone of ['water', 'amber', 'red', 'moss'] as const) {
          expect(contrast(palette[tone], palette[`${tone}-tint`])).toBeGreaterThanOrEqual(TEXT_CONTRAST);
          expect(contrast(palette.ink, palette[`${tone}-tint`])).toBeGreaterThanOrEqual(TEXT_CONTRAST);
        }
        for (const surface of SURFACES)
          expect(contrast(palette['line-3'], palette[surface])).toBeGreaterThanOrEqual(CONTROL_CONTRAST);
      }),
      { numRuns: cases(400) },
    );
  });

  it('stay as the host chose them where they can be read', () => {
    const palette = paletteOf('light', { accent: '#0a4fa3', background: '#ffffff', text: '#101010' });
    expect(palette).toMatchObject({ paper: '#ffffff', ink: '#101010', water: '#0a4fa3' });
  });

  it('turn a pale accent darker on a light page, and keep its hue', () => {
    const { water } = paletteOf('light', { accent: '#ffd400' });
    expect(Math.abs(lchOf(water).h - lchOf('#ffd400').h)).toBeLessThan(0.2);
  });

  it('come back from the space in which they are moved', () => {
    fc.assert(fc.property(hex, (one) => void expect(hexOf(lchOf(one))).toBe(one)));
  });
});
