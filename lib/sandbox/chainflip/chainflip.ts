/** Chainflip in the sandbox: its swap backend, a state-chain node and a broker, one block every six seconds of chain time. */
import type { Service, ServiceAnswer, World } from '../ledger.ts';
import { handleBackend } from './backend-rest.ts';
import { createBan } from './ban.ts';
import { makeBlock } from './block.ts';
import { brokerMethods } from './broker-rpc.ts';
import { BLOCK_SECONDS } from './channels.ts';
import { addControls } from './controls.ts';
import { answerJsonRpc, type RpcMethods } from './json-rpc.ts';
import type { ChainflipNetwork, ChainflipState, Upstream } from './network.ts';
import { seedState } from './seed-state.ts';
import { shownMarket } from './shown-market.ts';
import { answerStateRpc } from './state-rpc.ts';
import { reordered, reshaped } from './wire-faults.ts';

/** Chain seconds until a transaction of the broker is in a block, and its answer there. */
const LEAST_INCLUSION_SECONDS = 6;
const MOST_INCLUSION_SECONDS = 12;

export type ChainflipOptions = {
  /** How an answer waits for a block; without it by the wall's clock at the world's pace. */
  sleep?(ms: number): Promise<void>;
};

const wallSleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Services `chainflip-backend`, `chainflip-rpc` and `chainflip-broker`. Ledgers are looked up in `world.ledgers` at
 * every block, so they may be added before or after. Control actions and faults: controls.ts.
 */
export function createChainflip(
  world: World,
  { sleep = wallSleep }: ChainflipOptions = {},
): { services: Service[]; network: ChainflipNetwork } {
  const network: ChainflipNetwork = { world, state: seedState(world.clock.now()), waiting: [] };
  const saving = world.persist({
    name: 'chainflip',
    dump: () => network.state,
    // What this program wrote itself is read back as it was; the file is the world's own.
    load: (state) => {
      network.state = state as ChainflipState;
    },
  });
  const save = () => {
    saving.touch();
    saving.flush();
  };
  const ban = createBan(world);
  world.clock.every(BLOCK_SECONDS, 'chainflip block', () => makeBlock(network, saving));
  addControls(world, { network, ban, save });
  const included = () => sleep(inclusionMs(network));
  // The node only reads: it sees the market as the faults of the servers show it.
  const rpc: RpcMethods = (method, params) =>
    answerStateRpc({ ...network, state: { ...network.state, market: shownMarket(network) } }, method, params);
  const broker = brokerMethods(network, {
    save,
    included,
    encode: (params) => rpc('cf_request_swap_parameter_encoding', params),
  });
  return {
    network,
    services: [
      { prefix: 'chainflip-backend', handle: (request) => handleBackend(network, { ban, save, included }, request) },
      { prefix: 'chainflip-rpc', handle: ({ body }) => answerRpc(network, 'chainflip-rpc', rpc, body) },
      { prefix: 'chainflip-broker', handle: ({ body }) => answerRpc(network, 'chainflip-broker', broker, body) },
    ],
  };
}

/** Between a block and two, another for each channel. */
function inclusionMs({ state, world }: ChainflipNetwork): number {
  const span = MOST_INCLUSION_SECONDS - LEAST_INCLUSION_SECONDS;
  const seconds = LEAST_INCLUSION_SECONDS + ((state.channels.length * 5) % (span + 1));
  return (seconds * 1000) / world.clock.speed;
}

async function answerRpc(
  network: ChainflipNetwork,
  target: Upstream,
  methods: RpcMethods,
  text: string,
): Promise<ServiceAnswer> {
  const shaped: RpcMethods = async (method, params) => reshaped(network, target, await methods(method, params));
  const body = reordered(network, target, await answerJsonRpc(shaped, text));
  return { status: 200, headers: { 'content-type': 'application/json; charset=utf-8' }, body };
}
