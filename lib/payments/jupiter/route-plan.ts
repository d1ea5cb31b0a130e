/**
 * Walks a version 1 route plan to its end. The numbers that guard a swap follow the plan, and Anchor ignores what
 * follows them: reading only the last bytes could read a forged copy.
 */
import { DecodeError } from '../byte-reader.ts';

/** A number: that many bytes; a list: its items in order. `candidate`: an enumeration of its own. */
type Layout = number | 'candidate' | { option: Layout } | { vector: Layout } | readonly Layout[];

type Enumeration = { variants: number; payloads: Readonly<Record<number, Layout>> };

const REMAINING_ACCOUNTS: Layout = [1, { option: { vector: 2 } }];

/** What follows the number of a venue; nothing when it is not listed. Source: the IDL account of the program, types. */
const CANDIDATES: Enumeration = {
  variants: 19,
  payloads: {
    0: 9,
    1: 1,
    2: 9,
    5: 1,
    7: 1,
    8: 1,
    9: 1,
    10: REMAINING_ACCOUNTS,
    12: 1,
    14: 1,
    15: 57,
    16: 65,
    17: 81,
  },
};

const ONE_BYTE = [
  8, 12, 15, 16, 17, 18, 21, 23, 24, 27, 28, 39, 58, 60, 61, 64, 85, 89, 94, 95, 104, 106, 107, 110, 116, 117, 119, 121,
  125, 127, 129, 132, 136, 141, 145, 151, 152, 153, 160, 162, 164, 165, 166, 168, 170, 171, 172, 174, 177, 178, 181,
  182, 184, 189, 192, 193, 194, 196,
];

const SWAPS: Enumeration = {
  variants: 197,
  payloads: {
    ...Object.fromEntries(ONE_BYTE.map((variant) => [variant, 1])),
    29: 16,
    33: 4,
    41: 4,
    42: 3,
    43: 10,
    44: 5,
    45: 5,
    47: REMAINING_ACCOUNTS,
    71: 2,
    75: { vector: 2 },
    81: 8,
    82: 8,
    86: 2,
    87: 9,
    103: REMAINING_ACCOUNTS,
    111: [{ vector: 'candidate' }, { option: 1 }],
    118: 9,
    120: [1, { vector: 1 }],
    122: 16,
    123: 48,
    126: 17,
    135: 10,
    146: [{ vector: ['candidate', 4] }, 2],
    155: 2,
    157: 9,
    159: 8,
    161: 5,
    167: 2,
    183: [1, { option: 1 }],
    185: 57,
    186: 65,
    187: 2,
    190: 81,
    191: 2,
  },
};

/** Percent of the input, and the numbers of the tokens that go in and come out. */
const AFTER_SWAP_BYTES = 3;

class Walker {
  at: number;
  readonly data: Uint8Array;
  constructor(data: Uint8Array, at: number) {
    this.data = data;
    this.at = at;
  }
  skip(count: number): void {
    if (count > this.data.length - this.at) throw new DecodeError('its route plan ends too early');
    this.at += count;
  }
  byte(): number {
    this.skip(1);
    return this.data[this.at - 1] ?? 0;
  }
  count(): number {
    this.skip(4);
    const count = new DataView(this.data.buffer, this.data.byteOffset + this.at - 4, 4).getUint32(0, true);
    if (count > this.data.length) throw new DecodeError('its route plan is longer than the instruction');
    return count;
  }
  enumeration({ variants, payloads }: Enumeration): void {
    const variant = this.byte();
    if (variant >= variants) throw new DecodeError(`it goes through a venue (${variant}) that Portage cannot read`);
    const payload = payloads[variant];
    if (payload !== undefined) this.walk(payload);
  }
  walk(layout: Layout): void {
    if (layout === 'candidate') this.enumeration(CANDIDATES);
    else if (typeof layout === 'number') this.skip(layout);
    else if ('option' in layout) {
      const flag = this.byte();
      if (flag > 1) throw new DecodeError('an optional value is marked with something else than 0 or 1');
      if (flag === 1) this.walk(layout.option);
    } else if ('vector' in layout) {
      const count = this.count();
      for (let index = 0; index < count; index += 1) this.walk(layout.vector);
    } else for (const field of layout) this.walk(field);
  }
}

/** Where the plan that begins at `at` ends, and how many swaps it contains. @throws {DecodeError} */
export function endOfRoutePlan(data: Uint8Array, at: number): { end: number; swaps: number } {
  const walker = new Walker(data, at);
  const swaps = walker.count();
  for (let index = 0; index < swaps; index += 1) {
    walker.enumeration(SWAPS);
    walker.skip(AFTER_SWAP_BYTES);
  }
  return { end: walker.at, swaps };
}
