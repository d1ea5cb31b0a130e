/** Makes a checked call ready to sign: approvals before it, its gas, and a simulation that it would succeed. */
import type { ChainClients, EvmClient } from '../../chain-clients/chain-clients.ts';
import type { NetworkName } from '../../chains/chain.ts';
import { CHAINS } from '../../chains/chains.ts';
import type { Amount } from '../../domain/amount.ts';
import { checksumAddress } from '../../domain/asset.ts';
import type { EvmTx, RouteDraft } from '../../domain/route.ts';
import { type FundsLook, withoutClient } from '../../transfer/built-tx.ts';
import { approvalsFor, estimateGas, evmBase, evmFundsMissing } from '../../transfer/evm-sender.ts';
import { orWithout } from '../helper-time.ts';
import type { CallOptions } from '../provider.ts';
import type { UpstreamTx } from './upstream-schemas.ts';

export type BuiltTx = Pick<RouteDraft, 'tx' | 'txUnavailable' | 'approvals'>;

/** A quarter on top: the gas of a route changes with its pools. */
const withMargin = (gas: bigint): bigint => (gas * 5n) / 4n;

/** 0 means no estimate: the wallet then makes its own. @param least the chain's own estimate just now. */
function gasLimitOf({ gas }: UpstreamTx, least: bigint): bigint | undefined {
  const estimated = withMargin(BigInt(Math.max(Math.trunc(gas ?? 0), 0)));
  if (estimated === 0n) return undefined;
  return estimated < least ? least : estimated;
}

const none = (why: string): BuiltTx => ({ txUnavailable: why });

async function prepared(
  client: EvmClient,
  upstream: UpstreamTx,
  sell: Amount,
  network: NetworkName,
  look: FundsLook,
): Promise<BuiltTx> {
  const { signal } = look;
  const { chain } = sell.asset;
  const from = checksumAddress(upstream.from);
  const to = checksumAddress(upstream.to);
  const token = sell.asset.kind === 'token' ? sell.asset.address : undefined;
  const base = evmBase(chain, network, from);
  const [missing, approvals] = await Promise.all([
    evmFundsMissing(client, sell, from, look),
    token === undefined ? [] : approvalsFor(client, base, { token, spender: to, amount: sell.baseUnits }, signal),
  ]);
  if (missing !== undefined) return none(missing);
  const tx: EvmTx = { to, value: upstream.value.toString(), data: upstream.data, ...base };
  // The call cannot be simulated before the approval is mined.
  const { gas = 0n, reverts } = approvals.length > 0 ? {} : await estimateGas(client, tx, look);
  if (reverts !== undefined) return none(`1inch's router would refuse the swap at the moment: ${reverts}.`);
  const gasLimit = gasLimitOf(upstream, gas);
  return {
    tx: { type: 'EVM', tx: { ...tx, ...(gasLimit === undefined ? {} : { gas_limit: gasLimit.toString() }) } },
    ...(approvals.length > 0 ? { approvals } : {}),
  };
}

/** @param upstream checked already. Throws only for the signal: the chain's failure is a `txUnavailable`. */
export async function buildTx(
  deps: { clients: ChainClients; network: NetworkName },
  upstream: UpstreamTx,
  sell: Amount,
  options: CallOptions & Pick<FundsLook, 'allowUnfunded'>,
): Promise<BuiltTx> {
  const { chain } = sell.asset;
  const client = deps.clients.evm(chain);
  if (!client) return none(withoutClient(deps.clients, chain).unavailable);
  return orWithout(
    options,
    (signal) => prepared(client, upstream, sell, deps.network, { signal, allowUnfunded: options.allowUnfunded }),
    () => none(`${CHAINS[chain].name} could not be asked for what a transaction needs.`),
  );
}
