/**
 * Runs Chainflip in the sandbox: its swap backend, a state-chain node and a broker, with one block every six seconds of
 * chain time.
 */
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

/** The range of chain seconds until a broker's transaction is in a block, and answered. */
const LEAST_INCLUSION_SECONDS = 6;
const MOST_INCLUSION_SECONDS = 12;

export type ChainflipOptions = {
  /** How an answer waits for a block; by default in wall time, at the world's speed. */
  sleep?(ms: number): Promise<void>;
};

const wallSleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Creates the services `chainflip-backend`, `chainflip-rpc` and `chainflip-broker`; `second` is another operator's
 * node of the same chain. Ledgers are looked up in
 * `world.ledgers` at every block, so they may be added before or after. Control actions and faults: controls.ts.
 */
export function createChainflip(
  world: World,
  { sleep = wallSleep }: ChainflipOptions = {},
): { services: Service[]; second: Service[]; network: ChainflipNetwork } {
  const network: ChainflipNetwork = { world, state: seedState(world.clock.now()), waiting: [] };
  const saving = world.persist({
    name: 'chainflip',
    dump: () => network.state,
    // The file is the world's own, so it has the shape that this program wrote.
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
  // The node only reads, so it gets the market as the servers' faults present it.
  const rpcOf =
    (operator: number): RpcMethods =>
    (method, params) =>
      answerStateRpc(
        { ...network, operator, state: { ...network.state, market: shownMarket(network) } },
        method,
        params,
      );
  const rpc = rpcOf(1);
  const node = (operator: number): Service => ({
    prefix: 'chainflip-rpc',
    handle: ({ body }) => answerRpc(network, 'chainflip-rpc', rpcOf(operator), body),
  });
  const broker = brokerMethods(network, {
    save,
    included,
    encode: (params) => rpc('cf_request_swap_parameter_encoding', params),
  });
  return {
    network,
    second: [node(2)],
    services: [
      { prefix: 'chainflip-backend', handle: (request) => handleBackend(network, { ban, save, included }, request) },
      node(1),
      { prefix: 'chainflip-broker', handle: ({ body }) => answerRpc(network, 'chainflip-broker', broker, body) },
    ],
  };
}

/** Between one and two blocks, a different time for each channel. */
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
