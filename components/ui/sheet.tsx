'use client';
import { Dialog } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import { classNames } from './class-names.ts';
import { SandboxStrip } from './sandbox-strip.tsx';
import { useText } from './text.tsx';
import { useBackCloses } from './use-back-closes.ts';

/**
 * Whether the dialog was opened by touch. Unknown when nothing of the dialog's own was pressed; then the kind of device
 * decides.
 */
const isTouch = (by: string): boolean =>
  by === 'touch' || (by === '' && window.matchMedia('(hover: none) and (pointer: coarse)').matches);

/**
 * A dialog, on phones a bottom sheet. It traps the focus and returns it when closed; Escape and Back close it. `busy` keeps it
 * open while something must not be lost.
 */
export function Sheet({
  open,
  onOpenChange,
  title,
  description,
  footer,
  width = 480,
  busy = false,
  flush = false,
  focus,
  focusAfter,
  children,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description?: ReactNode;
  footer?: ReactNode;
  /** Greatest width in pixels on wide screens. */
  width?: number;
  busy?: boolean;
  /** The content has its own padding and scrolling. */
  flush?: boolean;
  /** Focused first, except by touch, where focus would open the keyboard. */
  focus?: RefObject<HTMLElement | null>;
  /** What is focused after closing instead of what was before, except by touch. */
  focusAfter?: (() => HTMLElement | null | undefined) | undefined;
  children: ReactNode;
}) {
  const t = useText();
  useBackCloses(open, busy, () => onOpenChange(false));
  return (
    <Dialog.Root open={open} onOpenChange={(next) => (next || !busy) && onOpenChange(next)}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 min-h-dvh bg-veil transition-opacity duration-200 data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Dialog.Popup
          data-sheet
          initialFocus={focus && ((by) => (isTouch(by) ? true : focus.current))}
          finalFocus={focusAfter && ((by) => (isTouch(by) ? true : (focusAfter() ?? true)))}
          style={{ maxWidth: `min(100vw, ${width}px)` }}
          className={classNames(
            'fixed inset-x-0 bottom-0 mx-auto flex max-h-[92dvh] w-full flex-col overflow-hidden rounded-t-10 border border-line bg-sheet shadow-lift outline-none',
            'transition-[transform,opacity] duration-200 data-ending-style:translate-y-6 data-ending-style:opacity-0 data-starting-style:translate-y-6 data-starting-style:opacity-0',
            'sm:top-[max(24px,7dvh)] sm:bottom-auto sm:max-h-[86dvh] sm:rounded-10',
          )}
        >
          <SandboxStrip className="border-line border-b" />
          <div className="flex items-start gap-3 border-line border-b py-3 ps-4 pe-2">
            <div className="min-w-0 flex-1">
              <Dialog.Title className="py-1 font-semibold text-20 tracking-[-0.01em]">{title}</Dialog.Title>
              {description && <Dialog.Description className="text-14 text-ink-2">{description}</Dialog.Description>}
            </div>
            <Dialog.Close
              aria-label={t('Close')}
              disabled={busy}
              className="inline-grid size-9 shrink-0 place-items-center rounded-6 text-ink-2 hover:bg-sunken hover:text-ink disabled:text-ink-3"
            >
              <X aria-hidden size={20} />
            </Dialog.Close>
          </div>
          <div
            className={classNames('min-h-0 flex-1', flush ? 'flex flex-col' : 'overflow-y-auto overscroll-contain p-4')}
          >
            {children}
          </div>
          {footer && (
            <div className="grid gap-2 border-line border-t p-4 pb-[max(1rem,env(safe-area-inset-bottom))]">
              {footer}
            </div>
          )}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
