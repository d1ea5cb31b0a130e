'use client';
import { classNames } from './class-names.ts';
import { useNetwork } from './network.tsx';

export const SANDBOX_WORDS = 'Sandbox: nothing here is real money';

/** Says so wherever the page's header may be covered; nothing on the main network. */
export function SandboxStrip({ className }: { className?: string }) {
  if (useNetwork() !== 'sandbox') return null;
  return <p className={classNames('bg-sunken px-4 py-1 text-center text-12 text-ink-2', className)}>{SANDBOX_WORDS}</p>;
}
