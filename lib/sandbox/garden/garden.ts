/**
 * Runs Garden in the sandbox: its REST, and a solver and a relayer that swap by hash time locks on the local chains.
 */
import type { Service, World } from '../ledger.ts';
import { ASSETS } from './assets.ts';
import { createBitcoinChain } from './bitcoin-chain.ts';
import { addControls } from './controls.ts';
import { createEvmChain } from './evm-chain.ts';
import type { HtlcChain } from './htlc-chain.ts';
import { handleRest } from './rest.ts';
import { tick } from './solver.ts';
import { type Garden, type GardenState, seedState } from './state.ts';

/** Chain seconds between two rounds of the solver. */
const TICK_SECONDS = 5;

const realChains = (world: World): HtlcChain[] =>
  [...new Set(ASSETS.map(({ chain }) => chain))].map((chain) =>
    chain === 'BTC' ? createBitcoinChain(world) : createEvmChain(world, chain),
  );

/**
 * Creates the service `garden`. Ledgers are looked up in `world.ledgers` when needed, so they may be added before or
 * after. Control actions and faults: controls.ts. `chains` may replace the local ones.
 */
export function createGarden(
  world: World,
  chains: readonly HtlcChain[] = realChains(world),
): { services: Service[]; garden: Garden; tick(): Promise<void> } {
  const garden: Garden = { world, state: seedState(), save: () => undefined };
  const saving = world.persist({
    name: 'garden',
    dump: () => garden.state,
    // The file is the world's own, so it has the shape that this program wrote.
    load: (state) => {
      garden.state = state as GardenState;
    },
  });
  garden.save = () => {
    saving.touch();
    saving.flush();
  };
  const byChain = new Map(chains.map((one) => [String(one.chain), one]));
  const look = () => tick(garden, byChain);
  world.clock.every(TICK_SECONDS, 'garden solver', look);
  addControls(garden);
  const host = { garden, chains: byChain, quotes: new Map<string, number>() };
  return { garden, tick: look, services: [{ prefix: 'garden', handle: (request) => handleRest(host, request) }] };
}
