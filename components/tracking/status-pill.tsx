'use client';
import { CircleCheck, Clock, LoaderCircle, OctagonAlert, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { TrackingStatus } from '../../lib/domain/swap-status.ts';
import { msg } from '../../lib/i18n/text.ts';
import { Pill, type Tone } from '../ui/pill.tsx';
import { useText } from '../ui/text.tsx';

const LOOKS: Readonly<Record<TrackingStatus, { tone: Tone; label: string; icon: ReactNode }>> = {
  not_started: { tone: 'plain', label: msg('Waiting for payment'), icon: <Clock aria-hidden size={13} /> },
  pending: { tone: 'water', label: msg('Confirming'), icon: <LoaderCircle aria-hidden size={13} /> },
  swapping: { tone: 'water', label: msg('In progress'), icon: <LoaderCircle aria-hidden size={13} /> },
  completed: { tone: 'moss', label: msg('Arrived'), icon: <CircleCheck aria-hidden size={13} /> },
  refunded: { tone: 'amber', label: msg('Refunded'), icon: <Undo2 aria-hidden size={13} /> },
  failed: { tone: 'red', label: msg('Failed'), icon: <OctagonAlert aria-hidden size={13} /> },
};

/** `label` replaces the default text, with "Swapping, 9 of 16" for instance; in the reader's language. */
export function StatusPill({ status, label }: { status: TrackingStatus; label?: string | undefined }) {
  const t = useText();
  const look = LOOKS[status];
  return (
    <Pill tone={look.tone} icon={look.icon}>
      {label ?? t(look.label)}
    </Pill>
  );
}
