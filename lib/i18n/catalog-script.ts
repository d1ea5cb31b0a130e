/**
 * Serves each language's texts as a script whose name changes with its content, so that browsers can cache it for good.
 */
import { createHash } from 'node:crypto';
import { CATALOGS } from './catalogs.ts';
import { LOCALES, type Locale } from './locales.ts';

type Script = { file: string; body: string };

const scripts = new Map<Locale, Script>();

/** Undefined for English, whose texts are in the code. */
export function catalogScript(locale: Locale): Script | undefined {
  const catalog = CATALOGS[locale];
  if (catalog === undefined) return undefined;
  const known = scripts.get(locale);
  if (known) return known;
  const body = `(globalThis.portageCatalogs??={})[${JSON.stringify(locale)}]=${JSON.stringify(catalog)};`;
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, 10);
  const script = { file: `${locale}-${hash}.js`, body };
  scripts.set(locale, script);
  return script;
}

/**
 * The script of a file name. `current` is false where the name belongs to another build: that page gets the current
 * texts, but must not cache them under this name.
 */
export function catalogOfFile(file: string): { body: string; current: boolean } | undefined {
  const locale = LOCALES.find((candidate) => file.startsWith(`${candidate}-`) && file.endsWith('.js'));
  const script = locale && catalogScript(locale);
  return script && { body: script.body, current: script.file === file };
}
