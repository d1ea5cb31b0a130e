/**
 * Lists every option of the embed once, as data. The parser in the browser, the zod schemas and the documentation
 * derive from it.
 */
import { LOCALES } from '../../i18n/locales.ts';

/** The parts that an embed may hide. `header` holds the wallets, `settings` the slippage. */
export const HIDEABLE = ['header', 'activity', 'settings', 'poweredBy', 'tracking'] as const;
/** The values that an embed may lock against changes in the frame. */
export const LOCKABLE = ['sell', 'buy', 'amount', 'to', 'from', 'slippage'] as const;

/**
 * `kind` names a row of `option-kinds.ts`, which parses the value and says what is accepted.
 * `byDefault` is the default as the documentation shows it. `docs` is one sentence in English.
 */
export const EMBED_OPTIONS = {
  sell: { kind: 'asset', byDefault: 'BTC.BTC', docs: 'The asset that is sold when the frame opens.' },
  buy: { kind: 'asset', byDefault: 'ETH.ETH', docs: 'The asset that is bought when the frame opens.' },
  amount: { kind: 'amount', byDefault: '', docs: 'How much is sold when the frame opens, in the sold asset’s unit.' },
  to: { kind: 'address', byDefault: '', docs: 'The address, or name, that receives what is bought.' },
  from: {
    kind: 'address',
    byDefault: '',
    docs: 'The address that pays where no wallet is connected, and gets refunds.',
  },
  lock: {
    kind: 'locks',
    byDefault: '',
    docs: 'Which of the values above stay as given: the person sees them and cannot change them.',
  },
  chains: { kind: 'chains', byDefault: '', docs: 'Only these chains are offered; empty means all.' },
  hideChains: { kind: 'chains', byDefault: '', docs: 'These chains are not offered.' },
  tokens: { kind: 'assets', byDefault: '', docs: 'Only these assets are offered; empty means all.' },
  hideTokens: { kind: 'assets', byDefault: '', docs: 'These assets are not offered.' },
  providers: { kind: 'providers', byDefault: '', docs: 'Only these providers are asked; empty means all.' },
  hideProviders: { kind: 'providers', byDefault: '', docs: 'These providers are not asked.' },
  affiliate: {
    kind: 'affiliate',
    byDefault: '',
    docs: 'The affiliate name, known to the deployment, that gets the fee.',
  },
  affiliateFee: { kind: 'affiliateBps', byDefault: '', docs: 'The affiliate’s fee in basis points, 0 to 1000.' },
  slippage: {
    kind: 'percent',
    byDefault: '',
    docs: 'The slippage tolerance in percent; left out it is the page’s own choice.',
  },
  maxSlippage: { kind: 'percent', byDefault: '100', docs: 'The most that a person may set as slippage, in percent.' },
  maxPriceImpact: {
    kind: 'percent',
    byDefault: '',
    docs: 'Routes that lose more than this percentage against the market price cannot be reviewed or paid.',
  },
  language: {
    kind: 'language',
    byDefault: 'auto',
    docs: 'The language of the frame; `auto` takes what the browser wishes.',
  },
  theme: { kind: 'theme', byDefault: 'system', docs: 'Light, dark, or as the person’s system is set.' },
  accent: {
    kind: 'color',
    byDefault: '',
    docs: 'The colour of buttons and links; moved in lightness until text on it, and it as text, can be read.',
  },
  background: {
    kind: 'color',
    byDefault: '',
    docs: 'The colour behind everything; surfaces and lines derive from it.',
  },
  text: {
    kind: 'color',
    byDefault: '',
    docs: 'The colour of text; moved in lightness until it can be read, with two quieter ones derived from it.',
  },
  radius: { kind: 'radius', byDefault: '10', docs: 'The corners’ radius of cards and fields in pixels, 0 to 24.' },
  font: { kind: 'font', byDefault: 'sans', docs: 'One of the fonts that are shipped, or the system’s own.' },
  layout: {
    kind: 'layout',
    byDefault: 'compact',
    docs: 'One column that fits beside other things, or form and routes side by side where there is room.',
  },
  hide: { kind: 'hides', byDefault: '', docs: 'Which parts of the frame are left out.' },
} as const;

export type OptionName = keyof typeof EMBED_OPTIONS;
export const OPTION_NAMES = Object.keys(EMBED_OPTIONS) as OptionName[];

export const LANGUAGES = ['auto', ...LOCALES] as const;
export const THEMES = ['light', 'dark', 'system'] as const;
export const FONTS = ['sans', 'mono', 'system'] as const;
export const LAYOUTS = ['compact', 'full'] as const;
