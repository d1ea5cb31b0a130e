/** The made-up provider's traits, which the core may read. */
import type { ProviderTraits } from '../provider-traits.ts';

export const MADE_UP_TRAITS: ProviderTraits = { helpUrl: 'https://made-up.example/help' };
