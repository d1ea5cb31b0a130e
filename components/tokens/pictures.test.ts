import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { hasPicture } from './pictures.ts';

it('shows every picture that is shipped, and requests none that is not', () => {
  const shipped = readdirSync('public/tokens').map((file) => `/tokens/${file}`);
  expect(shipped.filter((path) => !hasPicture(path))).toEqual([]);
  expect(hasPicture('/tokens/nobody.svg')).toBe(false);
});
