import { describe, expect, it } from 'vitest';
import { embedStyle, styleText } from './theme-style.ts';

describe('the looks of an embed', () => {
  it('are ours where the host chose nothing', () => {
    const style = embedStyle({});
    expect(style).toEqual({ theme: undefined, variables: {} });
    expect(styleText(style)).toBe('');
  });

  it('keep light and dark where only an accent is given, and leave all other colours alone', () => {
    const { theme, variables } = embedStyle({ accent: '#aa00cc' });
    expect(theme).toBeUndefined();
    expect(Object.keys(variables)).toEqual(['--water', '--water-strong', '--water-ink', '--water-tint']);
    expect(variables['--water']).toMatch(/^light-dark\(#[0-9a-f]{6}, #[0-9a-f]{6}\)$/);
  });

  it('take from a background whether they are light or dark, whatever the theme says', () => {
    expect(embedStyle({ theme: 'light', background: '#101820' }).theme).toBe('dark');
    expect(embedStyle({ theme: 'dark', background: '#fffdf5' }).theme).toBe('light');
  });

  it('round corners and choose among the fonts that are there', () => {
    expect(embedStyle({ radius: 0, font: 'mono' }).variables).toEqual({
      '--radius-10': '0px',
      '--radius-6': '0px',
      '--font-sans': 'var(--font-mono)',
    });
  });

  it('write nothing into the page that could end its element or start a rule of its own', () => {
    const all = { accent: '#ff0000', background: '#123456', text: '#abcdef', radius: 24, font: 'system' } as const;
    expect(styleText(embedStyle(all))).toMatch(/^:root:root\{(--[a-z0-9-]+:[#a-z0-9(), -]+;?)+\}$/);
  });
});
