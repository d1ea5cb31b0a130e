/**
 * Cleans a name from an upstream or a contract: no control, invisible or direction-changing characters, and a limited
 * length.
 */
const MOST_CHARACTERS = 64;

export const readableName = (text: string): string =>
  text
    .replace(/[\p{C}\p{Z}]+/gu, ' ')
    .trim()
    .slice(0, MOST_CHARACTERS);
