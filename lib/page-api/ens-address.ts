/** Decodes ENS address records from bytes to the text of an address, for every chain whose records Portage reads. */
import { base58, bech32, bech32m } from '@scure/base';
import { encodeBase58 } from '../chains/address-formats.ts';
import { encodeCashAddr } from '../chains/cashaddr.ts';
import type { ChainNetwork, UtxoNetwork } from '../chains/chain.ts';
import { CHAINS } from '../chains/chains.ts';
import { encodeSs58 } from '../chains/ss58.ts';
import { checksumAddress } from '../domain/asset.ts';
import type { ChainId } from '../domain/chain-id.ts';

/**
 * ENSIP-11: this bit combined with the chain id. Alone it is the address for every EVM chain without a record of its
 * own (ENSIP-19).
 */
export const ANY_EVM = 0x8000_0000n;

/** The number of the record that holds this chain's address. Source: ENSIP-9, ENSIP-11, SLIP-44. */
export function coinTypeOf(chain: ChainId): bigint | undefined {
  const { kind, mainnet, coinType } = CHAINS[chain];
  if (coinType !== undefined) return BigInt(coinType);
  if (kind !== 'evm') return undefined;
  // Records name public chains, also in the sandbox, whose chains have other ids.
  return ANY_EVM | BigInt(mainnet.networkId);
}

const matches = (bytes: Uint8Array, pattern: readonly (number | 'hash')[]): Uint8Array | undefined => {
  const at = pattern.indexOf('hash');
  const tail = pattern.slice(at + 1);
  if (bytes.length !== at + 20 + tail.length) return undefined;
  const rest = [...bytes.slice(0, at), ...bytes.slice(at + 20)];
  const wanted = [...pattern.slice(0, at), ...tail];
  return rest.every((byte, i) => byte === wanted[i]) ? bytes.slice(at, at + 20) : undefined;
};

/** The address that a scriptPubkey pays. Source: ENSIP-9, "Address Encoding". */
function addressOfScript(script: Uint8Array, utxo: UtxoNetwork): string | undefined {
  const keyHash = matches(script, [0x76, 0xa9, 0x14, 'hash', 0x88, 0xac]);
  const scriptHash = matches(script, [0xa9, 0x14, 'hash', 0x87]);
  const hash = keyHash ?? scriptHash;
  if (hash && utxo.cashAddrPrefix !== undefined)
    return encodeCashAddr({ prefix: utxo.cashAddrPrefix, type: keyHash ? 0 : 1, hash });
  if (hash) return encodeBase58(keyHash ? utxo.pubKeyHash : utxo.scriptHash, hash);
  const [opcode = -1, length = -1] = script;
  const version = opcode === 0 ? 0 : opcode - 0x50;
  if (utxo.bech32 === undefined || script.length !== length + 2 || version < 0 || version > 16) return undefined;
  const coder = version === 0 ? bech32 : bech32m;
  return coder.encode(utxo.bech32, [version, ...coder.toWords(script.slice(2))]);
}

/**
 * The address in the spelling of this network; undefined when the record holds none. Only `checkAddress` decides
 * whether it may be paid. Source: ENSIP-9; ensdomains/address-encoder for Cosmos, THORChain, Solana and Polkadot.
 */
export function addressOfRecord(chain: ChainId, network: ChainNetwork, bytes: Uint8Array): string | undefined {
  const hex = () => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  switch (CHAINS[chain].kind) {
    case 'evm':
      return bytes.length === 20 ? checksumAddress(`0x${hex()}`) : undefined;
    case 'utxo':
      return network.utxo && addressOfScript(bytes, network.utxo);
    case 'cosmos':
      return network.bech32Prefix && [20, 32].includes(bytes.length)
        ? bech32.encode(network.bech32Prefix, bech32.toWords(bytes))
        : undefined;
    case 'solana':
      return bytes.length === 32 ? base58.encode(bytes) : undefined;
    case 'substrate':
      return bytes.length === 32 && network.ss58Prefix !== undefined
        ? encodeSs58(bytes, network.ss58Prefix)
        : undefined;
    default:
      return undefined;
  }
}
