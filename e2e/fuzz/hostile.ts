/**
 * Generates what a stranger may send: hostile texts and values, valid requests with one part changed, and raw bytes.
 */
import fc from 'fast-check';

const repeat = (text: string) =>
  fc.integer({ min: 1, max: 20_000 }).map((times) => text.repeat(times).slice(0, 20_000));

/** Texts that are known to break parsers, terminals, databases and pages. */
const NASTY = [
  ...[
    '',
    ' ',
    '\u0000',
    'a\u0000b',
    '\u202e',
    '\ufeff',
    '\u2028',
    '\ud800',
    '\udfff\ud800',
    'ﷺ',
    '👩‍👩‍👧‍👦',
    'İı',
    '\u0007\u001b[2J',
  ],
  ...[
    '../../etc/passwd',
    '%00',
    '%',
    '%zz',
    '%ED%A0%80',
    '%C0%AF',
    '//evil.example',
    '\\\\evil',
    '{{7*7}}',
    "' OR 1=1--",
  ],
  ...[
    '<script>alert(1)</script>',
    '__proto__',
    'constructor',
    'toString',
    'null',
    'undefined',
    'NaN',
    'Infinity',
    '-0',
  ],
  ...[
    '1e999',
    '0x10',
    '1,5',
    '１２',
    '.5',
    '5.',
    '1_000',
    '99999999999999999999999999999999999999999999999999999999999999999999999999999',
  ],
];

export const hostileText = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...NASTY) },
  { weight: 3, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
  { weight: 2, arbitrary: fc.string({ unit: 'grapheme-composite', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.constantFrom(...NASTY, 'A', '0', '.', '-', 'ETH.').chain(repeat) },
);

const deep = fc.tuple(fc.integer({ min: 2, max: 12_000 }), fc.boolean()).map(([depth, lists]) => {
  // As text, since building it as a value would exhaust this program's own stack.
  const [open, close] = lists ? ['[', ']'] : ['{"a":', '}'];
  return new RawJson(`${open.repeat(depth)}1${close.repeat(depth)}`);
});
const wide = fc
  .tuple(
    fc.integer({ min: 100, max: 12_000 }),
    fc.constantFrom<unknown>(0, '', null, [], {}, 'THORCHAIN'),
    fc.boolean(),
  )
  .map(([size, item, list]) =>
    list
      ? Array.from({ length: size }, () => item)
      : Object.fromEntries(Array.from({ length: Math.min(size, 3000) }, (_, at) => [`field${at}`, item])),
  );

/** JSON that is sent as a body unchanged: nested too deeply for a value, or no JSON at all. */
export class RawJson {
  constructor(readonly text: string) {}
}

export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 5, arbitrary: hostileText },
  { weight: 2, arbitrary: fc.double() },
  { weight: 2, arbitrary: fc.bigInt({ min: -(10n ** 80n), max: 10n ** 80n }).map((n) => new RawJson(String(n))) },
  { weight: 2, arbitrary: fc.constantFrom<unknown>(null, true, false, 0, -1, [], {}, [[]], [null], { length: -1 }) },
  { weight: 2, arbitrary: fc.jsonValue() },
  { weight: 1, arbitrary: deep },
  { weight: 1, arbitrary: wide },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom(...['01', '1e400', '{"a":1,"a":2}', '[1,]', '{', 'tru'])
      .map((text) => new RawJson(text)),
  },
);

type Json = Readonly<Record<string, unknown>>;

function toText(value: unknown): string {
  const raws: string[] = [];
  const text = JSON.stringify(value, (_key, item: unknown) => {
    if (!(item instanceof RawJson)) return typeof item === 'number' && !Number.isFinite(item) ? null : item;
    raws.push(item.text);
    return `\u0001raw${raws.length - 1}\u0001`;
  });
  return text.replace(/"\\u0001raw(\d+)\\u0001"/g, (_whole, at: string) => raws[Number(at)] ?? 'null');
}

/** A valid request with up to three fields replaced, added or left out. */
const bent = (right: Json): fc.Arbitrary<string> => {
  const field = fc.oneof(fc.constantFrom(...Object.keys(right), 'providers'), hostileText);
  const change = fc.tuple(field, fc.oneof(hostileValue, fc.constant(undefined)));
  return fc.array(change, { maxLength: 3 }).map((changes) => toText({ ...right, ...Object.fromEntries(changes) }));
};

const rawBytes = fc.oneof(
  fc.uint8Array({ maxLength: 4000 }).map((bytes) => Buffer.from(bytes)),
  hostileValue.map((value) => Buffer.from(toText(value))),
  hostileText.map((text) => Buffer.from(text, 'utf16le')),
);

export const bodyLike = (rights: readonly Json[]): fc.Arbitrary<Buffer> =>
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc
        .constantFrom(...rights)
        .chain(bent)
        .map((text) => Buffer.from(text)),
    },
    { weight: 1, arbitrary: fc.array(hostileValue, { maxLength: 30 }).map((value) => Buffer.from(toText(value))) },
    { weight: 1, arbitrary: rawBytes },
  );
