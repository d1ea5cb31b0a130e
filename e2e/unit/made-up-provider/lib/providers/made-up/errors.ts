/** The error codes of the made-up provider's statuses. */
import type { ProviderErrorCode } from '../../domain/errors.ts';

export const CODES: Readonly<Record<number, ProviderErrorCode>> = { 422: 'swapAmountTooSmall' };
