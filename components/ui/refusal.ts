import type { ApiProblem } from '../../lib/api/api-problem.ts';
import type { Text } from '../../lib/i18n/text.ts';

/** Why the service begins no swap, where the page has words of its own for it. */
export type Refusal =
  /** `codes` are those of the operator's screening service. */
  | { kind: 'address'; fields: readonly string[]; codes: readonly string[] }
  | { kind: 'country' }
  /** `sentence` is the operator's own, in its language. */
  | { kind: 'maintenance'; sentence: string };

/** Undefined for every other problem. */
export function refusalOf({ type, errors, body }: Pick<ApiProblem, 'type' | 'errors' | 'body'>): Refusal | undefined {
  switch (type) {
    case '/errors/address-refused':
      return {
        kind: 'address',
        fields: errors.flatMap(({ field }) => field ?? []),
        codes: [...new Set(errors.flatMap(({ code }) => code ?? []))],
      };
    case '/errors/country-refused':
      return { kind: 'country' };
    case '/errors/maintenance':
      return { kind: 'maintenance', sentence: typeof body.sentence === 'string' ? body.sentence : '' };
    default:
      return undefined;
  }
}

const addressText = (t: Text, field: string): string => {
  if (field === 'sourceAddress') return t('This site does not accept the address that pays. Use another one.');
  if (field === 'refundAddress') return t('This site does not accept the refund address. Use another one.');
  return t('This site does not accept the address that gets the swap. Use another one.');
};

/** One sentence or more, in the reader's language. */
export function refusalText(t: Text, refusal: Refusal): string {
  switch (refusal.kind) {
    case 'address':
      return [...new Set(refusal.fields.map((field) => addressText(t, field)))].join(' ');
    case 'country':
      return t('This site offers no swaps in your country. Swaps that you have begun can still be tracked.');
    case 'maintenance':
      return t('This site is under maintenance: no swap can begin now. Swaps under way go on.');
  }
}

/** The words of others beside it: the operator's sentence, or the codes of its screening; '' where there are none. */
export const refusalNote = (refusal: Refusal): string =>
  refusal.kind === 'maintenance' ? refusal.sentence : refusal.kind === 'address' ? refusal.codes.join(', ') : '';
