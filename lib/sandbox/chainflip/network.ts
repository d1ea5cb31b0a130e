/** The emulated Chainflip as one value: everything that it knows is plain JSON with bigints, saved whole and loaded whole. */
import type { ChainId } from '../../domain/chain-id.ts';
import type { ChannelDeposit, Ledger, PayoutContractCall, PayoutPayload, World } from '../ledger.ts';
import { type CfChain, CHAIN_INFO, type InternalAsset } from './assets.ts';
import type { MarketState } from './market.ts';
import type { FeeTracker } from './swap-math.ts';

/** What happened in which block: `index` counts the block's events, as `xBlockIndex` on the wire does. */
export type Moment = { block: number; index: number; at: number };

export type AffiliateFee = { account: string; bps: number };
export type Dca = { numberOfChunks: number; chunkIntervalBlocks: number };
/** What the swap's output is paid with: a call of the contract at the destination. Bytes are hex without 0x. */
export type Ccm = { message: string; gasBudget: bigint; additionalData: string };

/** What a swap holds the network to. */
export type RefundTerms = {
  /** Blocks for which a chunk that misses its price is tried again. */
  retryDuration: number;
  refundAddress: string;
  /** Output base units per input base unit, fixed point with 128 fractional bits. */
  minPriceX128: bigint;
  /** Basis points off the oracles' price; null: the chain's default. */
  maxOraclePriceSlippageBps: number | null;
};

/** What was asked for, however it was asked: by a channel or by a call of the vault. */
export type SwapOrder = {
  src: InternalAsset;
  dst: InternalAsset;
  destination: string;
  /** Absent for channels that the backend opened in nobody's name. */
  broker?: AffiliateFee;
  affiliates: AffiliateFee[];
  /** 0: no boost. */
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
  /** Deposits in blocks of the source chain up to this one count. */
  expiryBlock: number;
  estimatedExpiryTime: number;
  /** FLIP base units. */
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
  /** Next block in which it is tried; its first one for the retry period. */
  dueBlock: number;
  firstDueBlock: number;
  retryCount: number;
  rescheduledReason?: string;
  executed?: Moment;
  /** USDC after network and broker fee. */
  intermediate?: bigint;
  output?: bigint;
  abortedReason?: string;
};

export type Egress = {
  /** Key of its payout: one payment, whatever happens. */
  key: string;
  kind: 'swap' | 'refund' | 'withdrawal';
  asset: InternalAsset;
  to: string;
  /** Net of its fee: what arrives. */
  amount: bigint;
  fee: bigint;
  /** The receiver is a contract and is called with it. */
  call?: PayoutContractCall;
  scheduled: Moment;
  txRef?: string;
  sentBlock?: number;
  witnessed?: Moment;
  failure?: Failure;
  /** Of one that could not be sent: the call that anybody may send in its place. */
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

/** What one boost pool paid of a deposit before it was final. */
export type Loan = { tierBps: number; amount: bigint; fee: bigint };

/** Money that arrived for a swap, and everything that became of it. */
export type Swap = {
  /** Chain, transaction, address and place: the same payment is the same swap, however often it is seen. */
  key: string;
  order: SwapOrder;
  origin: { kind: 'channel'; channelId: string } | { kind: 'vault' };
  deposit: {
    amount: bigint;
    txRef: string;
    /** Of the source chain. */
    blockHeight: number;
    seen: Moment;
    /** Block in which it had its confirmations. */
    confirmedBlock?: number;
    /** Acted upon: swapped, kept or sent back. */
    final?: Moment;
  };
  /** Vault swaps whose parameters cannot be carried out. */
  broken?: DepositFailure;
  /** Given when the deposit became final: the swap request's number. */
  id?: number;
  failure?: Failure;
  boost?: { boosted?: Moment; skipped?: Moment; feeBps?: number; fee?: bigint; lent?: Loan[] };
  fees: Fee[];
  /** What the network keeps of the deposit: too little, or above the most. */
  kept: bigint;
  /** What is swapped: the deposit less boost and ingress fee. */
  input: bigint;
  chunks: Chunk[];
  /** Input not yet swapped, USDC in between and output so far, over all chunks. */
  remaining: bigint;
  swappedInput: bigint;
  swappedIntermediate: bigint;
  swappedOutput: bigint;
  tracker: FeeTracker;
  /** What the executed chunks were worth by the oracles, in output base units; undefined where a side has no oracle. */
  oracleOutput?: bigint;
  swapEgress?: Egress;
  refundEgress?: Egress;
  completed?: Moment;
  /** The deposit was taken into the vault. */
  fetched: boolean;
};

export type Affiliate = { account: string; shortId: number; withdrawalAddress: string };
export type Broker = { account: string; affiliates: Affiliate[] };

export type ChainflipState = {
  block: number;
  /** When that block was made, unix ms. */
  blockAt: number;
  /** Events so far in this block. */
  events: number;
  market: MarketState;
  channels: Channel[];
  swaps: Swap[];
  /** Channel numbers of each chain, and numbers of swap requests and payouts, given so far. */
  nextChannel: Partial<Record<CfChain, number>>;
  nextSwap: number;
  nextEgress: number;
  broker: Broker;
  /** USDC base units that an account has earned and not withdrawn. */
  earned: Record<string, bigint>;
  withdrawals: Egress[];
  /** Height up to which each chain was looked at. */
  observed: Partial<Record<CfChain, number>>;
  funded: string[];
};

export type ChainflipNetwork = {
  readonly world: World;
  state: ChainflipState;
  /** What the backend knows while it lags; undefined while it keeps up. */
  lagging?: ChainflipState;
  /** Deposits that wait for a block of their chain, as last looked. */
  waiting: (ChannelDeposit & { channelId: string })[];
};

export type Upstream = 'chainflip-backend' | 'chainflip-rpc' | 'chainflip-broker';

/** A switch of the emulator; undefined when off. They are listed in controls.ts. */
export const fault = (
  network: Pick<ChainflipNetwork, 'world'>,
  target: Upstream,
  kind: string,
): Record<string, unknown> | undefined => network.world.faults.get(target, kind);

export const ledgerOf = (network: Pick<ChainflipNetwork, 'world'>, chain: CfChain): Ledger | undefined =>
  network.world.ledgers[CHAIN_INFO[chain].chainId];

export const chainIdOf = (chain: CfChain): ChainId => CHAIN_INFO[chain].chainId;

/** Number of the private channel in which vault swaps from Bitcoin arrive. */
export const PRIVATE_CHANNEL = 1n;

/** Address of the broker's private Bitcoin channel; undefined while there is no local Bitcoin that serves channels. */
export const privateBitcoinAddress = (network: Pick<ChainflipNetwork, 'world'>): string | undefined =>
  ledgerOf(network, 'Bitcoin')?.channels?.channelAddress({ number: PRIVATE_CHANNEL });

/** What the backend answers from. */
export const backendState = (network: ChainflipNetwork): ChainflipState => network.lagging ?? network.state;

/** The next event of the current block. */
export function moment(network: ChainflipNetwork): Moment {
  const { state } = network;
  state.events += 1;
  return { block: state.block, index: state.events, at: state.blockAt };
}
