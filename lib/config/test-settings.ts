/** For tests: what is said of settings that are refused. */
import { readSettings, SettingsError } from './env.ts';

/** The sentence that refuses them; '' for settings that are taken. */
export function settingsFault(environment: Record<string, string>): string {
  try {
    readSettings(environment);
  } catch (error) {
    if (error instanceof SettingsError) return error.message;
  }
  return '';
}
