/** Nobody chooses a country by a header: only a trusted proxy's word counts. */
import { expect, it } from 'vitest';
import { createCountryOf } from './country.ts';

const countryOf = createCountryOf({ trustedProxies: ['10.0.0.0/8', '::1'], countryHeader: 'cf-ipcountry' });
const headers = (country?: string) => new Headers(country === undefined ? {} : { 'cf-ipcountry': country });

it.each([
  ['a trusted proxy', '10.1.2.3', 'kp', 'KP'],
  ['a trusted proxy over IPv6', '::1', 'T1', 'T1'],
  ['a trusted proxy in IPv6 form', '::ffff:10.1.2.3', 'IR', 'IR'],
  ['anybody else', '203.0.113.7', 'DE', 'XX'],
  ['a trusted proxy that names none', '10.1.2.3', undefined, 'XX'],
  ['a trusted proxy that names two', '10.1.2.3', 'DE, KP', 'XX'],
  ['an unknown peer', '', 'DE', 'XX'],
])('of %s', (_what, peer, named, country) => {
  expect(countryOf(headers(named), peer)).toBe(country);
});
