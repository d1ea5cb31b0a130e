/** Reads which packages reach the browser and under which licences, as the build has found them. */
import { z } from 'zod';
import { builtFile } from '../config/programs.ts';

/** The build writes it, `/licences` shows it. */
export const LICENCES_FILE = 'licences.json';

/**
 * Licences that ask for no more than their notice, and so may be part of the page: SPDX identifiers. `OFL-1.1` is for
 * fonts, which are served as they come.
 */
const ALLOWED = new Set([
  'MIT',
  'Apache-2.0',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'Unlicense',
  'OFL-1.1',
]);

const licenceGroupSchema = z.object({
  licence: z.string(),
  /** With the version, each once. */
  packages: z.array(z.string()).min(1),
  /** Empty where the package ships none. */
  text: z.string(),
});
const licencesSchema = z.array(licenceGroupSchema).min(1);

/** Packages that came with the same text. */
export type LicenceGroup = z.infer<typeof licenceGroupSchema>;

/** Whether what is under this SPDX expression may be part of the page: one side of `OR`, both sides of `AND`. */
export const isAllowedLicence = (expression: string): boolean =>
  expression
    .replace(/[()]/g, '')
    .split(' OR ')
    .some((side) => side.split(' AND ').every((one) => ALLOWED.has(one.trim())));

/** Undefined where nothing was built. */
export async function readLicences(): Promise<LicenceGroup[] | undefined> {
  const text = await builtFile(LICENCES_FILE).catch(() => undefined);
  return text === undefined ? undefined : licencesSchema.parse(JSON.parse(text));
}
