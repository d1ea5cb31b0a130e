import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatAmount, fromBaseUnits, mulDiv, rescale, toBaseUnits, valueUsd } from './amount.ts';
import { type Asset, assetKey, assetOf, checksumAddress, formatAsset, parseAsset, sameAsset } from './asset.ts';
import { CHAIN_IDS } from './chain-id.ts';
import { parse, stringify } from './json.ts';
import { fitsMemo, memoBytes } from './memo.ts';
import { PROVIDER_IDS, parseProviderId } from './provider-id.ts';
import { percentToBps } from './slippage.ts';

const chains = fc.constantFrom(...CHAIN_IDS);
const symbols = fc.stringMatching(/^[A-Z0-9][A-Z0-9._$+]{0,15}$/);
const evmAddresses = fc.stringMatching(/^0x[0-9a-f]{40}$/);
const mints = fc.stringMatching(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/);
const decimals = fc.integer({ min: 0, max: 24 });
const units = fc.bigInt({ min: 0n, max: 10n ** 40n });

describe('asset identifiers', () => {
  const assets: fc.Arbitrary<Asset> = fc.oneof(
    fc.record({ kind: fc.constant('native' as const), chain: chains, symbol: symbols }),
    fc.record({
      kind: fc.constant('token' as const),
      chain: chains,
      symbol: symbols,
      address: fc.oneof(evmAddresses.map(checksumAddress), mints),
    }),
    fc.record({
      kind: fc.constant('synth' as const),
      chain: chains,
      symbol: fc.tuple(fc.constantFrom('BTC', 'ETH'), symbols).map(([home, symbol]) => `${home}/${symbol}`),
    }),
  );

  it('read back as they were written: what a quote names, a later request can name', () => {
    fc.assert(
      fc.property(assets, (asset) => {
        expect(parseAsset(formatAsset(asset))).toEqual({ ok: true, asset });
        expect(assetOf(formatAsset(asset))).toEqual(asset);
      }),
    );
  });

  it('compare in any letter case, also when a client wrote all of it in one case', () => {
    fc.assert(
      fc.property(assets, (asset) => {
        const text = formatAsset(asset);
        for (const other of [text.toLowerCase(), text.toUpperCase()]) {
          const parsed = parseAsset(other);
          expect(parsed.ok && sameAsset(parsed.asset, asset)).toBe(true);
          expect(parsed.ok && assetKey(parsed.asset)).toBe(assetKey(asset));
        }
      }),
    );
  });

  it.each([
    ['eth.usdc-0XA0B86991C6218B36C1D19D4A2E9EB0CE3606EB48', 'ETH.USDC-0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'],
    ['btc.btc', 'BTC.BTC'],
    ['thor.btc/btc', 'THOR.BTC/BTC'],
    [
      'thor.eth/usdc-0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
      'THOR.ETH/USDC-0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
    ],
    ['sol.usdc-EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', 'SOL.USDC-EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'],
    ['matic.matic', 'MATIC.MATIC'],
  ])('writes %s as %s', (given, canonical) => {
    expect(formatAsset(assetOf(given))).toBe(canonical);
  });

  it.each(['', 'BTC', '.BTC', 'XYZ.BTC', 'BTC.', 'ETH.-0xA0', 'ETH.USDC-', 'ETH.US DC', 'THOR.BTC/', 'ETH.USDC-0x/1'])(
    'refuses %j with a sentence and without throwing',
    (text) => {
      const parsed = parseAsset(text);
      expect(parsed.ok ? 'accepted' : parsed.reason).toMatch(/^[A-Z].*\.$/);
      expect(() => assetOf(text)).toThrow(Error);
    },
  );

  it('never throws, whatever the text', () => {
    fc.assert(fc.property(fc.string({ maxLength: 300 }), (text) => void parseAsset(text)));
  });

  it('spells EVM addresses as EIP-55 publishes them', () => {
    for (const address of [
      '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
      '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
      '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
      '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
    ])
      expect(checksumAddress(address.toLowerCase())).toBe(address);
  });
});

describe('amounts', () => {
  it('go from base units to decimals and back without losing a unit', () => {
    fc.assert(
      fc.property(units, decimals, (amount, fractionDigits) => {
        const text = fromBaseUnits(amount, fractionDigits);
        expect(text).toMatch(/^\d+(\.\d*[1-9])?$/);
        expect(toBaseUnits(text, fractionDigits, 'exact')).toBe(amount);
      }),
    );
  });

  it('round in the named direction, by less than one unit, and only when something is lost', () => {
    fc.assert(
      fc.property(units, decimals, fc.integer({ min: 0, max: 8 }), (amount, fractionDigits, more) => {
        const text = fromBaseUnits(amount, fractionDigits + more);
        const down = toBaseUnits(text, fractionDigits, 'down') ?? -1n;
        const up = toBaseUnits(text, fractionDigits, 'up') ?? -1n;
        const exact = toBaseUnits(text, fractionDigits, 'exact');
        const scale = 10n ** BigInt(more);
        expect(down * scale <= amount && amount <= up * scale && up - down <= 1n).toBe(true);
        expect(exact).toBe(amount % scale === 0n ? down : undefined);
        expect(rescale(amount, fractionDigits + more, fractionDigits, 'down')).toBe(down);
        expect(rescale(amount, fractionDigits + more, fractionDigits, 'up')).toBe(up);
        expect(rescale(down, fractionDigits, fractionDigits + more, 'down')).toBe(down * scale);
      }),
    );
  });

  it.each(['', '.', '1.', '.5', '-1', '+1', '1e5', '1,5', ' 1', '0x10', '1_000', '١'])('refuse %j', (text) => {
    expect(() => toBaseUnits(text, 8, 'exact')).toThrow(RangeError);
  });

  it('divide with a named rounding, and refuse operands without a plain meaning', () => {
    fc.assert(
      fc.property(units, units, fc.bigInt({ min: 1n, max: 10n ** 20n }), (a, b, divisor) => {
        const down = mulDiv(a, b, divisor, 'down');
        const up = mulDiv(a, b, divisor, 'up');
        expect(down * divisor <= a * b && a * b <= up * divisor && up - down <= 1n).toBe(true);
      }),
    );
    expect(() => mulDiv(-1n, 1n, 1n, 'down')).toThrow(RangeError);
    expect(() => mulDiv(1n, 1n, 0n, 'down')).toThrow(RangeError);
  });

  it('are written plainly', () => {
    expect(fromBaseUnits(-150n, 2)).toBe('-1.5');
    expect(fromBaseUnits(0n, 18)).toBe('0');
    expect(fromBaseUnits(5n, 0)).toBe('5');
    const amount = { asset: assetOf('BTC.BTC'), decimals: 8, baseUnits: 150_000_000n };
    expect(formatAmount(amount)).toBe('1.5');
    expect(valueUsd(amount, 2)).toBe(3);
  });
});

describe('slippage', () => {
  it('converts every whole number of basis points to itself, despite floats', () => {
    for (let bps = 0; bps <= 10_000; bps += 1) expect(percentToBps(bps / 100)).toBe(bps);
    expect(percentToBps(0.145)).toBe(15);
    expect(percentToBps(0.004)).toBe(0);
    for (const wrong of [-0.01, 100.01, Number.NaN, Number.POSITIVE_INFINITY])
      expect(() => percentToBps(wrong)).toThrow(RangeError);
  });
});

describe('memos', () => {
  it('are measured in bytes: an accented affiliate may not push a memo over the limit unnoticed', () => {
    expect(memoBytes('=:ETH.ETH:é')).toBe(12);
    expect(fitsMemo(80, 'a'.repeat(80))).toBe(true);
    expect(fitsMemo(80, 'a'.repeat(81))).toBe(false);
    expect(fitsMemo(80, 'é'.repeat(41))).toBe(false);
    fc.assert(fc.property(fc.string(), (memo) => void expect(memoBytes(memo)).toBe(Buffer.byteLength(memo, 'utf8'))));
  });
});

describe('stored JSON', () => {
  it('reads back what was written, with bigint and with objects that look like the mark for it', () => {
    const { value } = fc.letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        fc.bigInt(),
        fc.string(),
        fc.integer(),
        fc.boolean(),
        fc.constant(null),
        fc.array(tie('value'), { maxLength: 4 }),
        fc.dictionary(fc.oneof(fc.string(), fc.constantFrom('$int', '$$int', 'a')), tie('value'), {
          maxKeys: 3,
          noNullPrototype: true,
        }),
      ),
    }));
    fc.assert(fc.property(value, (item) => void expect(parse(stringify(item))).toEqual(item)));
    expect(parse(stringify({ $int: '5' }))).toEqual({ $int: '5' });
    expect(parse('{"$int":"x"}')).toEqual({ $int: 'x' });
    expect(() => parse('{')).toThrow(SyntaxError);
  });
});

describe('provider ids', () => {
  it('are found in any letter case and nothing else is', () => {
    for (const id of PROVIDER_IDS) {
      expect(parseProviderId(id.toLowerCase())).toBe(id);
      expect(parseProviderId(id)).toBe(id);
    }
    expect(parseProviderId('THORCHAIN ')).toBeUndefined();
  });
});
