/** Defines the whole state of the emulated Chainflip: plain JSON with bigints, saved and loaded as one value. */
import type { ChainId } from '../../domain/chain-id.ts';
import type { ChannelDeposit, Ledger, PayoutContractCall, PayoutPayload, World } from '../ledger.ts';
import { type CfChain, CHAIN_INFO, type InternalAsset } from './assets.ts';
import type { MarketState } from './market.ts';
import type { FeeTracker } from './swap-math.ts';

/** When something happened: `index` counts the block's events, like `xBlockIndex` on the wire. */
export type Moment = { block: number; index: number; at: number };

export type AffiliateFee = { account: string; bps: number };
export type Dca = { numberOfChunks: number; chunkIntervalBlocks: number };
/** A contract call at the destination, made with the swap's output. Bytes are hex without 0x. */
export type Ccm = { message: string; gasBudget: bigint; additionalData: string };

/** The limits that a swap sets for the network. */
export type RefundTerms = {
  /** Blocks during which a chunk that misses its price is retried. */
  retryDuration: number;
  refundAddress: string;
  /** Output base units per input base unit, fixed point with 128 fractional bits. */
  minPriceX128: bigint;
  /** Basis points below the oracles' price; null means the chain's default. */
  maxOraclePriceSlippageBps: number | null;
};

/** A swap's order, made by a channel or by a call of the vault. */
export type SwapOrder = {
  src: InternalAsset;
  dst: InternalAsset;
  destination: string;
  /** Absent for channels that the backend opened without a broker. */
  broker?: AffiliateFee;
  affiliates: AffiliateFee[];
  /** 0 for no boost. */
  maxBoostFeeBps: number;
  terms: RefundTerms;
  dca?: Dca;
  ccm?: Ccm;
};

export type Channel = SwapOrder & {
  /** `6726421-Bitcoin-34009` */
  id: string;
  chain: CfChain;
  number: bigint;
  address: string;
  opened: Moment;
  /** The last block of the source chain whose deposits count. */
  expiryBlock: number;
  estimatedExpiryTime: number;
  /** In FLIP base units. */
  openingFee: bigint;
  throughBackend: boolean;
  expectedDepositAmount?: bigint;
};

export type FeeType = 'NETWORK' | 'BROKER' | 'INGRESS' | 'EGRESS' | 'BOOST' | 'REFUND';
export type Fee = { type: FeeType; asset: InternalAsset; amount: bigint };

export type FailureMode =
  | 'DEPOSIT_IGNORED'
  | 'DEPOSIT_REJECTED'
  | 'SWAP_OUTPUT_TOO_SMALL'
  | 'REFUND_OUTPUT_TOO_SMALL'
  | 'SENDING_FAILED';
export type Failure = { mode: FailureMode; failed: Moment; name: string; message: string };

export type Chunk = {
  input: bigint;
  scheduled: Moment;
  /** The block of the next attempt; `firstDueBlock`, that of the first, begins the retry period. */
  dueBlock: number;
  firstDueBlock: number;
  retryCount: number;
  rescheduledReason?: string;
  executed?: Moment;
  /** USDC base units after network and broker fee. */
  intermediate?: bigint;
  output?: bigint;
  abortedReason?: string;
};

export type Egress = {
  /** The payout's key, which ensures that it is paid once. */
  key: string;
  kind: 'swap' | 'refund' | 'withdrawal';
  asset: InternalAsset;
  to: string;
  /** Net of the fee: what arrives. */
  amount: bigint;
  fee: bigint;
  /** The call with which the receiving contract is paid. */
  call?: PayoutContractCall;
  scheduled: Moment;
  txRef?: string;
  sentBlock?: number;
  witnessed?: Moment;
  failure?: Failure;
  /** Of a payout that could not be sent: the call that anyone may send instead. */
  payload?: PayoutPayload;
};

/** Why the network does not swap a deposit. Source: the swap backend's failure reasons. */
export type DepositFailure =
  | 'BelowMinimumDeposit'
  | 'NotEnoughToPayFees'
  | 'InvalidBrokerFees'
  | 'InvalidDcaParameters'
  | 'InvalidRefundParameters'
  | 'InvalidDestinationAddress'
  | 'CcmInvalidMetadata'
  | 'CcmUnsupportedForTargetChain';

/** A boost pool's advance on a deposit that was not final. */
export type Loan = { tierBps: number; amount: bigint; fee: bigint };

/** A deposit for a swap, and everything that became of it. */
export type Swap = {
  /**
   * Chain, transaction, address and position: the same payment is always the same swap, however often it is observed.
   */
  key: string;
  order: SwapOrder;
  origin: { kind: 'channel'; channelId: string } | { kind: 'vault' };
  deposit: {
    amount: bigint;
    txRef: string;
    /** Height on the source chain. */
    blockHeight: number;
    seen: Moment;
    /** The block in which it had its confirmations. */
    confirmedBlock?: number;
    /** When it was acted on: swapped, kept or refunded. */
    final?: Moment;
  };
  /** For vault swaps whose parameters cannot be executed. */
  broken?: DepositFailure;
  /** The swap request's number, assigned when the deposit became final. */
  id?: number;
  failure?: Failure;
  boost?: { boosted?: Moment; skipped?: Moment; feeBps?: number; fee?: bigint; lent?: Loan[] };
  fees: Fee[];
  /** The part of the deposit that the network keeps: below the minimum, or above the maximum. */
  kept: bigint;
  /** The swapped amount: the deposit less boost and ingress fee. */
  input: bigint;
  chunks: Chunk[];
  /** Input not swapped yet, intermediate USDC and output so far, over all chunks. */
  remaining: bigint;
  swappedInput: bigint;
  swappedIntermediate: bigint;
  swappedOutput: bigint;
  tracker: FeeTracker;
  /** The value of the executed chunks by the oracles, in output base units; undefined if a side has no oracle. */
  oracleOutput?: bigint;
  swapEgress?: Egress;
  refundEgress?: Egress;
  completed?: Moment;
  /** Whether the deposit was fetched into the vault. */
  fetched: boolean;
};

export type Affiliate = { account: string; shortId: number; withdrawalAddress: string };
export type Broker = { account: string; affiliates: Affiliate[] };

export type ChainflipState = {
  block: number;
  /** The time of that block, Unix milliseconds. */
  blockAt: number;
  /** The number of events in this block so far. */
  events: number;
  market: MarketState;
  channels: Channel[];
  swaps: Swap[];
  /** The next numbers to assign: to channels by chain, to swap requests and to payouts. */
  nextChannel: Partial<Record<CfChain, number>>;
  nextSwap: number;
  nextEgress: number;
  broker: Broker;
  /** An account's earnings not withdrawn yet, USDC base units. */
  earned: Record<string, bigint>;
  withdrawals: Egress[];
  /** The height up to which each chain was observed. */
  observed: Partial<Record<CfChain, number>>;
  funded: string[];
};

export type ChainflipNetwork = {
  readonly world: World;
  state: ChainflipState;
  /** The state from which a lagging backend answers; undefined while it does not lag. */
  lagging?: ChainflipState;
  /** Deposits that were unconfirmed at the last observation. */
  waiting: (ChannelDeposit & { channelId: string })[];
  /** Set where a node of one operator answers: 1 or 2. */
  operator?: number;
};

export type Upstream = 'chainflip-backend' | 'chainflip-rpc' | 'chainflip-broker';

/** A fault of the emulator; undefined when off. They are listed in controls.ts. */
export const fault = (
  network: Pick<ChainflipNetwork, 'world'>,
  target: Upstream,
  kind: string,
): Record<string, unknown> | undefined => network.world.faults.get(target, kind);

export const ledgerOf = (network: Pick<ChainflipNetwork, 'world'>, chain: CfChain): Ledger | undefined =>
  network.world.ledgers[CHAIN_INFO[chain].chainId];

export const chainIdOf = (chain: CfChain): ChainId => CHAIN_INFO[chain].chainId;

/** The number of the private channel that receives vault swaps from Bitcoin. */
export const PRIVATE_CHANNEL = 1n;

/** The address of the broker's private Bitcoin channel; undefined while there is no local Bitcoin with channels. */
export const privateBitcoinAddress = (network: Pick<ChainflipNetwork, 'world'>): string | undefined =>
  ledgerOf(network, 'Bitcoin')?.channels?.channelAddress({ number: PRIVATE_CHANNEL });

/** The state from which the backend answers. */
export const backendState = (network: ChainflipNetwork): ChainflipState => network.lagging ?? network.state;

/** The next event of the current block. */
export function moment(network: ChainflipNetwork): Moment {
  const { state } = network;
  state.events += 1;
  return { block: state.block, index: state.events, at: state.blockAt };
}
