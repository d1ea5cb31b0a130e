/** Checks swap orders as the state chain does, and returns its error names. */
import { checkAddress } from '../../chains/address.ts';
import { ASSETS } from './assets.ts';
import { mostCallGas } from './gas-fees.ts';
import { type ChainflipNetwork, chainIdOf, type SwapOrder } from './network.ts';
import { OTHER_BROKER_ACCOUNT } from './seed-state.ts';

/** Errors of cf-swapping and cf-ingress-egress. Source: chainflip-backend state-chain/pallets. */
export type OrderRefusal =
  | 'InvalidEgressAddress'
  | 'InvalidRefundAddress'
  | 'BrokerCommissionBpsTooHigh'
  | 'BoostFeeTooHigh'
  | 'RetryDurationTooHigh'
  | 'ZeroNumberOfChunksNotAllowed'
  | 'ChunkIntervalTooLow'
  | 'SwapRequestDurationTooLong'
  | 'OraclePriceNotAvailable'
  | 'CcmUnsupportedForTargetChain'
  | 'InvalidCcm'
  | 'AffiliateNotRegisteredForBroker';

/** Of broker and affiliates together. */
const MAX_COMMISSION_BPS = 1000;
const MAX_BOOST_BPS = 1000;
export const MAX_CCM_MESSAGE_BYTES = 15_000;
const MAX_CCM_ADDITIONAL_BYTES = 3_000;

/**
 * The canonical spelling; undefined when the text is no address of the asset's chain. Test and mainnet formats are both
 * accepted.
 */
export function addressOf(asset: SwapOrder['src'], text: string): string | undefined {
  const checked = checkAddress(chainIdOf(ASSETS[asset].chain), text, 'sandbox');
  return checked.ok ? checked.canonical : undefined;
}

export const commissionOf = (order: SwapOrder): number =>
  (order.broker?.bps ?? 0) + order.affiliates.reduce((sum, one) => sum + one.bps, 0);

/** Why the chain would refuse this order; undefined when it would accept it. */
export function refusalOf(network: ChainflipNetwork, order: SwapOrder): OrderRefusal | undefined {
  const { market } = network.state;
  const { terms } = order;
  if (addressOf(order.dst, order.destination) === undefined) return 'InvalidEgressAddress';
  if (addressOf(order.src, terms.refundAddress) === undefined) return 'InvalidRefundAddress';
  if (commissionOf(order) > MAX_COMMISSION_BPS) return 'BrokerCommissionBpsTooHigh';
  if (order.maxBoostFeeBps > MAX_BOOST_BPS) return 'BoostFeeTooHigh';
  if (terms.retryDuration > market.maxRetryDurationBlocks) return 'RetryDurationTooHigh';
  const protectedPair = [order.src, order.dst].every((id) => ASSETS[id].oracle !== undefined);
  if (terms.maxOraclePriceSlippageBps !== null && !protectedPair) return 'OraclePriceNotAvailable';
  return refusalOfCcm(order) ?? refusalOfDca(network, order) ?? refusalOfAffiliates(network, order);
}

const hexBytes = (hex: string): number => hex.length / 2;

/** Contracts are called on the EVM chains only; the public network also calls programs on other chains. */
function refusalOfCcm({ ccm, dst }: SwapOrder): OrderRefusal | undefined {
  if (ccm === undefined) return undefined;
  const most = mostCallGas(ASSETS[dst]);
  if (most === undefined) return 'CcmUnsupportedForTargetChain';
  const fits =
    hexBytes(ccm.message) <= MAX_CCM_MESSAGE_BYTES &&
    hexBytes(ccm.additionalData) <= MAX_CCM_ADDITIONAL_BYTES &&
    ccm.gasBudget <= most;
  return fits ? undefined : 'InvalidCcm';
}

function refusalOfDca(network: ChainflipNetwork, { dca }: SwapOrder): OrderRefusal | undefined {
  if (dca === undefined) return undefined;
  if (dca.numberOfChunks < 1) return 'ZeroNumberOfChunksNotAllowed';
  if (dca.chunkIntervalBlocks < 1) return 'ChunkIntervalTooLow';
  const duration = (dca.numberOfChunks - 1) * dca.chunkIntervalBlocks;
  return duration > network.state.market.maxRequestDurationBlocks ? 'SwapRequestDurationTooLong' : undefined;
}

/** Affiliates must be registered with the broker, or be brokers themselves. */
function refusalOfAffiliates(network: ChainflipNetwork, order: SwapOrder): OrderRefusal | undefined {
  const { account, affiliates } = network.state.broker;
  const known = [account, OTHER_BROKER_ACCOUNT, ...affiliates.map((one) => one.account)];
  return order.affiliates.every((one) => known.includes(one.account)) ? undefined : 'AffiliateNotRegisteredForBroker';
}
