/** Follows one swap by the receipt on its own chain. Nothing is reported before the block is final. */
import type { ChainClients, EvmClient, EvmTransaction, Options } from '../../chain-clients/chain-clients.ts';
import { isBehind } from '../../chain-clients/head-age.ts';
import { rerunError } from '../../chain-clients/rerun-call.ts';
import { CHAINS } from '../../chains/chains.ts';
import type { EvmTx } from '../../domain/route.ts';
import type { Observation, ObserveResult } from '../../domain/swap-status.ts';
import { carriesCall, failedWithin, wasMade } from '../../payments/evm/inner-call.ts';
import { permitDeadline } from '../../payments/oneinch/permit-call.ts';
import type { HeldTime } from '../held-time.ts';
import type { CallOptions, TrackedLeg } from '../provider.ts';
import { actualOutput } from './actual-output.ts';
import { completed, isOurs, LAPSED, refused, whyOf } from './to-observation.ts';
import { factsOf, type TrackingFacts } from './tracking-facts.ts';

export type TrackDeps = {
  clients: ChainClients;
  now: () => number;
  log: (event: Record<string, unknown>) => void;
  /** How long the details of a swap have been asked for in vain. */
  unansweredMs: HeldTime;
};

const NOTHING: ObserveResult = { observations: [], stale: false };

/**
 * How long details that need old state are asked for in vain; after that they are left out, so that the swap does not
 * stay open.
 */
const WAIT_FOR_DETAILS_MS = 10 * 60_000;

/** Undefined when the node refuses: some services refuse such questions in ways that look like an outage. */
async function detail<T>(work: () => Promise<T>, unansweredMs: (isFailed: boolean) => number): Promise<T | undefined> {
  try {
    const value = await work();
    unansweredMs(false);
    return value;
  } catch (error) {
    if (unansweredMs(true) < WAIT_FOR_DETAILS_MS) throw error;
    return undefined;
  }
}

/**
 * The handed-out call where the code of the seller's account makes it within another transaction, which anybody may have
 * sent.
 */
function callWithin({ route }: TrackedLeg, tx: EvmTransaction): EvmTx | undefined {
  return route.tx?.type === 'EVM' && carriesCall(tx, route.tx.tx) ? route.tx.tx : undefined;
}

async function outcome(
  { unansweredMs }: TrackDeps,
  client: EvmClient,
  leg: TrackedLeg,
  { facts, blockNumber }: { facts: TrackingFacts; blockNumber: number },
  options: Options,
): Promise<Observation[]> {
  const required = CHAINS[leg.chain].confirmations;
  const tip = await client.blockNumber(options);
  // The block may still be reverted; the payment's own chain reports its confirmations.
  if (tip - blockNumber + 1 < required) return [];
  // Only a receipt read after the tip proves that a block this deep holds the swap: a fork may have moved it meanwhile.
  const [receipt, tx, time] = await Promise.all([
    client.receipt(leg.hash, options),
    client.transaction(leg.hash, options),
    client.blockTime(blockNumber, options),
  ]);
  if (receipt?.blockNumber !== blockNumber || !tx || time === undefined) return [];
  const isDirect = isOurs(leg, facts, receipt);
  const within = isDirect ? undefined : callWithin(leg, tx);
  if (!isDirect && !within) return [];
  const at = time * 1000;
  const waited = (isFailed: boolean) => unansweredMs(leg.hash, isFailed);
  if (receipt.status === 'reverted' || (within && failedWithin(receipt, within.from))) {
    // On the state before its block it might still have been taken.
    if ((permitDeadline(tx.input) ?? BigInt(time)) < BigInt(time)) return refused(leg, at, LAPSED);
    const made = within ? { ...within, value: BigInt(within.value) } : { ...tx, data: tx.input };
    const error = await detail(() => rerunError(client, made, blockNumber, options), waited);
    return refused(leg, at, error && whyOf(error));
  }
  if (within && !wasMade(receipt, within, leg.route)) return [];
  const receiver = facts.receiver ?? (leg.route.destinationAddress || receipt.from);
  const question = { client, tx, receipt, token: facts.dstToken, receiver, least: BigInt(facts.minReturn ?? '0') };
  const baseUnits = await detail(() => actualOutput(question, options), waited);
  return completed(leg, { facts, blockNumber, at, baseUnits });
}

export async function trackSwap(deps: TrackDeps, leg: TrackedLeg, { signal }: CallOptions): Promise<ObserveResult> {
  const client = deps.clients.evm(leg.chain);
  const facts = factsOf(leg.route);
  if (!client || !facts || leg.hash === '') return NOTHING;
  try {
    const receipt = await client.receipt(leg.hash, { signal });
    if (receipt && !isOurs(leg, facts, receipt) && leg.route.tx?.type !== 'EVM') return NOTHING;
    const { blockNumber } = receipt ?? {};
    const observations =
      blockNumber === undefined ? [] : await outcome(deps, client, leg, { facts, blockNumber }, { signal });
    // A node that lags does not know the newest blocks: its silence proves nothing.
    const stale = observations.length === 0 && (await isBehind(client, { now: deps.now, signal }));
    return { observations, stale };
  } catch (error) {
    deps.log({ event: 'track', provider: 'ONEINCH', fault: error instanceof Error ? error.message : String(error) });
    return { observations: [], stale: true };
  }
}
