import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CHAIN_IDS } from '../../domain/chain-id.ts';
import { PROVIDER_IDS } from '../../domain/provider-id.ts';
import { cases } from '../../domain/test-effort.ts';
import { EMBED_OPTIONS, FONTS, HIDEABLE, LANGUAGES, LAYOUTS, LOCKABLE, OPTION_NAMES, THEMES } from './option-list.ts';
import { embedOptionsSchema, optionDocs } from './options.ts';
import { readOptions, readOptionsFromUrl, writeOptionsToUrl } from './read-options.ts';

const texts = fc.constantFrom(
  ...[...LANGUAGES, ...THEMES, ...FONTS, ...LAYOUTS, ...HIDEABLE, ...LOCKABLE, ...CHAIN_IDS, ...PROVIDER_IDS],
  ...['BTC.BTC', 'eth.usdc-0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', 'XX.A', '0.5', '1e3', '-1', '#0a6', '#0a6b78'],
  ...['red', '', ' ', 'bc1qabc', 'btc', 'chainflip'],
);
const single = fc.oneof(texts, fc.string(), fc.double({ min: -5, max: 1200 }), fc.integer({ min: -5, max: 1200 }));
const anyValue = fc.oneof(single, fc.array(texts, { maxLength: 4 }), fc.constant(null), fc.boolean(), fc.object());
const anyOptions = fc.dictionary(fc.constantFrom(...OPTION_NAMES, 'selll', 'toString'), anyValue, { maxKeys: 4 });

/** Valid values of each option, for round trips. */
const right = fc.record(
  {
    sell: fc.constantFrom('BTC.BTC', 'SOL.SOL'),
    amount: fc.constantFrom('1', '0.25'),
    to: fc.constantFrom('bc1qabc', 'name.eth'),
    lock: fc.uniqueArray(fc.constantFrom(...LOCKABLE), { minLength: 1 }),
    chains: fc.uniqueArray(fc.constantFrom(...CHAIN_IDS), { minLength: 1 }),
    providers: fc.uniqueArray(fc.constantFrom(...PROVIDER_IDS), { minLength: 1 }),
    maxSlippage: fc.integer({ min: 0, max: 100 }),
    theme: fc.constantFrom(...THEMES),
    accent: fc.constantFrom('#0a6b78', '#ffffff'),
    hide: fc.uniqueArray(fc.constantFrom(...HIDEABLE), { minLength: 1 }),
  },
  { requiredKeys: [] },
);

describe('the embed’s options', () => {
  it('are read in the browser exactly as the schema reads them', () => {
    fc.assert(
      fc.property(anyOptions, (given) => {
        expect(readOptions(given).faults.length === 0).toBe(embedOptionsSchema.safeParse(given).success);
      }),
      { numRuns: cases(2000) },
    );
  });

  it('survive a trip through a URL', () => {
    fc.assert(
      fc.property(right, (options) => {
        expect(readOptionsFromUrl(writeOptionsToUrl(options))).toEqual({ options, faults: [] });
      }),
    );
  });

  it('reports each wrong one in a sentence, and applies the right ones all the same', () => {
    const { options, faults } = readOptionsFromUrl('?theme=purple&layout=full&affiliateFee=5000&utm_source=x');
    expect(options).toEqual({ layout: 'full' });
    expect(faults).toEqual([
      {
        option: 'affiliateFee',
        message: 'The option "affiliateFee" must be a whole number of basis points from 0 to 1000.',
      },
      { option: 'theme', message: 'The option "theme" must be one of "light", "dark", "system".' },
    ]);
  });

  it('reports a misspelled name in a message, and ignores unknown names in a URL', () => {
    expect(readOptions({ selll: 'BTC.BTC' }).faults[0]?.message).toContain('no option "selll"');
    expect(readOptionsFromUrl('selll=BTC.BTC').faults).toEqual([]);
  });

  it('refuses a fee without a recipient', () => {
    expect(readOptionsFromUrl('affiliateFee=50').faults).toHaveLength(1);
    expect(readOptionsFromUrl('affiliateFee=50&affiliate=tt').faults).toEqual([]);
  });

  it('are documented one by one', () => {
    expect(optionDocs().map(({ name }) => name)).toEqual(Object.keys(EMBED_OPTIONS));
    for (const { docs, accepts } of optionDocs()) {
      expect(docs).toMatch(/\.$/);
      expect(accepts.length).toBeGreaterThan(5);
    }
  });

  it('never throws, for any input', () => {
    fc.assert(fc.property(fc.anything(), (given) => void readOptions(given)));
    fc.assert(fc.property(fc.string(), (search) => void readOptionsFromUrl(search)));
  });
});
