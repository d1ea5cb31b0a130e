/**
 * The guarantees for an operator who deploys the receiver: the right addresses, nothing sent unasked, and a check of
 * the deployed code.
 */
import { custom, type Hex, toHex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type DeploymentWay,
  deploy,
  planDeployment,
  RECEIVER_CHAINS,
  receiverArguments,
  verifyReceiver,
} from '../../../solidity/receiver-deployment.ts';
import { newFolder, removeFolder } from '../../world/world-for-tests.ts';
import { type AnvilProcess, startAnvil } from '../anvil-process.ts';
import { chainflipVault } from '../chainflip-contracts.ts';
import { ONEINCH_ROUTER } from '../oneinch-contracts.ts';
import { createProcessKeeper, type ProcessKeeper } from '../process-keeper.ts';
import { wrappedOf } from '../tokens.ts';

const account = privateKeyToAccount('0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d');
const folder = newFolder();
let keeper: ProcessKeeper;
let anvil: AnvilProcess;
let way: DeploymentWay;

const code = (address: Hex, deployed: Hex) => anvil.rpc('anvil_setCode', [address, deployed]);

beforeAll(async () => {
  keeper = createProcessKeeper(folder);
  anvil = await startAnvil({ chainId: 900_000_001, keeper });
  const request = async ({ method, params }: { method: string; params?: readonly unknown[] }) => {
    const answer = await anvil.rpc(method, params ?? []);
    if (method === 'eth_sendRawTransaction') await anvil.rpc('evm_mine');
    return answer;
  };
  way = { transport: custom({ request }), pollingMs: 10 };
  for (const address of Object.values(receiverArguments('ETH'))) await code(address, '0x00');
  await anvil.rpc('evm_mine');
});
afterAll(async () => {
  await anvil.kill();
  keeper.close();
  removeFolder(folder);
});

it('no web page may talk to the node', async () => {
  const headers = { origin: 'https://evil.example', 'content-type': 'application/json' };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'anvil_nodeInfo' });
  const asked = await fetch(anvil.url, {
    method: 'OPTIONS',
    headers: { origin: headers.origin, 'access-control-request-method': 'POST' },
  });
  expect(asked.headers.get('access-control-allow-origin')).toBeNull();
  const told = await fetch(anvil.url, { method: 'POST', headers, body });
  expect(told.headers.get('access-control-allow-origin')).toBeNull();
});

describe('a deployment', () => {
  it('takes the public vault, router and wrapped coin of its chain', () => {
    for (const chain of RECEIVER_CHAINS)
      expect(receiverArguments(chain)).toEqual({
        vault: chainflipVault(chain),
        router: ONEINCH_ROUTER,
        wrappedNative: wrappedOf(chain)?.address,
      });
  });

  it('is announced before it is made, and made at the announced address as announced', async () => {
    await anvil.rpc('anvil_setBalance', [account.address, toHex(10n ** 18n)]);
    const plan = await planDeployment(way, 'ETH', account.address);
    expect(await anvil.rpc('eth_getTransactionCount', [account.address, 'latest'])).toBe('0x0');
    expect(plan.gas).toBeLessThan(2_500_000n);
    const { address } = await deploy(way, plan, account);
    expect(address).toBe(plan.address);
    expect(await anvil.rpc('eth_getCode', [address, 'latest'])).toBe(plan.code);
  });

  it('can be planned without an account', async () => {
    expect((await planDeployment(way, 'ETH', undefined)).address).toBeUndefined();
  });

  it('is refused on another network, where a part is missing, and by an account without coins', async () => {
    await expect(planDeployment(way, 'BSC', undefined)).rejects.toThrow('The node is of network 900000001; BSC is 56.');
    const plan = await planDeployment(way, 'ETH', account.address);
    await anvil.rpc('anvil_setBalance', [account.address, '0x1']);
    await expect(deploy(way, plan, account)).rejects.toThrow('has 1 base units');
    const { vault } = receiverArguments('ETH');
    await code(vault, '0x');
    await expect(planDeployment(way, 'ETH', undefined)).rejects.toThrow(`No contract stands at ${vault} (vault)`);
    await code(vault, '0x00');
  });

  it('does not count as done where another contract is deployed, or the same with other parts', async () => {
    const plan = await planDeployment(way, 'ETH', account.address);
    const there: Hex = '0x00000000000000000000000000000000000de401';
    await code(there, `0x${plan.code.slice(2, -2)}00`);
    await expect(verifyReceiver(way, plan, there)).rejects.toThrow('another code');
    await code(there, plan.code);
    await expect(verifyReceiver(way, plan, there)).resolves.toBeUndefined();
    const contracts = { ...plan.args, router: plan.args.vault };
    await expect(verifyReceiver(way, { ...plan, args: contracts }, there)).rejects.toThrow('The router of');
  });
});
