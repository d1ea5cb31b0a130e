/** Writes `.env.example` from the settings' own notes, so that it lists every setting there is and no other. */
import { SETTING_NOTES } from './setting-notes.ts';

export const envExample = (): string =>
  [
    '# All settings of Portage. Each is optional; an empty one counts as absent. A wrong value stops the start with a',
    '# sentence that names it and says what it accepts.',
    ...Object.entries(SETTING_NOTES).flatMap(([name, note]) => ['', `# ${note}`, `#${name}=`]),
    '',
  ].join('\n');
