/** Decides whether a swap may run: applies a node's message validation in its order and with its messages. */
import { isAddressOn } from './addresses.ts';
import { affiliateCollector, moduleAccount } from './names.ts';
import { isTradingHalted, type Network } from './network.ts';
import { type NodeAsset, paidOn, sameNodeAsset } from './node-asset.ts';

export type Refusal = { text: string; stage: 'message' | 'handler' };

function moduleAccounts(network: Network): readonly string[] {
  const known = modules.get(network);
  if (known) return known;
  const accounts = [
    affiliateCollector(network.config),
    ...['asgard', 'reserve', 'bond'].map((name) => moduleAccount(network.config, network.world.secret, name)),
  ];
  modules.set(network, accounts);
  return accounts;
}
const modules = new WeakMap<Network, readonly string[]>();

/** Undefined when it may run. Source: types/msg_swap.go ValidateBasic, handler_swap.go validate. */
export function refusalOf(
  network: Network,
  source: NodeAsset,
  target: NodeAsset,
  destination: string | undefined,
): Refusal | undefined {
  const { home, id } = network.config;
  if (sameNodeAsset(source, target)) return { text: 'swap Source and Target cannot be the same.', stage: 'message' };
  if (destination && !isAddressOn(destination, paidOn(target, home))) {
    return { text: 'swap destination address is not the same chain as the target asset', stage: 'message' };
  }
  const refuse = (text: string): Refusal => ({ text, stage: 'handler' });
  if (destination && moduleAccounts(network).includes(destination)) {
    return refuse('a network module cannot be the final destination of a swap memo');
  }
  if (id === 'thor' && target.kind === 'synth') {
    return refuse('manual swaps to synths not supported, use trade assets instead');
  }
  if (isTradingHalted(network, ...new Set([paidOn(source, home), paidOn(target, home), source.chain, target.chain]))) {
    return refuse("trading is halted, can't process swap");
  }
  if (source.kind === 'synth') return refuse('burning synthetics has been disabled');
  if (target.kind === 'synth') return refuse('minting synthetics has been disabled');
  if (source.kind === 'trade' && target.kind === 'layer1')
    return refuse('swaps from trade asset to L1 incur slip, use trade-');
  if (target.kind === 'trade' && source.kind === 'layer1')
    return refuse('swaps from L1 to trade asset incur slip, use trade+');
  if (source.kind !== 'layer1' || target.kind !== 'layer1') return refuse('trade accounts are disabled');
  return undefined;
}
