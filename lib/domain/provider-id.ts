/** Names the twelve providers of the interface specification; every other list of them derives from this one. */
export const PROVIDER_IDS = [
  'THORCHAIN',
  'THORCHAIN_STREAMING',
  'CHAINFLIP',
  'CHAINFLIP_STREAMING',
  'MAYACHAIN',
  'MAYACHAIN_STREAMING',
  'ONEINCH',
  'JUPITER',
  'GARDEN',
  'JUPITER->CHAINFLIP',
  'ONEINCH->CHAINFLIP',
  'CHAINFLIP->ONEINCH',
] as const;

export type ProviderId = (typeof PROVIDER_IDS)[number];

/** The display name of each provider. */
export const PROVIDER_NAMES = {
  THORCHAIN: 'THORChain',
  THORCHAIN_STREAMING: 'THORChain, streaming',
  CHAINFLIP: 'Chainflip',
  CHAINFLIP_STREAMING: 'Chainflip, streaming',
  MAYACHAIN: 'Maya',
  MAYACHAIN_STREAMING: 'Maya, streaming',
  ONEINCH: '1inch',
  JUPITER: 'Jupiter',
  GARDEN: 'Garden',
  'JUPITER->CHAINFLIP': 'Jupiter, then Chainflip',
  'ONEINCH->CHAINFLIP': '1inch, then Chainflip',
  'CHAINFLIP->ONEINCH': 'Chainflip, then 1inch',
} as const satisfies Record<ProviderId, string>;

const byUpperCase = new Map<string, ProviderId>(PROVIDER_IDS.map((id) => [id.toUpperCase(), id]));

/** Parses a provider id in any letter case; undefined for any other text. */
export const parseProviderId = (text: string): ProviderId | undefined => byUpperCase.get(text.toUpperCase());

/** A provider that this deployment has but cannot ask; `reason` is a sentence. */
export type OffProvider = { provider: ProviderId; reason: string };
