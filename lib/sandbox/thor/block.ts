/** One block of a network: what is seen, swapped and paid in it, saved before money moves and after. */
import { acceptFinalised } from './accept.ts';
import { tradeMarket } from './market.ts';
import { fault, latestBlockAt, type Network } from './network.ts';
import { advanceInbounds, meetChains, observeChains } from './observe.ts';
import { dueOutbounds, signDueOutbounds } from './payouts.ts';
import { runSwapQueue } from './swap-queue.ts';
import { fundVaults, retireVaults } from './vaults.ts';

export type Saving = { touch(): void; flush(): void };

/** Blocks after which heights and pools are saved although no payment moved. */
const IDLE_SAVE_BLOCKS = 50;

export async function makeBlock(network: Network, saving: Saving): Promise<void> {
  const { state } = network;
  latestBlockAt(network);
  // A node that lags makes no blocks of its own; it goes on from where it stands when it is back.
  if (fault(network, 'stale')) return;
  const save = () => {
    saving.touch();
    saving.flush();
  };
  // Before anything is waited for: a payment in the next moment must not fall before what is watched.
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
