/** Tells on which chains a text is an address, as the nodes' own parser does, for mainnet and test networks alike. */

import { sha256 } from '@noble/hashes/sha2.js';
import { base58, bech32, bech32m, base58check as makeBase58check } from '@scure/base';

const base58check = makeBase58check(sha256);

const EVM_CHAINS = ['ETH', 'AVAX', 'BSC', 'BASE', 'ARB', 'POL'] as const;

/** Bech32 prefixes of accounts on mainnet and test networks. */
const ACCOUNTS: Readonly<Record<string, string>> = {
  cosmos: 'GAIA',
  thor: 'THOR',
  tthor: 'THOR',
  sthor: 'THOR',
  maya: 'MAYA',
  tmaya: 'MAYA',
  smaya: 'MAYA',
  kujira: 'KUJI',
  noble: 'NOBLE',
};
const WITNESS: Readonly<Record<string, string>> = {
  bc: 'BTC',
  tb: 'BTC',
  bcrt: 'BTC',
  ltc: 'LTC',
  tltc: 'LTC',
  rltc: 'LTC',
};

/** Base58check versions. A text can be an address on several chains, because test networks share versions. */
const VERSIONS: readonly (readonly [chain: string, ...versions: number[]])[] = [
  ['BTC', 0x00, 0x05, 0x6f, 0xc4],
  ['LTC', 0x30, 0x32, 0x05, 0x6f, 0x3a, 0xc4],
  ['DOGE', 0x1e, 0x16, 0x71, 0xc4],
  ['DASH', 0x4c, 0x10, 0x8c, 0x13],
  ['TRON', 0x41],
];
const ZEC_VERSIONS: readonly (readonly [number, number])[] = [
  [0x1c, 0xb8],
  [0x1c, 0xbd],
  [0x1d, 0x25],
  [0x1c, 0xba],
];

/** The chains on which `text` is an address; empty if there are none. */
export function addressChains(text: string): readonly string[] {
  if (/^0x[0-9a-fA-F]{40}$/.test(text)) return EVM_CHAINS;
  const viaBech32 = bech32Chain(text);
  if (viaBech32) return [viaBech32];
  if (isCashAddress(text)) return ['BCH'];
  if (/^r[1-9A-HJ-NP-Za-km-z]{24,34}$/.test(text)) return ['XRP'];
  if (/^account_(rdx1|tdx_)[0-9a-z_]{20,}$/.test(text)) return ['XRD'];
  return base58Chains(text);
}

export const isAddressOn = (text: string, chain: string): boolean => addressChains(text).includes(chain);

/** @param isLater by the checksum of bech32m. */
function chainOfWords(prefix: string, words: number[], isLater: boolean): string | undefined {
  const witness = WITNESS[prefix];
  if (witness) {
    const version = words[0] ?? 99;
    return version <= 16 && (version === 0) !== isLater ? witness : undefined;
  }
  if (prefix === 'tex' || prefix === 'textest') return isLater ? 'ZEC' : undefined;
  const chain = ACCOUNTS[prefix];
  if (!chain || isLater) return undefined;
  return [20, 32].includes(bech32.fromWords(words).length) ? chain : undefined;
}

function bech32Chain(text: string): string | undefined {
  if (!/^[a-z]+1[02-9ac-hj-np-z]{8,}$/.test(text)) return undefined;
  const prefix = text.slice(0, text.lastIndexOf('1'));
  for (const codec of [bech32, bech32m]) {
    try {
      const { words } = codec.decode(text as `${string}1${string}`, 120);
      return chainOfWords(prefix, words, codec === bech32m);
    } catch {
      // The other checksum may match.
    }
  }
  return undefined;
}

const CASH_ALPHABET = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const CASH_GENERATOR = [0x98f2bc8e61n, 0x79b76d99e2n, 0xf33e5fb3c4n, 0xae2eabe2a8n, 0x1e4f43e470n];
/** CashAddr with or without its prefix. Source: the CashAddr specification's BCH code. */
function isCashAddress(text: string): boolean {
  const [prefixes, body] = text.includes(':')
    ? [[text.slice(0, text.indexOf(':'))], text.slice(text.indexOf(':') + 1)]
    : [['bitcoincash', 'bchtest', 'bchreg'], text];
  if (!/^[qp][02-9ac-hj-np-z]{41}$/.test(body)) return false;
  return prefixes.some((prefix) => cashChecksum(prefix, body) === 0n);
}
function cashChecksum(prefix: string, body: string): bigint {
  const values = [...prefix]
    .map((letter) => letter.charCodeAt(0) & 31)
    .concat(0, ...[...body].map((letter) => CASH_ALPHABET.indexOf(letter)));
  let c = 1n;
  for (const value of values) {
    const top = c >> 35n;
    c = ((c & 0x07ffffffffn) << 5n) ^ BigInt(value);
    CASH_GENERATOR.forEach((generator, bit) => {
      if ((top >> BigInt(bit)) & 1n) c ^= generator;
    });
  }
  return c ^ 1n;
}

function base58Chains(text: string): readonly string[] {
  if (!/^[1-9A-HJ-NP-Za-km-z]{25,44}$/.test(text)) return [];
  try {
    const bytes = base58check.decode(text);
    if (bytes.length === 21)
      return VERSIONS.filter(([, ...versions]) => versions.includes(bytes[0] ?? -1)).map(([chain]) => chain);
    if (bytes.length === 22 && ZEC_VERSIONS.some(([a, b]) => bytes[0] === a && bytes[1] === b)) return ['ZEC'];
    return [];
  } catch {
    try {
      return base58.decode(text).length === 32 ? ['SOL'] : [];
    } catch {
      return [];
    }
  }
}
