'use client';
import { useState } from 'react';

/** The object that was given first, for as long as those given later say the same: answers to polls do, mostly. */
export function useSame<T>(value: T): T {
  const [kept, keep] = useState(value);
  if (kept === value || JSON.stringify(kept) === JSON.stringify(value)) return kept;
  keep(value);
  return value;
}
