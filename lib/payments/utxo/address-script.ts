/** Converts addresses into the scripts that pay them, and back, by the chain's own parameters, without a provider. */
import { bech32, bech32m, hex } from '@scure/base';
import { isTexAddress } from '../../chains/address.ts';
import { base58Hash, encodeBase58, readBech32 } from '../../chains/address-formats.ts';
import { decodeCashAddr } from '../../chains/cashaddr.ts';
import type { NetworkName, UtxoNetwork } from '../../chains/chain.ts';
import { CHAINS, networkOf } from '../../chains/chains.ts';
import type { ChainId } from '../../domain/chain-id.ts';

const p2pkh = (hash: Uint8Array) => `76a914${hex.encode(hash)}88ac`;
const p2sh = (hash: Uint8Array) => `a914${hex.encode(hash)}87`;

/** BIP-141: the version opcode and the program. */
function segwit(address: string, prefix: string): string | undefined {
  const v0 = bech32.decodeUnsafe(address) || undefined;
  const decoded = v0?.words[0] === 0 ? v0 : bech32m.decodeUnsafe(address) || undefined;
  const version = decoded?.words[0];
  if (!decoded || version === undefined || decoded.prefix !== prefix) return undefined;
  const program = bech32.fromWordsUnsafe(decoded.words.slice(1)) || undefined;
  if (!program) return undefined;
  const opcode = version === 0 ? 0 : 0x50 + version;
  return hex.encode(Uint8Array.from([opcode, program.length, ...program]));
}

function onNetwork(address: string, network: UtxoNetwork | undefined): string | undefined {
  if (!network) return undefined;
  const cash = network.cashAddrPrefix ? decodeCashAddr(address, network.cashAddrPrefix) : undefined;
  if (cash) return cash.type === 0 ? p2pkh(cash.hash) : p2sh(cash.hash);
  const keyHash = base58Hash(address, network.pubKeyHash);
  if (keyHash) return p2pkh(keyHash);
  const scriptHash = base58Hash(address, network.scriptHash);
  if (scriptHash) return p2sh(scriptHash);
  return network.bech32 ? segwit(address, network.bech32) : undefined;
}

/**
 * Hex of the script that pays an address; undefined when it is not one of this chain. The sandbox accepts
 * main-network forms as well. Zcash vaults may have a ZIP-320 address, which stands for a plain key hash.
 */
export function scriptOfAddress(chain: ChainId, address: string, network: NetworkName): string | undefined {
  if (CHAINS[chain].zcashForms && isTexAddress(address, network)) {
    const read = readBech32(address, 'bech32m');
    return read && p2pkh(read.bytes);
  }
  const own = onNetwork(address, networkOf(chain, network).utxo);
  return own ?? (network === 'sandbox' ? onNetwork(address, networkOf(chain, 'mainnet').utxo) : undefined);
}

/** The address that a script pays, without the prefix of Bitcoin Cash's; undefined for scripts of other forms. */
export function addressOfScript(chain: ChainId, scriptHex: string, network: NetworkName): string | undefined {
  const { utxo } = networkOf(chain, network);
  const hashOf = (form: RegExp): Uint8Array | undefined => {
    const [, hash] = form.exec(scriptHex) ?? [];
    return hash === undefined ? undefined : hex.decode(hash);
  };
  if (!utxo) return undefined;
  const keyHash = hashOf(/^76a914([0-9a-f]{40})88ac$/);
  if (keyHash) return encodeBase58(utxo.pubKeyHash, keyHash);
  const scriptHash = hashOf(/^a914([0-9a-f]{40})87$/);
  if (scriptHash) return encodeBase58(utxo.scriptHash, scriptHash);
  const v0 = hashOf(/^00(?:14(?=.{40}$)|20(?=.{64}$))([0-9a-f]+)$/);
  if (v0 && utxo.bech32) return bech32.encode(utxo.bech32, [0, ...bech32.toWords(v0)]);
  const v1 = hashOf(/^5120([0-9a-f]{64})$/);
  return v1 && utxo.bech32 ? bech32m.encode(utxo.bech32, [1, ...bech32m.toWords(v1)]) : undefined;
}
