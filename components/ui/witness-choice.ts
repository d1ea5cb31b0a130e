'use client';
/** Whether this browser's page asks independent nodes: on until the user switches it off. */
import { useSyncExternalStore } from 'react';
import type { WitnessNodes } from '../../lib/payments/witness.ts';
import { useNamedWitnesses } from './network.tsx';
import { onStored, ownStorage } from './own-storage.ts';

const KEY = 'portage.witnesses';
const CHANGED = 'portage:witnesses';
const OFF = 'off';

const subscribe = (changed: () => void) => onStored([KEY], CHANGED, changed);
const isOn = (): boolean => ownStorage().getItem(KEY) !== OFF;

function choose(on: boolean): void {
  try {
    if (on) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, OFF);
  } catch {
    // Storage is forbidden: the choice cannot be kept.
  }
  window.dispatchEvent(new Event(CHANGED));
}

export const useWitnessChoice = (): [boolean, (on: boolean) => void] => [
  useSyncExternalStore(subscribe, isOn, () => true),
  choose,
];

const NOBODY: WitnessNodes = {};

/** The witnesses that the page may ask; none where the user has switched them off. */
export function useWitnessNodes(): WitnessNodes {
  const named = useNamedWitnesses();
  const [on] = useWitnessChoice();
  return on ? named : NOBODY;
}
