/** What the core may know of the made-up provider. */
import type { ProviderTraits } from '../provider-traits.ts';

export const MADE_UP_TRAITS: ProviderTraits = { helpUrl: 'https://made-up.example/help' };
