/** Deploys CcmReceiver with its chain's public contracts and nothing else, and verifies the deployed code. */
import { readFileSync } from 'node:fs';
import {
  type Account,
  createPublicClient,
  createWalletClient,
  encodeDeployData,
  getAddress,
  getContractAddress,
  type Hex,
  isAddressEqual,
  parseAbi,
  type Transport,
} from 'viem';
import { z } from 'zod';
import { CHAINS } from '../chains/chains.ts';
import { EVM_VAULTS } from '../payments/chainflip/vaults.ts';
import { oneinchRouter, wrappedNative } from '../payments/oneinch/router.ts';

/** The chains on which Chainflip pays out and 1inch swaps, with Chainflip's names. */
const CHAINFLIP_CHAINS = { ETH: 'Ethereum', ARB: 'Arbitrum', BSC: 'Bsc' } as const;
export type ReceiverChainId = keyof typeof CHAINFLIP_CHAINS;
export const RECEIVER_CHAINS = Object.keys(CHAINFLIP_CHAINS) as ReceiverChainId[];

/** The contract's immutable constructor arguments: EIP-55 addresses. */
export type ReceiverArguments = { vault: Hex; router: Hex; wrappedNative: Hex };

/** The deployment must not proceed; `message` is the sentence to show. */
export class DeploymentError extends Error {
  override readonly name = 'DeploymentError';
}

const ABI = parseAbi([
  'constructor(address vault, address router, address wrappedNative)',
  'function vault() view returns (address)',
  'function router() view returns (address)',
  'function wrappedNative() view returns (address)',
]);
const hex = z.custom<Hex>((value) => typeof value === 'string' && /^0x[0-9a-f]+$/i.test(value));
const bytecode = (): Hex =>
  z
    .object({ bytecode: hex })
    .parse(JSON.parse(readFileSync(new URL('./artifacts/CcmReceiver.json', import.meta.url), 'utf8'))).bytecode;

/** Sources: named in `lib/payments/chainflip/vaults.ts` and `lib/payments/oneinch/router.ts`. */
export function receiverArguments(chain: ReceiverChainId): ReceiverArguments {
  return {
    vault: hex.parse(EVM_VAULTS[CHAINFLIP_CHAINS[chain]]),
    router: hex.parse(oneinchRouter(chain)),
    wrappedNative: hex.parse(wrappedNative(chain)),
  };
}

export type DeploymentPlan = {
  chain: ReceiverChainId;
  networkId: number;
  args: ReceiverArguments;
  /** The data of the deploying transaction. */
  data: Hex;
  /** The code that will be deployed, as the chain itself computes it from the constructor. */
  code: Hex;
  gas: bigint;
  /** The most it may cost: all of `gas` at the highest present bid, in base units of the chain's native coin. */
  cost: bigint;
  /** The contract's address, provided the account sends nothing else first; undefined without an account. */
  address: Hex | undefined;
};

export type DeploymentWay = { transport: Transport; pollingMs?: number };

const clientOf = ({ transport, pollingMs }: DeploymentWay) =>
  createPublicClient({ transport, ...(pollingMs === undefined ? {} : { pollingInterval: pollingMs }) });
type Client = ReturnType<typeof clientOf>;

async function checkChain(client: Client, chain: ReceiverChainId, args: ReceiverArguments): Promise<number> {
  const networkId = await client.getChainId();
  const { mainnet, sandbox } = CHAINS[chain];
  if (networkId !== mainnet.networkId && networkId !== sandbox.networkId)
    throw new DeploymentError(`The node is of network ${networkId}; ${chain} is ${mainnet.networkId}.`);
  for (const [name, address] of Object.entries(args))
    if ((await client.getCode({ address })) === undefined)
      throw new DeploymentError(`No contract stands at ${address} (${name}): is the node in step with its network?`);
  return networkId;
}

/**
 * What a deployment would do and cost now; sends nothing.
 * @throws {DeploymentError} for a node of another network, or one on which a required contract is missing.
 */
export async function planDeployment(
  way: DeploymentWay,
  chain: ReceiverChainId,
  from: Hex | undefined,
): Promise<DeploymentPlan> {
  const client = clientOf(way);
  const args = receiverArguments(chain);
  const networkId = await checkChain(client, chain, args);
  const data = encodeDeployData({
    abi: ABI,
    bytecode: bytecode(),
    args: [args.vault, args.router, args.wrappedNative],
  });
  const { data: code } = await client.call({ data });
  if (code === undefined) throw new DeploymentError('The node does not say what the constructor leaves.');
  const gas = await client.estimateGas({ data, ...(from === undefined ? {} : { account: from }) });
  const { maxFeePerGas } = await client.estimateFeesPerGas();
  const nonce =
    from === undefined ? undefined : await client.getTransactionCount({ address: from, blockTag: 'pending' });
  const address =
    from === undefined || nonce === undefined ? undefined : getContractAddress({ from, nonce: BigInt(nonce) });
  return { chain, networkId, args, data, code, gas, cost: gas * maxFeePerGas, address };
}

/**
 * Deploys once, waits for the block and verifies the deployed code.
 * @returns the contract's address, and the transaction.
 * @throws {DeploymentError} when the transaction fails, or other code is at the address.
 */
export async function deploy(
  way: DeploymentWay,
  plan: DeploymentPlan,
  account: Account,
): Promise<{ address: Hex; hash: Hex }> {
  const client = clientOf(way);
  const wallet = createWalletClient({ account, transport: way.transport });
  const balance = await client.getBalance({ address: account.address });
  if (balance < plan.cost)
    throw new DeploymentError(
      `${account.address} has ${balance} base units of coins, and the deployment may cost ${plan.cost}.`,
    );
  const hash = await wallet.sendTransaction({ chain: null, data: plan.data, gas: (plan.gas * 11n) / 10n });
  const receipt = await client.waitForTransactionReceipt({ hash });
  if (receipt.status !== 'success' || !receipt.contractAddress)
    throw new DeploymentError(`The transaction ${hash} failed: nothing was deployed.`);
  const address = getAddress(receipt.contractAddress);
  await verifyReceiver(way, plan, address);
  return { address, hash };
}

/** @throws {DeploymentError} unless exactly the planned contract is at `address`. */
export async function verifyReceiver(
  way: DeploymentWay,
  { code, args }: Pick<DeploymentPlan, 'code' | 'args'>,
  address: Hex,
): Promise<void> {
  const client = clientOf(way);
  if ((await client.getCode({ address })) !== code)
    throw new DeploymentError(`At ${address} stands another code than this repository's CcmReceiver.`);
  for (const name of ['vault', 'router', 'wrappedNative'] as const) {
    const found = await client.readContract({ address, abi: ABI, functionName: name });
    if (!isAddressEqual(found, args[name]))
      throw new DeploymentError(`The ${name} of ${address} is ${found}, not ${args[name]}.`);
  }
}
