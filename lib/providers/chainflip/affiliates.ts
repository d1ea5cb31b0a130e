/** Pays an affiliate exactly the requested fee, or refuses with the reason. */
import { decodeSs58 } from '../../chains/ss58.ts';
import { ProviderError } from '../../domain/errors.ts';
import type { ProviderQuoteRequest } from '../provider.ts';
import type { SwapTerms } from './terms.ts';

export type Commission = Pick<SwapTerms, 'brokerCommissionBps' | 'affiliates'>;

/** Who can pay fees here: the deployment's own broker through channels, and the account of vault swaps. */
export type BrokerSetup = { hasBroker: boolean; brokerId: string | undefined };

const NO_COMMISSION: Commission = { brokerCommissionBps: 0, affiliates: [] };
/** SS58 prefix of the state chain: accounts read `cF…`. */
const STATE_CHAIN_PREFIX = 2112;
/** The most that a channel pays to all brokers together. Source: chainflip-backend pallets/cf-swapping. */
const MAX_TOTAL_BPS = 1000;

export const commissionBpsOf = ({ brokerCommissionBps, affiliates }: Commission): number =>
  affiliates.reduce((sum, { bps }) => sum + bps, brokerCommissionBps);

const fail = (why: string) => new ProviderError('unknownError', why);

/**
 * The commission and affiliates of a channel or a vault swap. A fee for the deployment's own broker is its
 * commission. @throws {ProviderError} when the fee cannot be paid.
 */
export function commissionFor(setup: BrokerSetup, affiliate: ProviderQuoteRequest['affiliate']): Commission {
  if (!affiliate || affiliate.feeBps === 0) return NO_COMMISSION;
  const { name, feeBps } = affiliate;
  const account = affiliate.payout?.chainflip;
  if (!setup.hasBroker && setup.brokerId === undefined)
    throw fail('This deployment has no Chainflip broker, so that no affiliate fee can be paid. Ask without the fee.');
  if (!account)
    throw fail(`The affiliate "${name}" has no Chainflip account, so that Chainflip cannot pay it its fee.`);
  if (decodeSs58(account)?.prefix !== STATE_CHAIN_PREFIX)
    throw fail(`The Chainflip account of the affiliate "${name}" is none: it must be an account such as cF….`);
  if (feeBps > MAX_TOTAL_BPS)
    throw fail(`Chainflip pays ${MAX_TOTAL_BPS} basis points in all at most; ${feeBps} were asked for.`);
  return account === setup.brokerId
    ? { brokerCommissionBps: feeBps, affiliates: [] }
    : { brokerCommissionBps: 0, affiliates: [{ account, bps: feeBps }] };
}
