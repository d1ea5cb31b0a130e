'use client';
import type { WireRoute } from '../../../lib/api/schemas/route.ts';

export type SignElsewhereProps = {
  route: WireRoute;
  onBack: () => void;
  onAgain: () => void;
  /** The hash is known, and the payment about to be sent. */
  onHash: (hash: string) => void;
  onSent: (hash: string) => void;
};

export function SignElsewhere(_props: SignElsewhereProps) {
  return null;
}
