/** Writes the output scripts of the Bitcoin family as the sandbox's addresses. */
import { bytesToHex } from '@noble/hashes/utils.js';
import { chainOf } from '../../../chains/chains.ts';
import type { ChainId } from '../../../domain/chain-id.ts';
import { addressOfScript } from '../../utxo/scripts.ts';

export function addressText(chain: ChainId, script: Uint8Array): string {
  const { utxo } = chainOf(chain).sandbox;
  return (utxo && addressOfScript(script, utxo)) ?? `script ${bytesToHex(script)}`;
}
