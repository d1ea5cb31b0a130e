'use client';
import { useSyncExternalStore } from 'react';
import { onRemembered, type RememberedList, readRemembered } from './remembered.ts';

/** A string, because React compares snapshots by identity. */
const snapshot = (list: RememberedList) => () => readRemembered(list).join('\n');

/** Identifiers, newest first; empty on the server. */
export function useRemembered(list: RememberedList): readonly string[] {
  const text = useSyncExternalStore(onRemembered, snapshot(list), () => '');
  return text === '' ? NONE : text.split('\n');
}

const NONE: readonly string[] = [];
