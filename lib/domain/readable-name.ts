/** Cleans a name that an upstream or a contract gave: no control, invisible or direction-changing characters, and no novel. */
const MOST_CHARACTERS = 64;

export const readableName = (text: string): string =>
  text
    .replace(/[\p{C}\p{Z}]+/gu, ' ')
    .trim()
    .slice(0, MOST_CHARACTERS);
