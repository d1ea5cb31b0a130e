/** Decides for every chain whether money may be sent to an address, and whether two spellings are one address. */
import type { ChainId } from '../domain/chain-id.ts';
import { refusal } from './address-advice.ts';
import { encodeBase58, readAddress, readBech32 } from './address-formats.ts';
import type { Chain, ChainNetwork, NetworkName } from './chain.ts';

import { CHAIN_LIST, CHAINS } from './chains.ts';
import { decodeSs58 } from './ss58.ts';

/** `canonical` is the spelling that is stored, compared and sent upstream; `reason` and `warning` are sentences. */
export type AddressCheck = { ok: true; canonical: string; warning?: string } | { ok: false; reason: string };

/**
 * Well-formed addresses at which money is lost: the zero address, the marker that aggregators use for native coins,
 * Solana's system and token programs, and the mint of wrapped SOL.
 */
const UNSPENDABLE: Readonly<Record<string, string>> = {
  '0x0000000000000000000000000000000000000000': 'This is the zero address: money sent there is lost.',
  '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE': 'This is the marker for a native coin, not an account.',
  '11111111111111111111111111111111': 'This is the System program of Solana, not an account.',
  TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA: 'This is the Token program of Solana, not an account.',
  So11111111111111111111111111111111111111112: 'This is the mint of wrapped SOL, not an account.',
};

/** The networks whose addresses are accepted: the sandbox also accepts those of mainnet. */
const networksOf = (chain: ChainId, network: NetworkName): readonly ChainNetwork[] => {
  const { mainnet, sandbox } = CHAINS[chain];
  return network === 'mainnet' ? [mainnet] : [sandbox, mainnet];
};

/**
 * Checks whether `address` can be paid on `chain`. The canonical spelling is EIP-55 for EVM, lower case for bech32, and
 * without prefix for Bitcoin Cash (as THORNode wants it in memos; the checksum still distinguishes the networks).
 * Never throws.
 */
export function checkAddress(chain: ChainId, address: string, network: NetworkName): AddressCheck {
  const definition = CHAINS[chain];
  for (const parameters of networksOf(chain, network)) {
    const read = readAddress(definition, parameters, address);
    const loss = read && UNSPENDABLE[read.canonical];
    if (loss !== undefined) return { ok: false, reason: loss };
    if (read) return { ok: true, ...read };
  }
  return { ok: false, reason: refusal(definition, network, address) };
}

/**
 * Chains on which the address can be paid, in the order of the enumeration. An EVM address belongs to several chains.
 */
export const chainsOfAddress = (address: string, network: NetworkName): ChainId[] =>
  CHAIN_LIST.filter((chain) => checkAddress(chain.id, address, network).ok).map((chain) => chain.id);

/** A text that is equal for equal addresses of the chain. Text that is no address equals only itself. */
function comparable(chain: ChainId, address: string): string {
  const definition = CHAINS[chain];
  if (definition.kind === 'evm') return address.toLowerCase();
  // An account has one spelling for each network's prefix, so the account itself is compared.
  if (definition.kind === 'substrate') return decodeSs58(address)?.account.join() ?? address;
  for (const network of [definition.mainnet, definition.sandbox]) {
    const read = readAddress(definition, network, address);
    if (read) return read.canonical;
  }
  return (definition.zcashForms ? transparentOf(definition, address) : undefined) ?? address;
}

/** Converts a ZIP-320 address to the transparent address of the same key hash. */
function transparentOf({ mainnet, sandbox }: Chain, address: string): string | undefined {
  const network = isTexAddress(address, 'mainnet') ? mainnet : sandbox;
  const read = isTexAddress(address, 'sandbox') ? readBech32(address, 'bech32m') : undefined;
  return read && network.utxo && encodeBase58(network.utxo.pubKeyHash, read.bytes);
}

/**
 * Whether two spellings are one address: letter case where it has no meaning, Bitcoin Cash with or without its prefix,
 * SS58 with any prefix, Zcash's ZIP-320 form and the transparent one.
 */
export const sameAddress = (chain: ChainId, a: string, b: string): boolean =>
  a === b || comparable(chain, a) === comparable(chain, b);

/**
 * Whether this is a ZIP-320 address, which takes transparent payments only; THORChain's Zcash vault has one. Such an
 * address is accepted for a vault, never as a destination.
 */
export function isTexAddress(address: string, network: NetworkName): boolean {
  const prefixes = network === 'mainnet' ? ['tex'] : ['tex', 'textest', 'texregtest'];
  const read = readBech32(address, 'bech32m');
  return read !== undefined && prefixes.includes(read.prefix) && read.bytes.length === 20;
}
