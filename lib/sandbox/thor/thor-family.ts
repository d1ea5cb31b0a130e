/**
 * Runs THORChain and Maya in the sandbox: both nodes and both Midgards, with one block every six seconds of chain time.
 */
import type { Service, World } from '../ledger.ts';
import { makeBlock } from './block.ts';
import { addControls, type Registered } from './controls.ts';
import { handleMidgard } from './http-midgard.ts';
import { handleNode } from './http-node.ts';
import { type Network, nodeOf } from './network.ts';
import { MAYA_CONFIG, type NetworkConfig, THOR_CONFIG } from './network-config.ts';
import { seedState } from './seed-state.ts';
import type { NetworkState } from './state.ts';

const BLOCK_SECONDS = 6;

export type ThorFamilyOptions = { thor?: NetworkConfig; maya?: NetworkConfig };

/**
 * Creates the services `thornode`, `mayanode`, `thorchain-midgard` and `mayachain-midgard`; `second` are the nodes of
 * another operator, which see the same networks. Ledgers are looked up in
 * `world.ledgers` at every block, so they may be added before or after. Control actions and faults: controls.ts.
 */
export function createThorFamily(
  world: World,
  options: ThorFamilyOptions = {},
): { services: Service[]; second: Service[]; networks: readonly [thor: Network, maya: Network] } {
  const thor = register(world, options.thor ?? THOR_CONFIG);
  const maya = register(world, options.maya ?? MAYA_CONFIG);
  addControls(world, (id) => (id === 'thor' ? thor : maya));
  const service = (prefix: string, network: Network, handle: typeof handleNode): Service => ({
    prefix,
    handle: ({ path, query }) => handle(network, { path, query }),
  });
  const nodes = (operator: number): Service[] => [
    service('thornode', nodeOf(thor.network, operator), handleNode),
    service('mayanode', nodeOf(maya.network, operator), handleNode),
  ];
  return {
    services: [
      ...nodes(1),
      service('thorchain-midgard', thor.network, handleMidgard),
      service('mayachain-midgard', maya.network, handleMidgard),
    ],
    second: nodes(2),
    networks: [thor.network, maya.network],
  };
}

function register(world: World, config: NetworkConfig): Registered {
  const network: Network = { config, world, state: seedState(config, world) };
  const saving = world.persist({
    name: config.prefix,
    dump: () => network.state,
    // The file is the world's own, so it has the shape that this program wrote.
    load: (state) => {
      network.state = state as NetworkState;
    },
  });
  world.clock.every(BLOCK_SECONDS, `${config.prefix} block`, () => makeBlock(network, saving));
  return {
    network,
    save: () => {
      saving.touch();
      saving.flush();
    },
  };
}
