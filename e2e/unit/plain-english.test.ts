import { expect, test } from 'vitest';
import { wornPhrase } from '../run/plain-english.ts';

test.each([
  'Where your ETH shall arrive.',
  'QR code of what is to be signed',
  'Your wallet is not connected any more',
  'This route cannot be had just now',
  'The price stayed low for as long as Chainflip was to try',
  'Fee of Chainflip',
])('is found in: %s', (text) => {
  expect(wornPhrase(text)).toBeDefined();
});

test.each([
  'The address that gets your ETH.',
  'This route is not available right now',
  'Fee of this site',
  'It is tried',
])('is not found in: %s', (text) => {
  expect(wornPhrase(text)).toBeUndefined();
});
