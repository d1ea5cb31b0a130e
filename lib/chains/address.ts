/** Decides for every chain whether money may be sent to an address, and whether two spellings are one address. */
import type { ChainId } from '../domain/chain-id.ts';
import { refusal } from './address-advice.ts';
import { encodeBase58, readAddress, readBech32 } from './address-formats.ts';
import type { ChainNetwork, NetworkName } from './chain.ts';
import { CHAIN_LIST, CHAINS } from './chains.ts';
import { decodeSs58 } from './ss58.ts';

/** `canonical` is the spelling that is stored, compared and sent upstream; `reason` and `warning` are sentences. */
export type AddressCheck = { ok: true; canonical: string; warning?: string } | { ok: false; reason: string };

/**
 * Well-formed, but whatever is sent there is gone: the zero address, the marker that aggregators use for native coins,
 * Solana's system and token programs and the mint of wrapped SOL.
 */
const NOBODYS: Readonly<Record<string, string>> = {
  '0x0000000000000000000000000000000000000000': 'This is the zero address: money sent there is lost.',
  '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE': 'This is the marker for a native coin, not an account.',
  '11111111111111111111111111111111': 'This is the System program of Solana, not an account.',
  TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA: 'This is the Token program of Solana, not an account.',
  So11111111111111111111111111111111111111112: 'This is the mint of wrapped SOL, not an account.',
};

/** The networks whose addresses are taken: the sandbox also takes those of the main network. */
const networksOf = (chain: ChainId, network: NetworkName): readonly ChainNetwork[] => {
  const { mainnet, sandbox } = CHAINS[chain];
  return network === 'mainnet' ? [mainnet] : [sandbox, mainnet];
};

/**
 * Whether `address` is one of `chain` that can be paid. The canonical spelling is EIP-55 for EVM, lower case for
 * bech32, without prefix for Bitcoin Cash (what THORNode wants in memos; the checksum still tells the networks apart).
 * Never throws.
 */
export function checkAddress(chain: ChainId, address: string, network: NetworkName): AddressCheck {
  const definition = CHAINS[chain];
  for (const parameters of networksOf(chain, network)) {
    const read = readAddress(definition, parameters, address);
    const nobodys = read && NOBODYS[read.canonical];
    if (nobodys !== undefined) return { ok: false, reason: nobodys };
    if (read) return { ok: true, ...read };
  }
  return { ok: false, reason: refusal(definition, network, address) };
}

/** Chains on which the address can be paid, in the order of the enumeration; EVM addresses belong to several. */
export const chainsOfAddress = (address: string, network: NetworkName): ChainId[] =>
  CHAIN_LIST.filter((chain) => checkAddress(chain.id, address, network).ok).map((chain) => chain.id);

/** What is equal for equal addresses of the chain; text that is no address is only equal to itself. */
function comparable(chain: ChainId, address: string): string {
  const definition = CHAINS[chain];
  if (definition.kind === 'evm') return address.toLowerCase();
  // One account has a spelling for each network's prefix.
  if (definition.kind === 'substrate') return decodeSs58(address)?.account.join() ?? address;
  for (const network of [definition.mainnet, definition.sandbox]) {
    const read = readAddress(definition, network, address);
    if (read) return read.canonical;
  }
  return (chain === 'ZEC' ? transparentOf(address) : undefined) ?? address;
}

/** The plain form of a ZIP-320 address: the same key hash. */
function transparentOf(address: string): string | undefined {
  const { mainnet, sandbox } = CHAINS.ZEC;
  const network = isTexAddress(address, 'mainnet') ? mainnet : sandbox;
  const read = isTexAddress(address, 'sandbox') ? readBech32(address, 'bech32m') : undefined;
  return read && network.utxo && encodeBase58(network.utxo.pubKeyHash, read.bytes);
}

/**
 * One address in two spellings: case where it carries nothing, Bitcoin Cash with or without its prefix, SS58 with any,
 * Zcash's ZIP-320 form and the transparent one.
 */
export const sameAddress = (chain: ChainId, a: string, b: string): boolean =>
  a === b || comparable(chain, a) === comparable(chain, b);

/**
 * A ZIP-320 address, which takes transparent payments only: THORChain's Zcash vault has one. Accepted where a vault is
 * meant, never as a destination.
 */
export function isTexAddress(address: string, network: NetworkName): boolean {
  const prefixes = network === 'mainnet' ? ['tex'] : ['tex', 'textest', 'texregtest'];
  const read = readBech32(address, 'bech32m');
  return read !== undefined && prefixes.includes(read.prefix) && read.bytes.length === 20;
}
