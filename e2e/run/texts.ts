/**
 * Checks that no text is missing, unused or broken in any language, that none bypasses the translation, and that the
 * English ones read well.
 * `--list` writes all messages as JSON, for translators.
 */
import { CATALOG_FILES } from '../../lib/i18n/catalogs.ts';
import { intlTag, type Locale } from '../../lib/i18n/locales.ts';
import { messageKey } from '../../lib/i18n/text.ts';
import { catalogFaults } from './catalog-faults.ts';
import { findTexts } from './find-texts.ts';
import { wornPhrase } from './plain-english.ts';
import { untranslated } from './untranslated.ts';

/** With fewer messages than this, the search has missed most of the code. */
const LEAST_MESSAGES = 200;

const { messages, faults, files } = findTexts(untranslated);

if (process.argv.includes('--list')) {
  process.stdout.write(`${JSON.stringify(messages, null, 1)}\n`);
} else {
  let wrong = faults.length;
  for (const { file, line, what } of faults) console.log(`  ${file}:${line} ${what}`);
  const byKey = new Map<string, string>();
  for (const { message } of messages) {
    const key = messageKey(message);
    const other = byKey.get(key);
    if (other !== undefined) {
      wrong += 1;
      console.log(`  "${message}" and "${other}" have the same key`);
    }
    byKey.set(key, message);
    const worn = wornPhrase(message);
    if (worn !== undefined) {
      wrong += 1;
      console.log(`  "${message.slice(0, 60)}": ${worn}`);
    }
  }
  for (const [locale, catalog] of Object.entries(CATALOG_FILES) as [Locale, (typeof CATALOG_FILES)[Locale]][]) {
    const found = catalogFaults(intlTag(locale), catalog ?? {}, messages);
    wrong += found.length;
    for (const line of found.slice(0, 20)) console.log(`  ${locale}: ${line}`);
    if (found.length > 20) console.log(`  ${locale}: and ${found.length - 20} more`);
  }
  console.log(`  ${messages.length} messages in ${files} files, ${wrong} faults`);
  process.exit(wrong === 0 && messages.length >= LEAST_MESSAGES ? 0 : 1);
}
