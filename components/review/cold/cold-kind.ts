/** Which payments can be signed by a wallet that is not connected here, and in which form they travel there and back. */
import type { WireRoute } from '../../../lib/api/schemas/route.ts';

export type ColdKind = 'psbt' | 'evm' | 'cosmos';

/** Undefined where there is nothing that could be handed over. */
export function coldKind({ tx, meta }: Pick<WireRoute, 'tx' | 'meta'>): ColdKind | undefined {
  if (tx === undefined) return undefined;
  if (meta.txType === 'PSBT') return 'psbt';
  if (meta.txType === 'EVM') return 'evm';
  return meta.txType === 'COSMOS' ? 'cosmos' : undefined;
}

export const canSignElsewhere = (route: Pick<WireRoute, 'tx' | 'meta'>): boolean => coldKind(route) !== undefined;
