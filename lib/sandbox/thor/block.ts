/** Makes one block of a network: observes, swaps and pays, and saves the state before money moves and after. */
import { acceptFinalised } from './accept.ts';
import { tradeMarket } from './market.ts';
import { fault, latestBlockAt, type Network } from './network.ts';
import { advanceInbounds, meetChains, observeChains } from './observe.ts';
import { dueOutbounds, signDueOutbounds } from './payouts.ts';
import { runSwapQueue } from './swap-queue.ts';
import { fundVaults, retireVaults } from './vaults.ts';

export type Saving = { touch(): void; flush(): void };

/** Blocks after which heights and pools are saved even if no payment moved. */
const IDLE_SAVE_BLOCKS = 50;

export async function makeBlock(network: Network, saving: Saving): Promise<void> {
  const { state } = network;
  latestBlockAt(network);
  // A stale node makes no blocks; it continues from its present height later.
  if (fault(network, 'stale')) return;
  const save = () => {
    saving.touch();
    saving.flush();
  };
  // Before anything is awaited: a payment made right after this must be above the heights noted here.
  if (meetChains(network)) save();
  if (await fundVaults(network)) save();
  state.height += 1;
  const observed = await observeChains(network);
  const advanced = advanceInbounds(network);
  const accepted = acceptFinalised(network);
  const swapped = runSwapQueue(network);
  const retired = retireVaults(network);
  if (observed || advanced || accepted || swapped || retired) save();
  if (dueOutbounds(network).length > 0 && (await signDueOutbounds(network))) save();
  tradeMarket(network);
  if (state.height % IDLE_SAVE_BLOCKS === 0) saving.touch();
}
