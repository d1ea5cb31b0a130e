/** Holds the address that takes a Bitcoin vault swap against the list of every configured node of the state chain. */
import { BITCOIN_VAULTS_CALL, bitcoinVaultsOf } from '../../../payments/chainflip/bitcoin-vaults.ts';
import { agreementOf, type Confirmation, type StateChainNode } from './confirm-channel.ts';

export type VaultWitness = (address: string, signal: AbortSignal) => Promise<Confirmation>;

async function askNode(node: StateChainNode, address: string, signal: AbortSignal): Promise<Confirmation> {
  const vaults = bitcoinVaultsOf(await node.call(BITCOIN_VAULTS_CALL, signal));
  return vaults.includes(address)
    ? { confirmed: true }
    : { mismatch: `deposit address ${address} is no vault that the node at ${node.name} names` };
}

/** Where several nodes are configured, two must confirm, for one of them has named the address. */
export const createVaultWitness =
  (nodes: readonly StateChainNode[]): VaultWitness =>
  (address, signal) =>
    agreementOf(
      nodes.map((node) => ({ name: node.name, answer: askNode(node, address, signal) })),
      nodes.length > 1 ? 2 : 1,
    );
