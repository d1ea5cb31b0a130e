import { CircleCheck, Clock, LoaderCircle, OctagonAlert, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { TrackingStatus } from '../../lib/domain/swap-status.ts';
import { Pill, type Tone } from '../ui/pill.tsx';

const LOOKS: Readonly<Record<TrackingStatus, { tone: Tone; words: string; icon: ReactNode }>> = {
  not_started: { tone: 'plain', words: 'Not seen yet', icon: <Clock aria-hidden size={13} /> },
  pending: { tone: 'water', words: 'Confirming', icon: <LoaderCircle aria-hidden size={13} /> },
  swapping: { tone: 'water', words: 'Under way', icon: <LoaderCircle aria-hidden size={13} /> },
  completed: { tone: 'moss', words: 'Arrived', icon: <CircleCheck aria-hidden size={13} /> },
  refunded: { tone: 'amber', words: 'Refunded', icon: <Undo2 aria-hidden size={13} /> },
  failed: { tone: 'red', words: 'Failed', icon: <OctagonAlert aria-hidden size={13} /> },
};

/** `words` replaces the usual ones, such as "Swapping, 9 of 16". */
export function StatusPill({ status, words }: { status: TrackingStatus; words?: string | undefined }) {
  const look = LOOKS[status];
  return (
    <Pill tone={look.tone} icon={look.icon}>
      {words ?? look.words}
    </Pill>
  );
}
