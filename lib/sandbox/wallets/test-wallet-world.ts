/** For tests: a world whose wallets are funded, and the gateway through which their script reaches its chains. */
import { afterAll, beforeAll, beforeEach, vi } from 'vitest';
import { z } from 'zod';
import { chainOf } from '../../chains/chains.ts';
import type { ChainId } from '../../domain/chain-id.ts';
import { type CosmosLedger, createCosmosLedger } from '../cosmos/cosmos-ledger.ts';
import type { Ledger, Service } from '../ledger.ts';
import { createUtxoLedger, type UtxoLedger } from '../utxo/utxo-ledger.ts';
import type { RunningWorld } from '../world/world.ts';
import { heldWorld, newFolder, removeFolder } from '../world/world-for-tests.ts';
import { ledgerOf, RPC, utxosOf } from './test-wallets.ts';
import { walletAddress } from './wallet-accounts.ts';
import { createWalletScript } from './wallet-script.ts';

export const UTXO = ['BTC', 'LTC', 'DOGE', 'BCH', 'DASH', 'ZEC'] as const;
export const COSMOS = ['GAIA', 'THOR', 'MAYA'] as const;
export const MEMO = '=:ETH.ETH:0x1111111111111111111111111111111111111111:12345';

/** Opens the world before a file's tests and closes it after them. `restart` opens the same folder again. */
export function startWalletWorld() {
  let folder: string;
  let world: RunningWorld;
  let service: Service;
  const utxo = new Map<ChainId, UtxoLedger>();
  const cosmos = new Map<ChainId, CosmosLedger>();

  /** The calls that the EVM chain received. */
  const rpcCalls: { method: string; params: unknown[] }[] = [];
  /** Each funded address of the EVM chain, with the token. */
  const gifts: string[] = [];

  /** Only what funding needs. */
  const evmLedger = {
    chain: 'ETH',
    fund: async (address: string, _amount: bigint, token?: string) => void gifts.push(`${address} ${token ?? ''}`),
  } as unknown as Ledger;

  async function openWorld(): Promise<void> {
    world = heldWorld(folder).world;
    for (const chain of UTXO) {
      const ledger = createUtxoLedger(world, chainOf(chain));
      utxo.set(chain, ledger);
      world.ledgers[chain] = ledger;
    }
    for (const chain of COSMOS) {
      const ledger = createCosmosLedger(world, chainOf(chain));
      cosmos.set(chain, ledger);
      world.ledgers[chain] = ledger;
    }
    world.ledgers.ETH = evmLedger;
    service = await createWalletScript(world);
  }

  async function closeWorld(): Promise<void> {
    world.states.abandon();
    await world.clock.stop();
  }

  const script = async () =>
    (await service.handle({ method: 'GET', path: '/', query: new URLSearchParams(), body: '' })).body;

  const seed = () => world.secret('wallet');
  const own = (chain: ChainId) => walletAddress(seed(), chain);

  /** The page's gateway: the local chains behind it, and an EVM node with canned answers. */
  async function gateway(url: string, body: unknown): Promise<unknown> {
    const [, , lower = '', what = ''] = url.split('?')[0]?.split('/') ?? [];
    const chain = lower.toUpperCase() as ChainId;
    if (what === 'utxos')
      return {
        utxos: await utxosOf(ledgerOf(utxo, chain), new URL(url, 'http://x').searchParams.get('address') ?? ''),
      };
    if (what === 'broadcast')
      return { hash: ledgerOf(utxo, chain).broadcast(z.object({ raw: z.string() }).parse(body).raw) };
    const call = z.object({ method: z.string(), params: z.array(z.unknown()) }).parse(body);
    rpcCalls.push(call);
    return { jsonrpc: '2.0', id: 1, result: RPC[call.method] ?? null };
  }

  beforeAll(async () => {
    folder = newFolder();
    await openWorld();
  });
  afterAll(async () => {
    await closeWorld();
    removeFolder(folder);
    vi.unstubAllGlobals();
  });
  beforeEach(() => {
    vi.unstubAllGlobals();
    rpcCalls.length = 0;
  });
  const restart = async () => {
    await closeWorld();
    await openWorld();
  };
  return { utxo, cosmos, rpcCalls, gifts, script, own, gateway, restart, folder: () => folder, service: () => service };
}
