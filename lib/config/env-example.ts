/** Writes `.env.example` from the notes of the settings, so that it lists exactly the settings that exist. */
import { SETTING_NOTES } from './setting-notes.ts';

export const envExample = (): string =>
  [
    '# All settings of Portage. Each is optional; an empty one counts as absent. A wrong value stops the start with a',
    '# sentence that names it and says what it accepts.',
    ...Object.entries(SETTING_NOTES).flatMap(([name, note]) => ['', `# ${note}`, `#${name}=`]),
    '',
  ].join('\n');
