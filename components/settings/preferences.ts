/** Stores how this browser's user swaps: a default tolerance, and the excluded providers. */
import { ownStorage } from '../ui/own-storage.ts';

export type Preferences = {
  /** Percent; undefined for each route's own. */
  slippage?: number | undefined;
  /** Brand names of providers that are not asked. */
  leftOut: readonly string[];
};

export const PREFERENCES_KEY = 'portage.preferences';
export const NO_PREFERENCES: Preferences = { leftOut: [] };
/** Percent: a higher tolerance is a choice for one swap, never a default. */
export const MOST_DEFAULT_SLIPPAGE = 5;
/** Longer than any brand's name. */
const LONGEST_NAME = 40;

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Text that cannot be read counts as not set, so that damaged text does no harm. */
export function parsePreferences(text: string | null): Preferences {
  try {
    const kept: unknown = JSON.parse(text ?? '{}');
    if (!isRecord(kept)) return NO_PREFERENCES;
    const { slippage, leftOut } = kept;
    const names = Array.isArray(leftOut) ? leftOut.filter((name) => typeof name === 'string') : [];
    return {
      leftOut: names.filter((name) => name.length <= LONGEST_NAME),
      ...(typeof slippage === 'number' && slippage >= 0 && slippage <= MOST_DEFAULT_SLIPPAGE ? { slippage } : {}),
    };
  } catch {
    return NO_PREFERENCES;
  }
}

export const readPreferences = (): Preferences => parsePreferences(ownStorage().getItem(PREFERENCES_KEY));
