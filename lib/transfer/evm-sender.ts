/** Reads what an EVM transaction depends on of its sender: balances, allowances, gas. */
import { decodeFunctionResult, encodeFunctionData, erc20Abi } from 'viem';
import { type EvmClient, isRpcError } from '../chain-clients/chain-clients.ts';
import type { NetworkName } from '../chains/chain.ts';
import { networkOf } from '../chains/chains.ts';
import type { Amount } from '../domain/amount.ts';
import type { ChainId } from '../domain/chain-id.ts';
import type { EvmTx } from '../domain/route.ts';
import { type Hex, hex } from '../payments/evm/hex.ts';
import { approveData } from '../payments/evm/token-call-data.ts';
import { isRevert, revertReason } from '../payments/revert-reason.ts';
import { type FundsLook, holdsOnly } from './built-tx.ts';

/** The keys that all transactions of one sender on one chain share. */
export type EvmBase = Pick<EvmTx, 'from' | 'chain_id'>;

export function evmBase(chain: ChainId, network: NetworkName, from: string): EvmBase {
  const { networkId } = networkOf(chain, network);
  return { from, ...(typeof networkId === 'number' ? { chain_id: networkId } : {}) };
}

async function tokenView(
  client: EvmClient,
  token: string,
  call: { functionName: 'balanceOf'; args: [Hex] } | { functionName: 'allowance'; args: [Hex, Hex] },
  signal: AbortSignal,
): Promise<bigint> {
  const data = encodeFunctionData({ abi: erc20Abi, ...call });
  const answer = await client.call(token, data, { signal });
  return decodeFunctionResult({ abi: erc20Abi, functionName: call.functionName, data: hex(answer) });
}

/** Base units that `owner` holds of the token, or of the chain's own coin where `token` is undefined. */
async function evmBalance(
  client: EvmClient,
  token: string | undefined,
  owner: string,
  signal: AbortSignal,
): Promise<bigint> {
  if (token !== undefined) return tokenView(client, token, { functionName: 'balanceOf', args: [hex(owner)] }, signal);
  const answer = await client.rpc('eth_getBalance', [owner, 'latest'], { signal });
  return BigInt(typeof answer === 'string' ? answer : 0);
}

/** A sentence that says why `owner` cannot pay; undefined where it can, or where `allowUnfunded` is set. */
export async function evmFundsMissing(
  client: EvmClient,
  sell: Amount,
  owner: string,
  { signal, allowUnfunded }: FundsLook,
): Promise<string | undefined> {
  if (allowUnfunded) return undefined;
  const balance = await evmBalance(client, sell.asset.kind === 'token' ? sell.asset.address : undefined, owner, signal);
  return balance < sell.baseUnits ? holdsOnly(balance, sell) : undefined;
}

/** Whether an approval must be reset first, since tokens like USDT refuse to change an allowance that is not zero. */
async function wantsReset(client: EvmClient, approval: EvmTx, signal: AbortSignal): Promise<boolean> {
  try {
    const { from, to, data } = approval;
    await client.rpc('eth_call', [{ from, to, data }, 'latest'], { signal });
    return false;
  } catch (error) {
    if (signal.aborted) throw error;
    return true;
  }
}

/** The approvals that `spender` still needs for exactly this amount, in the order in which they are to be sent. */
export async function approvalsFor(
  client: EvmClient,
  base: EvmBase,
  allowed: { token: string; spender: string; amount: bigint },
  signal: AbortSignal,
): Promise<EvmTx[]> {
  const { token, spender, amount } = allowed;
  const call = { functionName: 'allowance' as const, args: [hex(base.from), hex(spender)] as [Hex, Hex] };
  const allowance = await tokenView(client, token, call, signal);
  if (allowance >= amount) return [];
  const approve = (value: bigint): EvmTx => ({ to: token, value: '0', data: approveData(spender, value), ...base });
  const exact = approve(amount);
  if (allowance > 0n && (await wantsReset(client, exact, signal))) return [approve(0n), exact];
  return [exact];
}

/**
 * `gas` is the estimate plus a fifth. `reverts`: why the chain would refuse the call. Without either the outcome is
 * unknown.
 */
export type GasEstimate = { gas?: bigint; reverts?: string };

export async function estimateGas(
  client: EvmClient,
  tx: EvmTx,
  { signal, allowUnfunded }: FundsLook,
): Promise<GasEstimate> {
  try {
    const { from, to, data, value } = tx;
    const call = { from, to, data, value: `0x${BigInt(value).toString(16)}` };
    const answer = await client.rpc('eth_estimateGas', [call], { signal });
    return typeof answer === 'string' ? { gas: (BigInt(answer) * 12n) / 10n } : {};
  } catch (error) {
    if (signal.aborted) throw error;
    return !allowUnfunded && isRpcError(error) && isRevert(error)
      ? { reverts: revertReason(error) ?? 'no reason given' }
      : {};
  }
}
