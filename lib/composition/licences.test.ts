/** What reaches the browser is under licences that ask for no more than their notice. */
import { expect, it } from 'vitest';
import { isAllowedLicence } from './licences.ts';

it.each(['MIT', '(MIT OR Apache-2.0)', '(Apache-2.0 AND MIT)', '(GPL-3.0-only OR MIT)', 'OFL-1.1'])(
  '%s may be part of the page',
  (licence) => expect(isAllowedLicence(licence)).toBe(true),
);

it.each([
  ...['GPL-3.0-only', 'AGPL-3.0-or-later', 'LGPL-3.0', 'MPL-2.0', 'CC-BY-SA-4.0', 'BUSL-1.1', 'SSPL-1.0'],
  ...['UNLICENSED', 'SEE LICENSE IN LICENSE.md', '(MIT AND GPL-2.0)', ''],
])('%j may not, and the build ends with its package', (licence) => expect(isAllowedLicence(licence)).toBe(false));
