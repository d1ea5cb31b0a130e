/** Holds the address that takes a Bitcoin vault swap against the list of every configured node of the state chain. */
import { BITCOIN_VAULTS_CALL, bitcoinVaultsOf } from '../../../payments/chainflip/bitcoin-vaults.ts';
import { type Confirmation, type StateChainNode, unaskedBecause } from './confirm-channel.ts';

export type VaultWitness = (address: string, signal: AbortSignal) => Promise<Confirmation>;

async function askNode(node: StateChainNode, address: string, signal: AbortSignal): Promise<Confirmation> {
  try {
    const vaults = bitcoinVaultsOf(await node.call(BITCOIN_VAULTS_CALL, signal));
    return vaults.includes(address)
      ? { confirmed: true }
      : { mismatch: `deposit address ${address} is no vault that the node at ${node.name} names` };
  } catch (error) {
    return unaskedBecause(node, error);
  }
}

/**
 * One node that contradicts is enough to refuse. Where several are configured, two must confirm, for one of them has
 * named the address. Never throws.
 */
export const createVaultWitness =
  (nodes: readonly StateChainNode[]): VaultWitness =>
  async (address, signal) => {
    const answers = await Promise.all(nodes.map((node) => askNode(node, address, signal)));
    const against = answers.find((answer) => 'mismatch' in answer);
    if (against) return against;
    const confirmed = answers.filter((answer) => 'confirmed' in answer).length;
    if (confirmed >= Math.min(2, nodes.length)) return { confirmed: true };
    return { unasked: answers.flatMap((answer) => ('unasked' in answer ? [answer.unasked] : [])).join('; ') };
  };
