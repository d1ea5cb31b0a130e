/** Explains why an address is refused: what it looks like and what would be accepted instead. */
import { checksumAddress } from '../domain/asset.ts';
import { base58Hash, encodeBase58, readAddress, readBech32 } from './address-formats.ts';
import { decodeCashAddr, encodeCashAddr } from './cashaddr.ts';
import type { Chain, NetworkName } from './chain.ts';
import { CHAIN_LIST } from './chains.ts';
import { decodeSs58, encodeSs58 } from './ss58.ts';

/** Prefixes, in lower case, of addresses that people paste but that no chain here pays to. */
const KNOWN_BEGINNINGS: readonly (readonly [beginning: string, looksLike: string])[] = [
  ['ltcmweb1', 'This is a Litecoin MWEB address; money sent to it by a swap would be lost.'],
  ['tb1', 'This is an address of a Bitcoin test network.'],
  ['tltc1', 'This is an address of a Litecoin test network.'],
  ['bchtest:', 'This is an address of a Bitcoin Cash test network.'],
  ['zs1', 'This is a shielded Zcash address; only transparent ones can be paid.'],
  ['u1', 'This is a unified Zcash address; only transparent ones can be paid.'],
  ['tex1', 'This is a Zcash TEX address, which takes transparent payments only and not those of a swap.'],
  ['sthor1', 'This is a THORChain stagenet address.'],
  ['smaya1', 'This is a Maya stagenet address.'],
  ['resource_', 'This is a Radix resource, not an account.'],
  ['component_', 'This is a Radix component, not an account.'],
];

const article = (noun: string): string => (/^[AEIOU]/i.test(noun) ? 'an' : 'a');

const looksLike = (chain: Chain): string =>
  chain.kind === 'evm'
    ? 'This is an address of Ethereum and chains like it.'
    : `This is ${article(chain.name)} ${chain.name} address.`;

const VALIDATOR_PREFIX = /valoper|valcons|pub$/;
const HASH = /^(0x)?[0-9a-f]{64}$/i;

/** What kind of address this is, as a sentence; undefined if unknown. @param except the chain that refused it. */
function recognise(address: string, except: Chain): string | undefined {
  const lower = address.toLowerCase();
  const known = KNOWN_BEGINNINGS.find(([beginning]) => lower.startsWith(beginning));
  if (known) return known[1];
  if (HASH.test(address)) return 'This looks like a transaction hash or a public key.';
  const other = CHAIN_LIST.find((chain) => chain !== except && readAddress(chain, chain.mainnet, address));
  if (other) return looksLike(other);
  const bech32 = readBech32(address, 'bech32');
  if (bech32 && VALIDATOR_PREFIX.test(bech32.prefix)) return 'This is the address of a validator or a public key.';
  const testChain = [except, ...CHAIN_LIST].find((chain) => readAddress(chain, chain.sandbox, address));
  return testChain && `This is an address of ${article(testChain.name)} ${testChain.name} test network.`;
}

function adviceOnEvm(address: string): string | undefined {
  if (/^0x[0-9a-f]{40}$/i.test(address))
    return `The capital letters of this address contradict its checksum, so a character may be wrong. If you are sure of it, write it in lower case or as ${checksumAddress(address)}.`;
  if (/^0x[0-9a-f]*$/i.test(address) && !HASH.test(address))
    return `This has ${address.length - 2} digits after 0x instead of 40.`;
  return undefined;
}

/** Advice for legacy base58 addresses of this chain that look like Bitcoin's: how to write them instead. */
function adviceOnUtxo(chain: Chain, address: string): string | undefined {
  const { utxo } = chain.mainnet;
  if (utxo?.cashAddrPrefix !== undefined) {
    const tokens = decodeCashAddr(address, utxo.cashAddrPrefix);
    if (tokens) return 'This is a token or 32-byte address, which vaults do not pay to.';
    const type = base58Hash(address, utxo.pubKeyHash) ? 0 : 1;
    const hash = base58Hash(address, utxo.pubKeyHash) ?? base58Hash(address, utxo.scriptHash);
    if (hash === undefined) return undefined;
    const rewritten = encodeCashAddr({ prefix: utxo.cashAddrPrefix, type, hash });
    return `This is a Bitcoin address, or a legacy one of Bitcoin Cash; if it is the latter, write it as ${rewritten}.`;
  }
  if (utxo?.legacyScriptHash === undefined) return undefined;
  const hash = base58Hash(address, utxo.legacyScriptHash);
  if (hash && utxo)
    return `This is a Bitcoin address, or an old one of Litecoin; if it is the latter, write it as ${encodeBase58(utxo.scriptHash, hash)}.`;
  return /^ltc1p/i.test(address) ? 'Litecoin addresses that begin with ltc1p cannot be paid by a swap.' : undefined;
}

function adviceOnSubstrate(chain: Chain, address: string): string | undefined {
  const decoded = decodeSs58(address);
  const prefix = chain.mainnet.ss58Prefix;
  if (decoded === undefined || prefix === undefined) return undefined;
  return `This is an address of another Substrate network (prefix ${decoded.prefix}); the same account on ${chain.name} is written ${encodeSs58(decoded.account, prefix)}.`;
}

function adviceOn(chain: Chain, address: string): string | undefined {
  if (chain.kind === 'evm') return adviceOnEvm(address);
  if (chain.kind === 'utxo') return adviceOnUtxo(chain, address);
  if (chain.kind === 'substrate') return adviceOnSubstrate(chain, address);
  return undefined;
}

/** Whether the text begins like an address of this chain, so that a typing mistake is the likely fault. */
function beginsRight(chain: Chain, network: NetworkName, address: string): boolean {
  const forms = network === 'mainnet' ? chain.addressForm : `${chain.sandboxAddressForm} ${chain.addressForm}`;
  const beginnings = [...forms.matchAll(/([A-Za-z0-9_]+)…/g)].map((match) => match[1] ?? '');
  return address.length > 20 && beginnings.some((beginning) => address.startsWith(beginning));
}

/** The sentence that explains why `chain` does not accept the address on that network. */
export function refusal(chain: Chain, network: NetworkName, address: string): string {
  if (chain.kind === 'none') return `${chain.name} has no addresses.`;
  const forms = network === 'mainnet' ? [chain.addressForm] : [chain.sandboxAddressForm, chain.addressForm];
  const accepted = [...new Set(forms)].join(', or ');
  const expected = `Expected ${article(chain.name)} ${chain.name} address (${accepted}).`;
  const mistyped = 'Its checksum does not hold, so a character is wrong or missing.';
  const fallback = beginsRight(chain, network, address) ? mistyped : undefined;
  const why = adviceOn(chain, address) ?? recognise(address, chain) ?? fallback;
  return why === undefined ? expected : `${expected} ${why}`;
}
