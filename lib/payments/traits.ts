/** Lists the traits of every provider: one line for each upstream. */
import type { ChainId } from '../domain/chain-id.ts';
import { PROVIDER_IDS, type ProviderId } from '../domain/provider-id.ts';
import { CHAINFLIP_TRAITS } from './chainflip/traits.ts';
import { GARDEN_TRAITS } from './garden/traits.ts';
import { JUPITER_TRAITS } from './jupiter/traits.ts';
import { ONEINCH_TRAITS } from './oneinch/traits.ts';
import type { ProviderTraits } from './provider-traits.ts';
import { MAYACHAIN_TRAITS, THORCHAIN_TRAITS } from './thor-family/traits.ts';

/** By the id without `_STREAMING`; routes of two legs have the traits of their legs. */
const TRAITS: Readonly<Record<string, ProviderTraits>> = {
  THORCHAIN: THORCHAIN_TRAITS,
  MAYACHAIN: MAYACHAIN_TRAITS,
  CHAINFLIP: CHAINFLIP_TRAITS,
  ONEINCH: ONEINCH_TRAITS,
  JUPITER: JUPITER_TRAITS,
  GARDEN: GARDEN_TRAITS,
};

const plainId = (id: string): string => id.replace(/_STREAMING$/, '');

/** The traits of the provider of one leg; empty for an id of two legs or an unknown one. */
export const traitsOf = (id: string | undefined): Partial<ProviderTraits> =>
  (id === undefined ? undefined : TRAITS[plainId(id)]) ?? {};

/** The traits of the provider that takes the payment: of two legs the first. */
export const payeeTraits = (id: string | undefined): Partial<ProviderTraits> => traitsOf(id?.split('->')[0]);

/** The traits of the provider that pays out: of two legs the second. */
export const payoutTraits = (id: string | undefined): Partial<ProviderTraits> => traitsOf(id?.split('->').at(-1));

/** Whether some provider credits deposits on the chain before their confirmations. */
export const canBeBoosted = (chain: ChainId): boolean =>
  Object.values(TRAITS).some(({ boosts }) => boosts?.includes(chain));

/** Ids of one leg that open deposit channels, the plain one first. */
export const CHANNEL_IDS: readonly ProviderId[] = PROVIDER_IDS.filter((id) => traitsOf(id).opensDepositChannels);
/** Prices and opens a channel that no route requested. */
export const [CHANNEL_ID] = CHANNEL_IDS as readonly [ProviderId];
