/** Puts the sandbox together: one world, its chains, the networks that observe them, and one port that serves them all. */
import { join } from 'node:path';
import { chainOf } from '../chains/chains.ts';
import { secondOperatorPort } from '../config/networks.ts';
import { createChainflip } from './chainflip/chainflip.ts';
import { createControl } from './control.ts';
import { createCosmosLedger } from './cosmos/cosmos-ledger.ts';
import { addReceiverControl } from './evm/ccm-receiver.ts';
import { anvilHost, createEvmLedger, type EvmHost, type EvmLedger, SANDBOX_EVM_CHAINS } from './evm/evm-ledger.ts';
import { createProcessKeeper } from './evm/process-keeper.ts';
import { createRpcService } from './evm/rpc-service.ts';
import { createGarden } from './garden/garden.ts';
import { createJupiter } from './jupiter/jupiter.ts';
import type { Service, ServiceAnswer } from './ledger.ts';
import { createOneinch } from './oneinch/oneinch.ts';
import { createScreeningService } from './screening/list-service.ts';
import { createSolanaLedger } from './solana/solana-ledger.ts';
import { createSubstrateLedger } from './substrate/substrate-ledger.ts';
import { createThorFamily } from './thor/thor-family.ts';
import { createUtxoLedger } from './utxo/utxo-ledger.ts';
import { createWalletScript } from './wallets/wallet-script.ts';
import { createWebhookReceiver } from './webhooks/receiver.ts';
import { lockFolder } from './world/folder-lock.ts';
import { createGateServer, type Gate, listen } from './world/http-server.ts';
import { createWorld, type RunningWorld, type WorldOptions } from './world/world.ts';

const UTXO_CHAINS = ['BTC', 'LTC', 'DOGE', 'BCH', 'DASH', 'ZEC'] as const;
const COSMOS_CHAINS = ['GAIA', 'THOR', 'MAYA'] as const;

export type SandboxOptions = Partial<Pick<WorldOptions, 'seed' | 'speed' | 'log'>> & {
  /** The deployment's data folder; the sandbox lives in `sandbox` below it. */
  dataDir: string;
  /** 0 for any free one. */
  port: number;
};

export type Sandbox = {
  url: string;
  /** Where a second operator's nodes of THORChain, Maya and Chainflip answer. */
  secondUrl: string;
  world: RunningWorld;
  /** Saves everything and ends what was started. */
  stop(): Promise<void>;
  /** Ends what was started and saves nothing more, as a kill would. */
  abandon(): Promise<void>;
};

const unavailable: ServiceAnswer = {
  status: 503,
  headers: { 'content-type': 'application/json', 'retry-after': '1' },
  body: '{"error":"the sandbox is starting"}',
};

const health = (world: RunningWorld, isReady: () => boolean) => async (): Promise<ServiceAnswer> => ({
  status: isReady() ? 200 : 503,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({
    ready: isReady(),
    chains: Object.fromEntries(
      Object.values(world.ledgers).map((ledger) => [ledger.chain, { height: ledger.height() }]),
    ),
  }),
});

/** Adds every chain to the world and answers their services; EVM chains start side by side. */
async function addChains(world: RunningWorld, host: EvmHost, evm: EvmLedger[]): Promise<Service[]> {
  const services: Service[] = [];
  const starts = SANDBOX_EVM_CHAINS.map(async (chain) => {
    const ledger = await createEvmLedger(world, chain, host);
    evm.push(ledger);
    world.ledgers[chain] = ledger;
    services.push(createRpcService(`rpc/${chain.toLowerCase()}`, ledger.node));
  });
  for (const chain of UTXO_CHAINS) {
    const ledger = createUtxoLedger(world, chainOf(chain));
    world.ledgers[chain] = ledger;
    services.push(ledger.service);
  }
  for (const chain of COSMOS_CHAINS) {
    const ledger = createCosmosLedger(world, chainOf(chain));
    world.ledgers[chain] = ledger;
    services.push(ledger.service);
  }
  const solana = createSolanaLedger(world);
  world.ledgers.SOL = solana;
  services.push(solana.service, ...createJupiter(world, solana).services);
  const assetHub = createSubstrateLedger(world, 'DOT');
  world.ledgers.DOT = assetHub;
  services.push(assetHub.service);
  const results = await Promise.allSettled(starts);
  const failed = results.find((result) => result.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
  return services;
}

/** The two operators' gates of a world that has no services yet. */
export const createGates = (): [first: Gate, second: Gate] => [
  { operator: 1, services: new Map(), inner: new Map() },
  { operator: 2, services: new Map(), inner: new Map() },
];

/** Fills a world with its chains and the networks that observe them, and opens their services at the gates. */
export async function populate(
  world: RunningWorld,
  host: EvmHost,
  [first, second]: [first: Gate, second: Gate],
  evm: EvmLedger[],
): Promise<void> {
  const chains = await addChains(world, host, evm);
  addReceiverControl(world, evm);
  const [thor, chainflip] = [createThorFamily(world), createChainflip(world)];
  const networks = [
    ...thor.services,
    ...chainflip.services,
    ...createOneinch(world, evm).services,
    ...createGarden(world).services,
  ];
  for (const service of [...chains, ...networks]) first.services.set(service.prefix.toLowerCase(), service);
  for (const service of [...thor.second, ...chainflip.second]) second.services.set(service.prefix, service);
}

/**
 * Starts or continues the world in the data folder and answers when it is ready.
 * @throws {SandboxError} with the sentence to show: port in use, folder in use, no EVM node for this platform.
 */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const folder = join(options.dataDir, 'sandbox');
  const unlock = lockFolder(folder);
  const log = options.log ?? (() => undefined);
  const evm: EvmLedger[] = [];
  let ready = false;
  let world: RunningWorld | undefined;
  const servers: ReturnType<typeof createGateServer>[] = [];

  const end = async (how: 'stop' | 'abandon'): Promise<void> => {
    ready = false;
    for (const server of servers) {
      server.close();
      server.closeAllConnections();
    }
    if (how === 'abandon') world?.states.abandon();
    await world?.clock.stop();
    await Promise.all(evm.map((ledger) => ledger[how]()));
    if (how === 'stop') {
      world?.saveClock();
      world?.states.flushAll();
    }
    unlock();
  };

  try {
    const running = createWorld({ ...options, folder, log });
    world = running;
    const gates = createGates();
    const [gate] = gates;
    gate.inner.set(
      'health',
      health(running, () => ready),
    );
    const control = createControl(running);
    gate.inner.set('control', async (request) => (ready ? control(request) : unavailable));
    for (const one of gates) servers.push(createGateServer(running, one, () => ready));
    const [first, other] = servers;
    if (!first || !other) throw new Error('no servers');
    const port = await listen(first, options.port);
    const secondPort = await listen(other, options.port === 0 ? 0 : secondOperatorPort(options.port));
    await populate(running, anvilHost(running, createProcessKeeper(join(running.folder, 'evm'))), gates, evm);
    for (const service of [await createWalletScript(running), createWebhookReceiver(), createScreeningService(running)])
      gate.services.set(service.prefix.toLowerCase(), service);
    ready = true;
    const ending = { stop: () => end('stop'), abandon: () => end('abandon') };
    const at = (one: number) => `http://127.0.0.1:${one}`;
    return { url: at(port), secondUrl: at(secondPort), world: running, ...ending };
  } catch (error) {
    await end('abandon');
    throw error;
  }
}
