/** The lines that a provider adds outside its folders: in the list of ids and names, and in the registries. */
export const LINES: readonly { path: string; after: string; line: string }[] = [
  { path: 'lib/domain/provider-id.ts', after: "  'CHAINFLIP->ONEINCH',", line: "  'MADE_UP'," },
  {
    path: 'lib/domain/provider-id.ts',
    after: "  'CHAINFLIP->ONEINCH': 'Chainflip, then 1inch',",
    line: "  MADE_UP: 'Made-up',",
  },
  {
    path: 'lib/providers/registry.ts',
    after: "import { jupiterFromSettings } from './jupiter/index.ts';",
    line: "import { madeUpFromSettings } from './made-up/index.ts';",
  },
  { path: 'lib/providers/registry.ts', after: '  gardenFromSettings,', line: '  madeUpFromSettings,' },
  {
    path: 'lib/providers/upstream-settings.ts',
    after: "import { JUPITER_SETTINGS } from './jupiter/config.ts';",
    line: "import { MADE_UP_SETTINGS } from './made-up/config.ts';",
  },
  {
    path: 'lib/providers/upstream-settings.ts',
    after: '  garden: GARDEN_SETTINGS,',
    line: '  madeUp: MADE_UP_SETTINGS,',
  },
  {
    path: 'lib/payments/traits.ts',
    after: "import { JUPITER_TRAITS } from './jupiter/traits.ts';",
    line: "import { MADE_UP_TRAITS } from './made-up/traits.ts';",
  },
  { path: 'lib/payments/traits.ts', after: '  GARDEN: GARDEN_TRAITS,', line: '  MADE_UP: MADE_UP_TRAITS,' },
];
