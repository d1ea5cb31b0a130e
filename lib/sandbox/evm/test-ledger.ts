/** For tests: an account that pays on the local chain, and what the chain then shows. */
import { encodeFunctionData, getAddress, type Hex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import type { EvmLedger } from './evm-ledger.ts';
import { routerAbi } from './router-abi.ts';

export const CHAIN_ID = 900_000_001;
export const user = privateKeyToAccount('0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d');
export const ETHER = 10n ** 18n;
export const FAR = 4_000_000_000n;
export type Call = { to: string; data?: Hex; value?: bigint; gas?: bigint };

export async function sign(ledger: EvmLedger, { to, data, value, gas }: Call): Promise<Hex> {
  const nonce = Number(await ledger.node.read('eth_getTransactionCount', [user.address, 'pending']));
  return user.signTransaction({
    type: 'eip1559',
    chainId: CHAIN_ID,
    nonce,
    to: getAddress(to),
    gas: gas ?? 500_000n,
    maxFeePerGas: 3_000_000_000n,
    maxPriorityFeePerGas: 1_000_000_000n,
    ...(data === undefined ? {} : { data }),
    ...(value === undefined ? {} : { value }),
  });
}

export const send = async (ledger: EvmLedger, call: Call): Promise<string> =>
  ledger.node.sendRaw(await sign(ledger, call));

export const deposit = (vault: string, asset: string, amount: bigint, memo: string, expiration = FAR): Hex =>
  encodeFunctionData({
    abi: routerAbi,
    functionName: 'depositWithExpiry',
    args: [getAddress(vault), getAddress(asset), amount, memo, expiration],
  });

export const receiptOf = (ledger: EvmLedger, hash: string) =>
  ledger.node.read('eth_getTransactionReceipt', [hash]) as Promise<{ status: string; blockNumber: string } | null>;

export const balance = async (ledger: EvmLedger, holder: string): Promise<bigint> =>
  BigInt((await ledger.node.read('eth_getBalance', [holder, 'latest'])) as string);

export const lastTime = async (ledger: EvmLedger): Promise<number> =>
  Number(((await ledger.node.read('eth_getBlockByNumber', ['latest', false])) as { timestamp: string }).timestamp);
