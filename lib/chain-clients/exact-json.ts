/** Parses JSON without rounding: integers that a double cannot hold become strings of digits. */

const TEXT_OR_LONG_NUMBER = /"(?:[^"\\]|\\.)*"|-?\d{16,}(?![\d.eE])/g;

/** @throws {SyntaxError} */
export const parseExactJson = (text: string): unknown =>
  JSON.parse(text.replace(TEXT_OR_LONG_NUMBER, (found) => (found.startsWith('"') ? found : `"${found}"`)));
