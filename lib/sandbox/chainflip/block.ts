/** Makes one state-chain block: observes, swaps and pays, and saves the state before money moves and after. */
import { advanceDeposits } from './accept.ts';
import { endChannels } from './channels.ts';
import { broadcast, dueEgresses, fetchDeposits, witnessEgresses } from './egress.ts';
import { executeDue } from './execute.ts';
import { settleMarket } from './market.ts';
import { type ChainflipNetwork, fault } from './network.ts';
import { fundVault } from './vaults.ts';
import { meetChains, observeChains } from './watch.ts';

export type Saving = { touch(): void; flush(): void };

/** Blocks after which heights and the market are saved even if no money moved. */
const IDLE_SAVE_BLOCKS = 50;

export async function makeBlock(network: ChainflipNetwork, saving: Saving): Promise<void> {
  const { state } = network;
  const save = () => {
    saving.touch();
    saving.flush();
  };
  // Before anything is awaited: a payment made right after this must be above the heights noted here.
  if (meetChains(network)) save();
  if (await fundVault(network)) save();
  lag(network);
  state.block += 1;
  state.blockAt = network.world.clock.now();
  state.events = 0;
  settleMarket(state.market);
  const observed = await observeChains(network);
  const ended = endChannels(network);
  const advanced = advanceDeposits(network);
  const swapped = executeDue(network);
  const witnessed = await witnessEgresses(network);
  if (observed || ended || advanced || swapped || witnessed) save();
  const due = dueEgresses(network);
  if (due.length > 0 && (await broadcast(network, due))) save();
  if (await fetchDeposits(network)) save();
  if (state.block % IDLE_SAVE_BLOCKS === 0) saving.touch();
}

/** A lagging backend answers from its state at the moment it began to lag; the chain continues. */
export function lag(network: ChainflipNetwork): void {
  if (!fault(network, 'chainflip-backend', 'stale')) delete network.lagging;
  else network.lagging ??= structuredClone(network.state);
}
