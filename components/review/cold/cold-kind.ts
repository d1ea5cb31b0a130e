/**
 * Determines which payments a wallet that is not connected can sign, and in which formats they are exported and
 * imported.
 */
import type { WireRoute } from '../../../lib/api/schemas/route.ts';

export type ColdKind = 'psbt' | 'evm' | 'cosmos';

/** Undefined where there is nothing to export. */
export function coldKind({ tx, meta }: Pick<WireRoute, 'tx' | 'meta'>): ColdKind | undefined {
  if (tx === undefined) return undefined;
  if (meta.txType === 'PSBT') return 'psbt';
  if (meta.txType === 'EVM') return 'evm';
  return meta.txType === 'COSMOS' ? 'cosmos' : undefined;
}

export const canSignElsewhere = (route: Pick<WireRoute, 'tx' | 'meta'>): boolean => coldKind(route) !== undefined;
