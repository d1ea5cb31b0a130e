import { expect, it } from 'vitest';
import { serverText } from '../../lib/i18n/catalogs.ts';
import { causeText } from './cause-text.ts';

it('states what prevented a swap in the reader’s language, and leaves English to the service', () => {
  expect(causeText(serverText('de'), 'priceLimit')).toBe('Der Preis ist unter dein Minimum gefallen.');
  expect(causeText(serverText('en'), 'priceLimit')).toBeUndefined();
  expect(causeText(serverText('de'), 'a code of tomorrow')).toBeUndefined();
});
