/** What the core may know of THORChain and Maya. */
import type { ProviderTraits } from '../provider-traits.ts';

/** Source of `paysFromVault`: THORChain docs, "Querying THORChain". */
export const THORCHAIN_TRAITS: ProviderTraits = { helpUrl: 'https://docs.thorchain.org', paysFromVault: true };
export const MAYACHAIN_TRAITS: ProviderTraits = { helpUrl: 'https://docs.mayaprotocol.com', paysFromVault: true };
