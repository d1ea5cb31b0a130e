/**
 * Translates a node's view of one swap into facts: pure. A swap ends only on positive evidence, and a payout is the
 * user's only when it goes to the address in the memo. Source: THORNode x/thorchain/querier.go, queryTxStatus.
 */
import { CHAINS } from '../../chains/chains.ts';
import type { Amount } from '../../domain/amount.ts';
import { type Asset, sameAsset } from '../../domain/asset.ts';
import { type ChainId, isChainId } from '../../domain/chain-id.ts';
import type { Observation, TxFact, Why } from '../../domain/swap-status.ts';
import type { TrackedLeg } from '../provider.ts';
import { assetOfNode, fromNode, nativeDecimalsOf } from './assets.ts';
import type { FamilyConfig } from './config.ts';
import { parseSwapMemo, sameDestination } from './memo.ts';
import type { StreamingSwap, TxStatus } from './upstream-schemas.ts';

export type SwapView = {
  status: TxStatus;
  /** Progress of a swap in sub-swaps, while it is in the queue. */
  streaming?: StreamingSwap;
  /** Latest block of the source chain that the nodes have seen. */
  lastObservedHeight?: number;
  whyRefund?: Why;
  swapSeconds?: number;
  /** Why the swap is held; null: it was held and continues. */
  held?: string | null;
};

type Payout = { chain: string; address?: string; coin?: { asset: string; amount: bigint }; id?: string };

/** Most confirmations that are counted when the nodes do not say how many they require. */
const MOST_COUNTED = 100;
/** Payouts on the family's own chain have no transaction of their own. */
const NO_TX = /^0{64}$/;

/** A transaction's hash in its own chain's spelling. */
export function hashOn(chain: ChainId, hash: string): string {
  const bare = hash.replace(/^0x/i, '');
  const { hashFormat } = CHAINS[chain];
  if (hashFormat === 'evm') return `0x${bare.toLowerCase()}`;
  if (hashFormat === 'hex-lower') return bare.toLowerCase();
  return hashFormat === 'hex-upper' ? bare.toUpperCase() : hash;
}

/** A hash in the nodes' spelling: without 0x, hex in upper case; a suffix (`HASH-1`) and base58 stay. */
export const hashForNode = (hash: string): string => {
  const bare = hash.replace(/^0x/i, '');
  return /^[0-9a-f]{64}(-\d+)?$/i.test(bare) ? bare.toUpperCase() : hash;
};

export const isObserved = ({ stages, tx }: TxStatus): boolean =>
  stages.inbound_observed?.started === true || stages.inbound_observed?.completed === true || Boolean(tx?.id);

/** Counted and final for the network. A stage that the node leaves out does not apply. */
export const isFinalised = ({ stages }: TxStatus): boolean =>
  stages.inbound_observed?.completed === true &&
  (stages.inbound_confirmation_counted?.completed ?? true) &&
  stages.inbound_finalised?.completed === true;

export const isPending = ({ stages }: TxStatus): boolean => stages.swap_status?.pending === true;

export const hasPayouts = (status: TxStatus): boolean => status.planned_out_txs.length > 0 || status.out_txs.length > 0;

export const isRefunding = (status: TxStatus): boolean =>
  status.planned_out_txs.some(({ refund }) => refund) || status.out_txs.some(({ memo }) => isRefundMemo(memo));

const isRefundMemo = (memo: string | undefined) => memo?.toUpperCase().startsWith('REFUND') === true;

/** A node's amount in the units of the route when it is one of its two assets. */
export function amountOf(config: FamilyConfig, { route, leg }: TrackedLeg, coin: Payout['coin']): Amount | undefined {
  const asset = coin && assetOfNode(config, coin.asset);
  if (!coin || !asset) return undefined;
  const step = route.legs[leg];
  const known = [step?.buy, step?.sell, route.expectedBuy, route.sell].find(
    (amount) => amount !== undefined && sameAsset(amount.asset, asset),
  );
  if (!known && asset.kind === 'token') return undefined;
  return fromNode(config, asset, known?.decimals ?? nativeDecimalsOf(config, asset), coin.amount, 'down');
}

function txFact(config: FamilyConfig, tracked: TrackedLeg, payout: Payout): TxFact | undefined {
  if (!isChainId(payout.chain) || payout.id === undefined) return undefined;
  const amount = amountOf(config, tracked, payout.coin);
  return {
    hash: NO_TX.test(payout.id) ? hashOn(tracked.chain, tracked.hash) : hashOn(payout.chain, payout.id),
    chain: payout.chain,
    ...(amount ? { amount } : {}),
    ...(payout.address ? { address: payout.address } : {}),
  };
}

const buyAssetOf = ({ route, leg }: TrackedLeg): Asset => (route.legs[leg] ?? { buy: route.expectedBuy }).buy.asset;

/**
 * The user's payouts: those to the memo's address; when that is a name, or the entry has no address, the one in the
 * bought asset. All others go to affiliates.
 */
export function usersPayouts<T extends Payout>(config: FamilyConfig, tracked: TrackedLeg, memo: string, all: T[]): T[] {
  const wanted = parseSwapMemo(memo)?.destination || tracked.route.destinationAddress;
  const target = buyAssetOf(tracked);
  const isTarget = ({ coin }: Payout) => {
    const asset = coin && assetOfNode(config, coin.asset);
    return asset !== undefined && sameAsset(asset, target);
  };
  const addressed = all.filter(
    ({ address }) =>
      address !== undefined &&
      (sameDestination(address, wanted) || sameDestination(address, tracked.route.destinationAddress)),
  );
  if (addressed.length === 0) return all.filter(isTarget).slice(0, 1);
  return addressed.length === 1 ? addressed : addressed.filter(isTarget);
}

const plannedPayouts = (status: TxStatus, refund: boolean): Payout[] =>
  status.planned_out_txs
    .filter((out) => out.refund === refund)
    .map(({ chain, to_address, coin }) => ({ chain, address: to_address, coin }));

const sentPayouts = (status: TxStatus, refund: boolean): Payout[] =>
  status.out_txs
    .filter((out) => isRefundMemo(out.memo) === refund)
    .map(({ chain, to_address, coins, id }) => ({
      chain: chain ?? coins[0]?.asset.split('.')[0] ?? '',
      ...(to_address ? { address: to_address } : {}),
      ...(coins[0] ? { coin: coins[0] } : {}),
      ...(id ? { id } : {}),
    }));

function inboundFacts(config: FamilyConfig, tracked: TrackedLeg, view: SwapView, at: number): Observation[] {
  const { status, lastObservedHeight } = view;
  const counting = status.stages.inbound_confirmation_counted;
  const observed = counting?.external_observed_height;
  const required = counting?.external_confirmation_delay_height;
  const requiredConfirmations = observed !== undefined && required !== undefined ? required - observed + 1 : undefined;
  const counted =
    observed !== undefined && lastObservedHeight !== undefined
      ? Math.min(Math.max(lastObservedHeight - observed + 1, 0), requiredConfirmations ?? MOST_COUNTED)
      : undefined;
  const confirmations = counting?.completed ? (requiredConfirmations ?? counted) : counted;
  const amount = amountOf(config, tracked, status.tx?.coins[0]);
  const final = isFinalised(status);
  const seconds = counting?.remaining_confirmation_seconds;
  const tx: TxFact = {
    hash: hashOn(tracked.chain, tracked.hash),
    chain: tracked.chain,
    ...(amount ? { amount } : {}),
    ...(status.tx?.to_address ? { address: status.tx.to_address } : {}),
    ...(confirmations === undefined ? {} : { confirmations }),
    ...(requiredConfirmations === undefined ? {} : { requiredConfirmations }),
    ...(observed === undefined ? {} : { blockNumber: observed }),
  };
  return [
    {
      kind: 'providerSeen',
      at,
      leg: tracked.leg,
      final,
      ...(!final && seconds !== undefined ? { remainingSeconds: seconds } : {}),
      tx,
    },
  ];
}

function swappedSoFar(config: FamilyConfig, tracked: TrackedLeg, streaming: SwapView['streaming']): Amount | undefined {
  if (streaming?.out === undefined) return undefined;
  const decimals = tracked.route.legs[tracked.leg]?.buy.decimals ?? tracked.route.expectedBuy.decimals;
  return fromNode(config, buyAssetOf(tracked), decimals, streaming.out, 'down');
}

function swapFacts(config: FamilyConfig, tracked: TrackedLeg, view: SwapView, at: number): Observation[] {
  const { status, streaming } = view;
  if (!isFinalised(status)) return [];
  if (!isPending(status) && hasPayouts(status)) return [];
  const { leg } = tracked;
  const native = status.stages.swap_status?.streaming;
  const total = streaming?.quantity || native?.quantity;
  const done = streaming?.count ?? native?.count;
  if (total !== undefined && total > 0 && done !== undefined) {
    const failed = streaming?.failed_swaps?.length;
    const output = swappedSoFar(config, tracked, streaming);
    return [
      { kind: 'swapProgress', at, leg, done, total, ...(output ? { output } : {}), ...(failed ? { failed } : {}) },
    ];
  }
  if (streaming?.deposit !== undefined && streaming.deposit > 0n && streaming.in !== undefined)
    return [{ kind: 'swapProgress', at, leg, done: Number((streaming.in * 100n) / streaming.deposit), total: 100 }];
  return [{ kind: 'swapping', at, leg }];
}

function outboundFacts(config: FamilyConfig, tracked: TrackedLeg, view: SwapView, at: number): Observation[] {
  const { status } = view;
  const { leg } = tracked;
  const memo = status.tx?.memo ?? tracked.route.memo ?? '';
  const planned = usersPayouts(config, tracked, memo, plannedPayouts(status, false))[0];
  const sent = usersPayouts(config, tracked, memo, sentPayouts(status, false))[0];
  const fact = sent && txFact(config, tracked, sent);
  if (!sent && !planned) return [];
  const output = amountOf(config, tracked, (sent ?? planned)?.coin);
  const { swapSeconds } = view;
  const delaySeconds = status.stages.outbound_delay?.remaining_delay_seconds;
  return [
    {
      kind: 'swapDone',
      at,
      leg,
      ...(output ? { output } : {}),
      ...(swapSeconds === undefined ? {} : { swapSeconds }),
    },
    fact
      ? { kind: 'outboundSent', at, leg, tx: fact, refundDue: isRefunding(status) }
      : {
          kind: 'outboundPlanned',
          at,
          leg,
          ...(output ? { output } : {}),
          ...(planned?.address ? { toAddress: planned.address } : {}),
          ...(delaySeconds === undefined ? {} : { delaySeconds }),
        },
  ];
}

/** Whether a part was swapped and is, or was, paid out to the user. */
function outputDue(config: FamilyConfig, tracked: TrackedLeg, status: TxStatus): boolean {
  const memo = status.tx?.memo ?? tracked.route.memo ?? '';
  const payouts = [...plannedPayouts(status, false), ...sentPayouts(status, false)];
  return usersPayouts(config, tracked, memo, payouts).length > 0;
}

function refundFacts(config: FamilyConfig, tracked: TrackedLeg, view: SwapView, at: number): Observation[] {
  const { leg } = tracked;
  const { status, whyRefund } = view;
  const sent = sentPayouts(status, true)[0];
  const fact = sent && txFact(config, tracked, sent);
  if (fact)
    return [{ kind: 'refundSent', at, leg, tx: fact, ...whyRefund, outputDue: outputDue(config, tracked, status) }];
  const planned = plannedPayouts(status, true)[0] ?? sent;
  if (!planned) return [];
  const refund = amountOf(config, tracked, planned.coin);
  return [
    {
      kind: 'refundPlanned',
      at,
      leg,
      ...(refund ? { refund } : {}),
      ...(planned.address ? { toAddress: planned.address } : {}),
      ...whyRefund,
    },
  ];
}

/** Whether every due payout was made. */
export function isSettled(config: FamilyConfig, tracked: TrackedLeg, status: TxStatus): boolean {
  const kinds = toObservations(config, tracked, { status }, 0).map(({ kind }) => kind);
  const isOpen = kinds.includes('outboundPlanned') || kinds.includes('refundPlanned');
  return !isPending(status) && !isOpen && (kinds.includes('outboundSent') || kinds.includes('refundSent'));
}

/** All facts of one look at the node. `at` is unix ms. */
export function toObservations(config: FamilyConfig, tracked: TrackedLeg, view: SwapView, at: number): Observation[] {
  if (!isObserved(view.status)) return [];
  const facts = [
    ...inboundFacts(config, tracked, view, at),
    ...swapFacts(config, tracked, view, at),
    // While sub-swaps still run nothing is decided: a payout listed now may be an affiliate's, or may grow.
    ...(isFinalised(view.status) && !isPending(view.status)
      ? [...outboundFacts(config, tracked, view, at), ...refundFacts(config, tracked, view, at)]
      : []),
  ];
  return [...facts, ...holdFacts(tracked, view.held, at)];
}

/** Facts of `SwapView.held`: the swap is held, it continues, or nothing new. */
export function holdFacts({ leg }: TrackedLeg, held: SwapView['held'], at: number): Observation[] {
  if (held === undefined) return [];
  return held === null ? [{ kind: 'heldNoMore', at, leg }] : [{ kind: 'held', at, leg, reason: held }];
}
