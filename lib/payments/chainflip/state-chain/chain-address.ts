/**
 * Writes an address as the state chain stores it: its bytes, for Bitcoin with the form of the output script. Source:
 * chainflip-backend 5d61407b (2026-08-21), state-chain/chains/src/address.rs, `ForeignChainAddress`; btc.rs,
 * `ScriptPubkey`.
 */
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { base58, bech32, bech32m } from '@scure/base';
import { addressHex, addressText } from '../destination.ts';
import type { Choice } from './decode-value.ts';

/** The chains' names in `ForeignChainAddress`. */
const FORMS: Readonly<Record<string, string>> = {
  Ethereum: 'Eth',
  Bitcoin: 'Btc',
  Arbitrum: 'Arb',
  Solana: 'Sol',
  Assethub: 'Hub',
  Bsc: 'Bsc',
};
/** Version bytes of the main and the test networks. Source: bitcoin/bitcoin src/kernel/chainparams.cpp. */
const BASE58_FORMS: Readonly<Record<number, string>> = { 0: 'P2PKH', 111: 'P2PKH', 5: 'P2SH', 196: 'P2SH' };
const SEGWIT_FORMS: Readonly<Record<string, string>> = { '0 20': 'P2WPKH', '0 32': 'P2WSH', '1 32': 'Taproot' };

function bitcoinForm(address: string): Choice | undefined {
  const lower = address.toLowerCase();
  const words = (
    bech32.decodeUnsafe(lower as `${string}1${string}`) ?? bech32m.decodeUnsafe(lower as `${string}1${string}`)
  )?.words;
  if (words) {
    const [version = 0, ...program] = words;
    const bytes = bech32.fromWordsUnsafe(program);
    const choice = bytes && SEGWIT_FORMS[`${version} ${bytes.length}`];
    return bytes && choice ? { choice, holds: bytesToHex(bytes) } : undefined;
  }
  try {
    // The address's own check has verified the checksum.
    const bytes = base58.decode(address);
    const choice = BASE58_FORMS[bytes[0] ?? 255];
    return choice && bytes.length === 25 ? { choice, holds: bytesToHex(bytes.slice(1, 21)) } : undefined;
  } catch {
    return undefined;
  }
}

/** @param chain by Chainflip's name. Undefined for text that is not an address of the chain, or of an unknown form. */
export const accountForm = (chain: string, address: string): string | Choice | undefined =>
  chain === 'Bitcoin' ? bitcoinForm(address) : addressHex(chain, address);

/** With the chain, as destinations and refund addresses are stored. */
export function foreignForm(chain: string, address: string): Choice | undefined {
  const [choice, holds] = [FORMS[chain], accountForm(chain, address)];
  return choice === undefined || holds === undefined ? undefined : { choice, holds };
}

/** The chain of each stored form: the inverse of `foreignForm`. */
const CHAIN_OF_FORM: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(FORMS).map(([chain, form]) => [form, chain]),
);
const SEGWIT_VERSIONS: Readonly<Record<string, number>> = { P2WPKH: 0, P2WSH: 0, Taproot: 1 };

const isChoice = (value: unknown): value is { choice: string; holds: unknown } =>
  typeof value === 'object' && value !== null && 'choice' in value && 'holds' in value;

/**
 * A stored address in its usual spelling, to show in a fault. @param like an address of the same network: Bitcoin's
 * are written with its prefix.
 */
export function foreignText(like: string, stored: unknown): string {
  if (!isChoice(stored)) return JSON.stringify(stored);
  const { choice, holds } = stored;
  if (isChoice(holds) && typeof holds.holds === 'string') {
    const version = SEGWIT_VERSIONS[holds.choice];
    const prefix = /^(bc|tb|bcrt)1/i.exec(like)?.[1]?.toLowerCase();
    if (version === undefined || prefix === undefined) return `${holds.choice} ${holds.holds}`;
    const coder = version === 0 ? bech32 : bech32m;
    return coder.encode(prefix, [version, ...coder.toWords(hexToBytes(holds.holds))]);
  }
  return typeof holds === 'string' ? (addressText(CHAIN_OF_FORM[choice] ?? '', holds) ?? holds) : JSON.stringify(holds);
}
