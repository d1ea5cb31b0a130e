/** Draws a plain picture for assets without one of their own, so that every picture's URL works. */

const FILE = /^([a-z0-9-]{1,40})\.svg$/;

/** An SVG with the symbol's first letters; undefined when `file` is not the name of a picture. */
export function genericAssetImage(file: string): string | undefined {
  const name = FILE.exec(file)?.[1];
  if (name === undefined) return undefined;
  const letters =
    name
      .replace(/[^a-z0-9]/g, '')
      .slice(0, 3)
      .toUpperCase() || '?';
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" role="img">',
    '<circle cx="16" cy="16" r="16" fill="#5b6b73"/>',
    `<text x="16" y="20.5" font-family="sans-serif" font-size="${letters.length > 2 ? 11 : 13}" font-weight="600"`,
    ` fill="#fff" text-anchor="middle">${letters}</text></svg>`,
  ].join('');
}
