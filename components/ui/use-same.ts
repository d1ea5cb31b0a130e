'use client';
import { useState } from 'react';

/** Keeps the first object for as long as later ones are equal to it, as most answers to polls are. */
export function useSame<T>(value: T): T {
  const [kept, keep] = useState(value);
  if (kept === value || JSON.stringify(kept) === JSON.stringify(value)) return kept;
  keep(value);
  return value;
}
