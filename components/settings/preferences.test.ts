import { expect, test } from 'vitest';
import { parsePreferences } from './preferences.ts';

test('a default tolerance and the excluded providers are read back', () => {
  expect(parsePreferences('{"slippage":0.5,"leftOut":["Maya"]}')).toEqual({ slippage: 0.5, leftOut: ['Maya'] });
});

test.each([null, '', 'no', '[]', '{"slippage":50}', '{"slippage":"1","leftOut":"Maya"}', '{"leftOut":[1]}'])(
  'damaged text does no harm: %s',
  (text) => {
    expect(parsePreferences(text)).toEqual({ leftOut: [] });
  },
);
