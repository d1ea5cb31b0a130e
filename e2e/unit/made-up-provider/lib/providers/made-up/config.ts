/** The made-up provider's settings. */
import { declareSettings } from '../../config/declare-settings.ts';
import { url } from '../../config/setting-kinds.ts';

export const MADE_UP_SETTINGS = declareSettings({
  settings: { MADE_UP_URL: url },
  notes: { MADE_UP_URL: 'Base address of the made-up provider.' },
  presets: { mainnet: 'https://made-up.example', sandbox: (base) => `${base}/made-up` },
  read: (given, preset) => ({ urls: [given.MADE_UP_URL ?? preset] }),
});
