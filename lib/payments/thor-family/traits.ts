/** Declares the traits of THORChain and Maya for the core. */
import type { ProviderTraits } from '../provider-traits.ts';

/** Source of `paysFromVault`: THORChain docs, "Querying THORChain". */
const FAMILY_TRAITS = { paysFromVault: true, isOrderedByMemo: true } as const;
export const THORCHAIN_TRAITS: ProviderTraits = {
  helpUrl: 'https://docs.thorchain.org',
  witnessPath: '/thorchain/inbound_addresses',
  ...FAMILY_TRAITS,
};
export const MAYACHAIN_TRAITS: ProviderTraits = {
  helpUrl: 'https://docs.mayaprotocol.com',
  witnessPath: '/mayachain/inbound_addresses',
  ...FAMILY_TRAITS,
};
