import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Sandbox, startSandbox } from './start-world.ts';
import { commandOfProcess } from './world/process-identity.ts';
import { newFolder, removeFolder } from './world/world-for-tests.ts';

const CHAINS = [
  'ARB',
  'AVAX',
  'BASE',
  'BCH',
  'BSC',
  'BTC',
  'DASH',
  'DOGE',
  'DOT',
  'ETH',
  'GAIA',
  'LTC',
  'MAYA',
  'SOL',
  'THOR',
  'ZEC',
];
const EVM = ['ARB', 'AVAX', 'BASE', 'BSC', 'ETH'] as const;

let dataDir: string;
beforeEach(() => {
  dataDir = newFolder();
});
afterEach(() => removeFolder(dataDir));

const json = async (url: string): Promise<unknown> => (await fetch(url)).json();
const rpc = async (url: string, method: string, params: unknown[]): Promise<unknown> => {
  const response = await fetch(url, {
    method: 'POST',
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  return ((await response.json()) as { result: unknown }).result;
};
const control = async ({ url }: Sandbox, action: string, body: unknown): Promise<void> => {
  const response = await fetch(`${url}/control/${action}`, { method: 'POST', body: JSON.stringify(body) });
  expect(response.status, await response.text()).toBe(200);
};

/** Whole programs are started and ended below, on machines that may be busy. */
const LONG_MS = 120_000;

describe('the whole sandbox', { timeout: LONG_MS }, () => {
  const running: Sandbox[] = [];
  const start = async (): Promise<Sandbox> => {
    const sandbox = await startSandbox({ dataDir, port: 0, seed: 'test seed' });
    running.push(sandbox);
    return sandbox;
  };
  afterEach(async () => {
    for (const sandbox of running.splice(0)) await sandbox.stop();
  });

  it('serves every upstream and every chain below one address once it is ready', async () => {
    const { url } = await start();
    const health = (await json(`${url}/health`)) as { ready: boolean; chains: Record<string, unknown> };
    expect(health.ready).toBe(true);
    expect(Object.keys(health.chains).sort()).toEqual(CHAINS);
    for (const path of [
      '/thornode/thorchain/inbound_addresses',
      '/mayanode/mayachain/pools',
      '/thorchain-midgard/v2/actions?txid=AA',
      '/mayachain-midgard/v2/actions?txid=AA',
      '/chainflip-backend/api/networkInfo',
      '/chainflip-backend/healthcheck',
      '/esplora/btc/blocks/tip/height',
      '/lcd/gaia/cosmos/base/tendermint/v1beta1/blocks/latest',
    ])
      expect((await fetch(url + path)).status, path).toBe(200);
    for (const node of ['chainflip-rpc', 'chainflip-broker'])
      expect(
        await rpc(`${url}/${node}`, node === 'chainflip-rpc' ? 'cf_supported_assets' : 'broker_get_affiliates', []),
        node,
      ).not.toHaveLength(0);
    for (const chain of ['eth', 'arb', 'avax', 'base', 'bsc'])
      expect(Number(await rpc(`${url}/rpc/${chain}`, 'eth_chainId', []))).toBeGreaterThan(900_000_000);
    expect(await rpc(`${url}/rpc/sol`, 'getHealth', [])).toBe('ok');
  });

  it('is the same world after a stop and after a kill: addresses, coins, blocks, steps of the clock', async () => {
    const address = '0x00000000000000000000000000000000000000Aa';
    const look = async ({ url, world }: Sandbox) => ({
      inbound: await json(`${url}/thornode/thorchain/inbound_addresses`),
      balance: await rpc(`${url}/rpc/eth`, 'eth_getBalance', [address, 'latest']),
      steppedMs: world.clock.offsetMs(),
      blocks: Object.fromEntries(EVM.map((chain) => [chain, world.ledgers[chain]?.height()])),
    });
    // Chains without blocks of their own may reserve heights, and never count one twice.
    const heights = ({ world }: Sandbox): number[] => Object.values(world.ledgers).map((ledger) => ledger.height());
    const first = await start();
    await control(first, 'clock', { hold: true });
    await control(first, 'fund', { chain: 'ETH', address, amount: '1.25' });
    await control(first, 'clock', { stepSeconds: 1200 });
    const [before, height] = [await look(first), Math.max(...heights(first))];
    await first.abandon();
    running.length = 0;
    const second = await start();
    expect(await look(second)).toEqual(before);
    expect(Math.max(...heights(second))).toBeGreaterThanOrEqual(height);
    await second.stop();
    running.length = 0;
    expect(await look(await start())).toEqual(before);
  });

  it('names the port that is taken, and the process that has the folder, and leaves nothing running', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const address = other.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    await expect(startSandbox({ dataDir, port, seed: 'test seed' })).rejects.toThrow(`Port ${port} is in use`);
    other.close();
    await start();
    await expect(startSandbox({ dataDir, port: 0 })).rejects.toThrow(/Another sandbox/);
  });
});

describe('the sandbox as a child', { timeout: LONG_MS }, () => {
  const nodes = (): number[] =>
    (JSON.parse(readFileSync(join(dataDir, 'sandbox', 'evm', 'processes.json'), 'utf8')) as { pid: number }[]).map(
      ({ pid }) => pid,
    );
  const stillRunning = (pids: readonly number[]): number[] =>
    pids.filter((pid) => commandOfProcess(pid)?.includes('anvil'));
  const program = pathToFileURL(join(import.meta.dirname, 'main.ts')).pathname;
  const environment = { ...process.env, DATA_DIR: '', SANDBOX_PORT: '', SWAP_NETWORK: 'sandbox' };

  /** A parent that starts the sandbox as the server does, and prints the messages that it gets. */
  const PARENT = `
    const child = require('node:child_process').spawn(process.execPath, ['--import', 'tsx', ${JSON.stringify(program)}], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    child.on('message', (message) => console.log(JSON.stringify({ ...message, pid: child.pid })));
  `;

  async function startUnderParent() {
    const port = 20_000 + Math.floor(Math.random() * 20_000);
    const parent = spawn(process.execPath, ['-e', PARENT], {
      env: { ...environment, DATA_DIR: dataDir, SANDBOX_PORT: String(port) },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line] = (await once(parent.stdout, 'data')) as [Buffer];
    const message = JSON.parse(String(line)) as { ready: boolean; url: string; pid: number };
    expect(message).toMatchObject({ ready: true, url: `http://127.0.0.1:${port}` });
    // Closes when the last process that holds it has ended: parent and sandbox.
    parent.stdout.resume();
    return { parent, sandbox: message.pid, allEnded: once(parent.stdout, 'close') };
  }

  it('notifies its parent when it is up, and ends with its nodes when the parent is killed', async () => {
    const { parent, allEnded } = await startUnderParent();
    const pids = nodes();
    expect(stillRunning(pids)).toHaveLength(5);
    parent.kill('SIGKILL');
    await allEnded;
    expect(stillRunning(pids)).toEqual([]);
  });

  it('leaves no node behind when it is killed itself', async () => {
    const { parent, sandbox, allEnded } = await startUnderParent();
    const pids = nodes();
    process.kill(sandbox, 'SIGKILL');
    await vi.waitUntil(() => stillRunning(pids).length === 0, { timeout: 60_000 });
    parent.kill('SIGKILL');
    await allEnded;
  });
});
