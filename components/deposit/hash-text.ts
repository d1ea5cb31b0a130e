/** Describes the form of a chain's transaction hashes. */
import type { HashFormat } from '../../lib/chains/chain.ts';
import { msg, type Text } from '../../lib/i18n/text.ts';

const FORMS: Readonly<Record<HashFormat, string>> = {
  evm: msg('0x and 64 hex digits'),
  'hex-lower': msg('64 hex digits'),
  'hex-upper': msg('64 hex digits'),
  base58: msg('86 to 88 letters and digits'),
  extrinsic: msg('block-index, or 0x and 64 hex digits'),
  'block-index': msg('block-index, such as 123-4'),
  radix: msg('txid_rdx1…'),
  none: msg('none: this chain has no transactions'),
};

export const hashForm = (t: Text, format: HashFormat): string => t(FORMS[format]);
