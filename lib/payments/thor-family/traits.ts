/** What the core may know of THORChain and Maya. */
import type { ProviderTraits } from '../provider-traits.ts';

export const THORCHAIN_TRAITS: ProviderTraits = { helpUrl: 'https://docs.thorchain.org', isOrderedByMemo: true };
export const MAYACHAIN_TRAITS: ProviderTraits = { helpUrl: 'https://docs.mayaprotocol.com', isOrderedByMemo: true };
