/** Finds turns of phrase that nobody says, so that each sentence of the page can be read once. */

const WORN: readonly { pattern: RegExp; better: string }[] = [
  { pattern: /\bshall\b/i, better: 'the plain verb, or "will"' },
  { pattern: /\b(is|are|was|were) to be \w+ed\b/i, better: 'a verb in the active voice' },
  { pattern: /\b(what|which|that|it|one) (is|are) to (?!the\b)[a-z]+\b/i, better: 'the noun that is meant, or "must"' },
  { pattern: /\bany more\b/i, better: '"no longer"' },
  { pattern: /\bcan(not)? be had\b/i, better: '"is (not) available"' },
  { pattern: /\bjust now\b/i, better: '"right now", or nothing' },
  { pattern: /\bwhoever\b/i, better: 'who it is' },
  { pattern: /\b(upon|thereof|therein|whereby|hence)\b/i, better: 'a shorter sentence' },
  { pattern: /\bas long as .+ was to\b/i, better: '"until"' },
  { pattern: /\b[Ff]ee of (?!this site|\{)[A-Z]\w+/, better: 'the name first: "Chainflip fee"' },
];

/** What is wrong with an English text, and what would be better; undefined where it reads well. */
export function wornPhrase(text: string): string | undefined {
  const found = WORN.find(({ pattern }) => pattern.test(text));
  return found && `"${found.pattern.exec(text)?.[0]}" reads badly. Better: ${found.better}`;
}
