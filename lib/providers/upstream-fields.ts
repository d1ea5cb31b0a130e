/** Reads fields that upstreams write in more than one way; a field that is absent or unusable is undefined. */
import { z } from 'zod';

/** A number, also as text. */
export const optionalNumber = z
  .union([z.number(), z.string()])
  .nullish()
  .transform((value) => {
    if (value === undefined || value === null || value === '') return undefined;
    const number = Number(value);
    return Number.isFinite(number) ? number : undefined;
  });

/** True only when the upstream says so. */
export const flag = z
  .boolean()
  .nullish()
  .transform((value) => value === true);
