/**
 * Builds router deposits and the approvals before them: the exact amount, to the router of the quote, from a plain
 * account only.
 */
import type { EvmClient } from '../../chain-clients/chain-clients.ts';
import type { EvmTx, RouteDraft } from '../../domain/route.ts';
import { depositData } from '../../payments/thor-family/deposit-data.ts';
import type { FundsLook } from '../../transfer/built-tx.ts';
import { approvalsFor, estimateGas, evmBase, evmFundsMissing } from '../../transfer/evm-sender.ts';
import { MIN_EXPIRY_SECONDS } from './config.ts';
import { type BuiltTx, type TxDeps, unavailable } from './tx-types.ts';

/** Minimum gas of a deposit; the coin's and a token's. */
const COIN_DEPOSIT_GAS = 120_000n;
const TOKEN_DEPOSIT_GAS = 220_000n;

/** Why this account may not pay a router, or undefined. The network does not observe deposits from contracts. */
async function refuseSender(client: EvmClient, from: string, signal: AbortSignal): Promise<string | undefined> {
  const code = await client.codeAt(from, { signal });
  if (code === '0x' || code === '0x0') return undefined;
  return code.toLowerCase().startsWith('0xef0100')
    ? 'The source address is a delegated (EIP-7702) account. Such payments are not seen by the network and would be lost; pay from a plain account.'
    : 'The source address is a contract. Payments from contracts are not seen by the network and would be lost; pay from a plain account.';
}

/** The estimate, or the minimum when there is none (an approval is still to come). */
async function gasLimit(client: EvmClient, tx: EvmTx, least: bigint, look: FundsLook): Promise<string> {
  const { gas = least } = await estimateGas(client, tx, look);
  return (gas > least ? gas : least).toString();
}

export async function buildEvmTx(deps: TxDeps, route: RouteDraft, memo: string, look: FundsLook): Promise<BuiltTx> {
  const { signal } = look;
  const { sell, sourceAddress: from, targetAddress: router, vaultAddress: vault } = route;
  const client = deps.clients.evm(sell.asset.chain);
  if (!client)
    return unavailable(deps.clients.missing(sell.asset.chain) ?? `No node of ${sell.asset.chain} is configured.`);
  if (!router || !vault) return unavailable('The node names no router for this chain.');
  const token = sell.asset.kind === 'token' ? sell.asset.address : undefined;
  const [refusal, missing] = await Promise.all([
    refuseSender(client, from, signal),
    evmFundsMissing(client, sell, from, look),
  ]);
  const why = refusal ?? missing;
  if (why !== undefined) return unavailable(why);
  const base = evmBase(sell.asset.chain, deps.network, from);
  const expirationSeconds = Math.max(route.expirationSeconds ?? 0, Math.floor(deps.now() / 1000) + MIN_EXPIRY_SECONDS);
  const approvals = token
    ? await approvalsFor(client, base, { token, spender: router, amount: sell.baseUnits }, signal)
    : [];
  const tx: EvmTx = {
    to: router,
    value: token ? '0' : sell.baseUnits.toString(),
    data: depositData({ vault, ...(token ? { token } : {}), amount: sell.baseUnits, memo, expirationSeconds }),
    ...base,
  };
  const least = token ? TOKEN_DEPOSIT_GAS : COIN_DEPOSIT_GAS;
  const gas_limit = approvals.length > 0 ? least.toString() : await gasLimit(client, tx, least, look);
  return { tx: { type: 'EVM', tx: { ...tx, gas_limit } }, ...(approvals.length > 0 ? { approvals } : {}) };
}
