import { LoaderCircle } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names.ts';

export type ButtonLook = 'primary' | 'quiet' | 'ghost';
export type ButtonSize = 'large' | 'medium' | 'small';

const LOOKS: Record<ButtonLook, string> = {
  primary:
    'bg-water text-water-ink font-semibold hover:bg-water-strong disabled:bg-sunken disabled:text-ink-3 disabled:border-line disabled:border',
  quiet:
    'border border-line-3 bg-transparent text-ink font-medium hover:border-ink-3 hover:bg-sunken disabled:text-ink-3 disabled:border-line',
  ghost: 'bg-transparent text-ink-2 font-medium hover:text-ink hover:bg-sunken disabled:text-ink-3',
};
const SIZES: Record<ButtonSize, string> = {
  large: 'min-h-13 w-full rounded-10 px-4 py-3 text-16',
  medium: 'min-h-10 rounded-10 px-4 py-2 text-14',
  small: 'min-h-8 rounded-6 px-3 py-1 text-14',
};

export const buttonClasses = (look: ButtonLook, size: ButtonSize): string =>
  classNames(
    'inline-flex items-center justify-center gap-2 text-center transition-colors duration-150 disabled:cursor-not-allowed',
    LOOKS[look],
    SIZES[size],
  );

/** `busy` keeps the label and shows a spinner after 300 ms, so that fast answers do not flicker. */
export function Button({
  look = 'quiet',
  size = 'medium',
  busy = false,
  icon,
  className,
  children,
  ...rest
}: ComponentProps<'button'> & { look?: ButtonLook; size?: ButtonSize; busy?: boolean; icon?: ReactNode }) {
  return (
    <button
      type="button"
      aria-busy={busy || undefined}
      {...rest}
      className={classNames(buttonClasses(look, size), className)}
    >
      {busy ? <LoaderCircle aria-hidden size={18} className="late" /> : icon}
      {children}
    </button>
  );
}

/** A square button with only an icon; `label` is its accessible name. */
export function IconButton({
  label,
  className,
  children,
  ...rest
}: ComponentProps<'button'> & { label: string; children: ReactNode }) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...rest}
      className={classNames(
        'inline-grid size-9 shrink-0 place-items-center rounded-6 text-ink-2 transition-colors duration-150 hover:bg-sunken hover:text-ink disabled:text-ink-3',
        className,
      )}
    >
      {children}
    </button>
  );
}
