/**
 * Builds router deposits and the approvals before them: the exact amount, to the router of the quote, from a plain
 * account only. Source: THORChain_Router.sol, `depositWithExpiry`; Maya's router is a fork with the same call.
 */
import { decodeFunctionResult, encodeFunctionData, erc20Abi, parseAbi, zeroAddress } from 'viem';
import type { EvmClient } from '../../chain-clients/chain-clients.ts';
import { networkOf } from '../../chains/chains.ts';
import { type Amount, formatAmount } from '../../domain/amount.ts';
import type { EvmTx, RouteDraft } from '../../domain/route.ts';
import { MIN_EXPIRY_SECONDS } from './config.ts';
import { type BuiltTx, type TxDeps, unavailable } from './tx-types.ts';

export const ROUTER_ABI = parseAbi([
  'function depositWithExpiry(address vault, address asset, uint256 amount, string memo, uint256 expiration) payable',
]);

/** Gas that a deposit is given at least; the coin's and a token's. */
const COIN_DEPOSIT_GAS = 120_000n;
const TOKEN_DEPOSIT_GAS = 220_000n;

type Hex = `0x${string}`;
const hex = (text: string): Hex => `0x${text.replace(/^0x/i, '')}`;

/** Calldata of a deposit. `token` absent: the chain's own coin, whose amount is the transaction's value. */
export function depositData(deposit: {
  vault: string;
  token?: string;
  amount: bigint;
  memo: string;
  expirationSeconds: number;
}): Hex {
  const { vault, token, amount, memo, expirationSeconds } = deposit;
  return encodeFunctionData({
    abi: ROUTER_ABI,
    functionName: 'depositWithExpiry',
    args: [hex(vault), token ? hex(token) : zeroAddress, amount, memo, BigInt(expirationSeconds)],
  });
}

export const approveData = (spender: string, amount: bigint): Hex =>
  encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [hex(spender), amount] });

/** Why this account may not pay a router, or undefined. Deposits that come out of contracts are not observed. */
async function refuseSender(client: EvmClient, from: string, signal: AbortSignal): Promise<string | undefined> {
  const code = await client.codeAt(from, { signal });
  if (code === '0x' || code === '0x0') return undefined;
  return code.toLowerCase().startsWith('0xef0100')
    ? 'The source address is a delegated (EIP-7702) account. Such payments are not seen by the network and would be lost; pay from a plain account.'
    : 'The source address is a contract. Payments from contracts are not seen by the network and would be lost; pay from a plain account.';
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

async function nativeBalance(client: EvmClient, from: string, signal: AbortSignal): Promise<bigint> {
  const answer = await client.rpc('eth_getBalance', [from, 'latest'], { signal });
  return BigInt(typeof answer === 'string' ? answer : 0);
}

/** Tokens like USDT refuse to change an allowance that is not zero. */
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

async function approvalsFor(
  client: EvmClient,
  base: { from: string; chain_id?: number },
  token: string,
  spender: string,
  amount: bigint,
  signal: AbortSignal,
): Promise<EvmTx[]> {
  const allowance = await tokenView(
    client,
    token,
    { functionName: 'allowance', args: [hex(base.from), hex(spender)] },
    signal,
  );
  if (allowance >= amount) return [];
  const approve = (value: bigint): EvmTx => ({ to: token, value: '0', data: approveData(spender, value), ...base });
  const exact = approve(amount);
  if (allowance > 0n && (await wantsReset(client, exact, signal))) return [approve(0n), exact];
  return [exact];
}

/** Gas of the deposit with a fifth on top; the least where it cannot be estimated (an approval is still to come). */
async function gasLimit(client: EvmClient, tx: EvmTx, least: bigint, signal: AbortSignal): Promise<string> {
  try {
    const { from, to, data, value } = tx;
    const call = { from, to, data, value: `0x${BigInt(value).toString(16)}` };
    const answer = await client.rpc('eth_estimateGas', [call], { signal });
    const estimate = (BigInt(typeof answer === 'string' ? answer : 0) * 12n) / 10n;
    return (estimate > least ? estimate : least).toString();
  } catch (error) {
    if (signal.aborted) throw error;
    return least.toString();
  }
}

const holdsOnly = (balance: bigint, sell: Amount) =>
  `The source address holds ${formatAmount({ ...sell, baseUnits: balance })} ${sell.asset.symbol}, less than is to be sold.`;

export async function buildEvmTx(deps: TxDeps, route: RouteDraft, memo: string, signal: AbortSignal): Promise<BuiltTx> {
  const { sell, sourceAddress: from, targetAddress: router, vaultAddress: vault } = route;
  const client = deps.clients.evm(sell.asset.chain);
  if (!client)
    return unavailable(deps.clients.missing(sell.asset.chain) ?? `No node of ${sell.asset.chain} is configured.`);
  if (!router || !vault) return unavailable('The node names no router for this chain.');
  const token = sell.asset.kind === 'token' ? sell.asset.address : undefined;
  const [refusal, balance] = await Promise.all([
    refuseSender(client, from, signal),
    token
      ? tokenView(client, token, { functionName: 'balanceOf', args: [hex(from)] }, signal)
      : nativeBalance(client, from, signal),
  ]);
  if (refusal) return unavailable(refusal);
  if (balance < sell.baseUnits) return unavailable(holdsOnly(balance, sell));
  const { networkId } = networkOf(sell.asset.chain, deps.network);
  const base = { from, ...(typeof networkId === 'number' ? { chain_id: networkId } : {}) };
  const expirationSeconds = Math.max(route.expirationSeconds ?? 0, Math.floor(deps.now() / 1000) + MIN_EXPIRY_SECONDS);
  const approvals = token ? await approvalsFor(client, base, token, router, sell.baseUnits, signal) : [];
  const tx: EvmTx = {
    to: router,
    value: token ? '0' : sell.baseUnits.toString(),
    data: depositData({ vault, ...(token ? { token } : {}), amount: sell.baseUnits, memo, expirationSeconds }),
    ...base,
  };
  const least = token ? TOKEN_DEPOSIT_GAS : COIN_DEPOSIT_GAS;
  const gas_limit = approvals.length > 0 ? least.toString() : await gasLimit(client, tx, least, signal);
  return { tx: { type: 'EVM', tx: { ...tx, gas_limit } }, ...(approvals.length > 0 ? { approvals } : {}) };
}
