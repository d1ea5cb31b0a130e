'use client';
import { classNames } from './class-names.ts';
import { useNetwork } from './network.tsx';
import { useText } from './text.tsx';

/** Marks the sandbox wherever the page's header may be covered; renders nothing on mainnet. */
export function SandboxStrip({ className }: { className?: string }) {
  const t = useText();
  if (useNetwork() !== 'sandbox') return null;
  return (
    <p className={classNames('bg-sunken px-4 py-1 text-center text-12 text-ink-2', className)}>
      {t('Sandbox: nothing here is real money')}
    </p>
  );
}
