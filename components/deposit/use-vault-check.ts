'use client';
import type { SaleRequest } from '../../lib/api/schemas/quote.ts';
import type { WireRoute } from '../../lib/api/schemas/route.ts';
import { useVaultEvidence } from '../review/use-vault-evidence.ts';

export type VaultCheck = 'checking' | 'same' | 'changed' | 'unknown';

/**
 * Asks the same provider again on opening and every minute, and compares its receiving address.
 * @param request must be the same object in every rendering: another object triggers a new check.
 */
export const useVaultCheck = (route: WireRoute, request: SaleRequest): VaultCheck =>
  useVaultEvidence(route, request)?.state ?? 'unknown';
