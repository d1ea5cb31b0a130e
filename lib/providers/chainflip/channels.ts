/** Opens deposit channels: exactly one call each, under the stored terms, checked before the address is passed on. */
import type { ChainClients } from '../../chain-clients/chain-clients.ts';
import type { NetworkName } from '../../chains/chain.ts';
import { formatAmount, toBaseUnits } from '../../domain/amount.ts';
import type { ChainId } from '../../domain/chain-id.ts';
import type { OpenedChannel } from '../../domain/deposit-channel.ts';
import { ProviderError } from '../../domain/errors.ts';
import { timeLimit } from '../../domain/time-limit.ts';
import { CF_BLOCK_SECONDS, cfAssetOf } from '../../payments/chainflip/assets.ts';
import {
  type CallOptions,
  ChannelError,
  type ChannelOpener,
  type ChannelPolicy,
  type ChannelRequest,
  type Pair,
} from '../provider.ts';
import { type BrokerSetup, type Commission, commissionBpsOf, commissionFor } from './affiliates.ts';
import { depositAddressOf, refundMismatch } from './channel-checks.ts';
import { channelFault } from './channel-errors.ts';
import { depositLimits, refuseAsset } from './checks.ts';
import type { ChainflipClient } from './client.ts';
import type { NetworkStateSource } from './network-state.ts';
import { backendCcmParams, channelMetadata, checkCallAsQuoted } from './payout-call.ts';
import type { ChannelWitness } from './state-chain/confirm-channel.ts';
import { type SwapTerms, termsOf } from './terms.ts';
import { openedByBrokerSchema } from './upstream-schemas.ts';

export type ChannelDeps = {
  policy: ChannelPolicy;
  client: ChainflipClient;
  state: NetworkStateSource;
  setup: BrokerSetup;
  network: NetworkName;
  clients: ChainClients;
  confirm: ChannelWitness;
  /** What happens to a channel that no node can confirm: its address is withheld, or handed out as unconfirmed. */
  unwitnessed: 'refuse' | 'tell';
  now: () => number;
  log: (event: Record<string, unknown>) => void;
};

/** A channel lives about a day on every chain. Source: chainflip-backend chain_spec/berghain.rs. */
const LIFETIME_MS = 24 * 3_600_000;
const HEIGHT_TIMEOUT_MS = 3_000;
/** The value by which a channel without an amount is priced. */
const REFERENCE_USD = 500;
const REFERENCE_DIGITS = 8;

/** The whole request, decided before the one call. */
type Opening = { request: ChannelRequest; terms: SwapTerms; commission: Commission; boostBps: number };

function openingOf(deps: ChannelDeps, request: ChannelRequest): Opening {
  const terms = termsOf(request.route);
  if (!terms)
    throw new ChannelError('refused', 'The route was not quoted by Chainflip, so that no channel opens for it.');
  if (BigInt(terms.minPriceX128) <= 0n)
    throw new ChannelError('refused', 'A channel without a minimum price is never opened.');
  checkCallAsQuoted(terms, request.payoutCall);
  const commission = commissionOf(deps, request, terms);
  const boostBps = terms.src.chain === 'Bitcoin' ? Math.floor(request.maxBoostFeeBps ?? terms.maxBoostFeeBps) : 0;
  return { request, terms, commission, boostBps };
}

function commissionOf(deps: ChannelDeps, { affiliate }: ChannelRequest, terms: SwapTerms): Commission {
  const invalid = (message: string, cause?: unknown) =>
    new ChannelError('invalid', message, { field: 'affiliateBps', cause });
  let commission: Commission;
  try {
    const { brokerCommissionBps, affiliates } = terms;
    commission = affiliate ? commissionFor(deps.setup, affiliate) : { brokerCommissionBps, affiliates };
  } catch (error) {
    if (error instanceof ProviderError) throw invalid(error.message, error);
    throw error;
  }
  if (!deps.setup.hasBroker && commissionBpsOf(commission) > 0)
    throw invalid('Without a Chainflip broker of its own this deployment cannot pay affiliate fees for channels.');
  return commission;
}

/** Source: chainflip-backend api/cf-rpc-apis/src/broker.rs. */
function brokerParams({ request, terms, commission, boostBps }: Opening): unknown[] {
  return [
    terms.src,
    terms.dst,
    request.destinationAddress,
    commission.brokerCommissionBps,
    channelMetadata(request.payoutCall),
    boostBps,
    commission.affiliates,
    {
      retry_duration: terms.retryDurationBlocks,
      refund_address: request.refundAddress,
      min_price: `0x${BigInt(terms.minPriceX128).toString(16)}`,
      refund_ccm_metadata: null,
      max_oracle_price_slippage: terms.maxOraclePriceSlippage,
    },
    terms.dca ? { number_of_chunks: terms.dca.numberOfChunks, chunk_interval: terms.dca.chunkIntervalBlocks } : null,
  ];
}

/** Source: chainflip-sdk-monorepo packages/shared/src/api/openSwapDepositChannel.ts. */
function backendBody({ request, terms, boostBps }: Opening): Record<string, unknown> {
  return {
    srcAsset: terms.src,
    destAsset: terms.dst,
    destAddress: request.destinationAddress,
    amount: terms.amount,
    ...(boostBps > 0 ? { maxBoostFeeBps: boostBps } : {}),
    ...backendCcmParams(request.payoutCall),
    fillOrKillParams: {
      retryDurationBlocks: terms.retryDurationBlocks,
      refundAddress: request.refundAddress,
      minPriceX128: terms.minPriceX128,
      maxOraclePriceSlippage: terms.maxOraclePriceSlippage,
    },
    ...(terms.dca ? { dcaParams: terms.dca } : {}),
    takeCommission: false,
  };
}

/** The height by which Chainflip counts on that chain; Solana's is the slot. */
async function heightOf(clients: ChainClients, chain: ChainId, signal: AbortSignal): Promise<number | undefined> {
  const options = { signal };
  const solana = clients.solana(chain);
  if (solana) {
    const slot = await solana.rpc('getSlot', [{ commitment: 'finalized' }], options);
    return typeof slot === 'number' ? slot : undefined;
  }
  const byBlock = clients.evm(chain) ?? clients.substrate(chain);
  return byBlock ? byBlock.blockNumber(options) : clients.utxo(chain)?.tipHeight(options);
}

/** Never later than a day: an address that is shown too long costs a deposit. */
async function expiryTime(deps: ChannelDeps, chain: ChainId, cfChain: string, expiryHeight: number): Promise<number> {
  const latest = deps.now() + LIFETIME_MS;
  try {
    const height = await heightOf(deps.clients, chain, timeLimit(HEIGHT_TIMEOUT_MS));
    if (height === undefined || height >= expiryHeight) return latest;
    const seconds = (expiryHeight - height) * (CF_BLOCK_SECONDS[cfChain] ?? 0);
    return seconds > 0 ? Math.min(latest, Math.floor(deps.now() + seconds * 1000)) : latest;
  } catch {
    return latest;
  }
}

type Answer = Omit<OpenedChannel, 'expiresAt' | 'witnessed'> & { expiresAt?: number; mismatch?: string };

async function askBroker(deps: ChannelDeps, opening: Opening, signal: AbortSignal): Promise<Answer> {
  const call = { method: 'broker_request_swap_deposit_address', params: brokerParams(opening) };
  const opened = await deps.client.broker(openedByBrokerSchema, call, signal);
  const mismatch = refundMismatch(opening.request, opening.terms, opened.refund_parameters);
  return {
    depositAddress: opened.address,
    channelId: `${opened.issued_block}-${opening.terms.src.chain}-${opened.channel_id}`,
    issuedBlock: opened.issued_block,
    sourceChainExpiryBlock: opened.source_chain_expiry_block,
    ...(mismatch ? { mismatch } : {}),
  };
}

async function askBackend(deps: ChannelDeps, opening: Opening, signal: AbortSignal): Promise<Answer> {
  const opened = await deps.client.openByBackend(backendBody(opening), signal);
  const [issued, chain] = opened.id.split('-');
  const same = chain === opening.terms.src.chain && issued === String(opened.issuedBlock);
  return {
    depositAddress: opened.depositAddress,
    channelId: opened.id,
    issuedBlock: opened.issuedBlock,
    sourceChainExpiryBlock: opened.srcChainExpiryBlock,
    ...(opened.estimatedExpiryTime === undefined ? {} : { expiresAt: opened.estimatedExpiryTime }),
    ...(same ? {} : { mismatch: 'the chain of the channel' }),
    ...(opened.brokerCommissionBps ? { mismatch: 'a commission' } : {}),
  };
}

/** The address to pay to. A channel that differs from the request exists, but its address is not passed on. */
function checkedAddress(deps: ChannelDeps, opening: Opening, answer: Answer): string {
  const { chain } = opening.request.route.sell.asset;
  const address = depositAddressOf(chain, answer.depositAddress, deps.network);
  if (address !== undefined && answer.mismatch === undefined) return address;
  const fault = answer.mismatch ?? `the deposit address is none of ${chain}`;
  deps.log({ event: 'chainflipChannelRefused', channel: answer.channelId, fault });
  throw new ChannelError(
    'refused',
    `The channel that was opened is not the one asked for (${fault}); its address is not shown and nothing may be sent to it.`,
  );
}

/**
 * Whether the state chain confirms the channel. @throws {ChannelError} when it contradicts, or when it confirms
 * nothing and the deployment requires that.
 */
async function witnessedChannel(
  { confirm, setup, unwitnessed, log }: ChannelDeps,
  { request, terms, commission, boostBps }: Opening,
  channel: Pick<Answer, 'depositAddress' | 'channelId' | 'issuedBlock' | 'sourceChainExpiryBlock'>,
  signal: AbortSignal,
): Promise<boolean> {
  const earner = commission.brokerCommissionBps > 0 ? setup.brokerId : undefined;
  const channelNumber = BigInt(/\d+$/.exec(channel.channelId)?.[0] ?? 0);
  const reported = {
    request,
    terms,
    commission,
    boostBps,
    channelNumber,
    earner,
    expiryBlock: channel.sourceChainExpiryBlock,
  };
  const verdict = await confirm(channel, reported, signal);
  if ('confirmed' in verdict) return true;
  const fault = 'mismatch' in verdict ? verdict.mismatch : verdict.unasked;
  log({ event: 'chainflipChannelUnconfirmed', channel: channel.channelId, fault });
  if ('unasked' in verdict && unwitnessed === 'tell') return false;
  throw new ChannelError(
    'refused',
    'mismatch' in verdict
      ? `What opened the channel and the state chain do not say the same of it (${fault}); its address is not shown and nothing may be sent to it.`
      : `No node of the state chain could confirm the channel that was opened (${fault}); its address is not shown.`,
  );
}

async function open(deps: ChannelDeps, request: ChannelRequest, { signal }: CallOptions): Promise<OpenedChannel> {
  try {
    const opening = openingOf(deps, request);
    if (signal.aborted)
      throw new ChannelError('refused', 'The time was up before anything was asked; no channel was opened.');
    const answer = await (deps.setup.hasBroker ? askBroker : askBackend)(deps, opening, signal);
    const depositAddress = checkedAddress(deps, opening, answer);
    const { mismatch: _none, expiresAt, ...channel } = answer;
    const { chain } = request.route.sell.asset;
    const height = channel.sourceChainExpiryBlock;
    const witnessed = await witnessedChannel(deps, opening, { ...channel, depositAddress }, signal);
    return {
      ...channel,
      depositAddress,
      witnessed,
      expiresAt: expiresAt ?? (await expiryTime(deps, chain, opening.terms.src.chain, height)),
    };
  } catch (error) {
    throw channelFault(error, request);
  }
}

/** About 500 USD, well above the minimum and not above the maximum. @throws {ProviderError} */
async function referenceAmount(deps: ChannelDeps, { sellAsset }: Pair, { signal }: CallOptions): Promise<string> {
  const refused = refuseAsset(sellAsset, 'Sell', deps.state.lists);
  const sell = cfAssetOf(sellAsset);
  if (refused || !sell) throw new ProviderError(refused?.code ?? 'tokenNotFound', refused?.message ?? 'No such asset.');
  const [state, prices] = await Promise.all([deps.state.now(signal), deps.state.prices(signal)]);
  const { minimumDeposit, maximumDeposit } = depositLimits(state, sell);
  const price = prices.get(sell);
  const { asset, decimals } = sell;
  const worth =
    price === undefined
      ? undefined
      : toBaseUnits((REFERENCE_USD / price).toFixed(Math.min(decimals, REFERENCE_DIGITS)), decimals, 'down');
  const least = minimumDeposit.baseUnits * 2n;
  // Without a price ten minimums are a fair amount; with neither, one whole unit is all that is left.
  const wished = worth ?? (least > 0n ? least * 5n : 10n ** BigInt(decimals));
  const raised = wished > least ? wished : least;
  const most = maximumDeposit?.baseUnits;
  return formatAmount({ asset, decimals, baseUnits: most !== undefined && raised > most ? most : raised });
}

export const createChannelOpener = (deps: ChannelDeps): ChannelOpener => ({
  policy: deps.policy,
  referenceAmount: (pair, options) => referenceAmount(deps, pair, options),
  open: (request, options) => open(deps, request, options),
});
