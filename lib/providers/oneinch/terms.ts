/** Writes a request in 1inch's parameters; its percentages are a hundredth of basis points. */
import { checkAddress } from '../../chains/address.ts';
import type { NetworkName } from '../../chains/chain.ts';
import { mulDiv } from '../../domain/amount.ts';
import { ProviderError } from '../../domain/errors.ts';
import { bpsToPercent } from '../../domain/slippage.ts';
import type { ProviderQuoteRequest } from '../provider.ts';

/** Basis points. The tightest that the API takes is 0.01 %, the widest 50 %. Source: 1inch-sdk-go validation, API documentation. */
const TIGHTEST_BPS = 1;
const WIDEST_BPS = 5_000;
const MOST_FEE_BPS = 300;

export type FeeTerms = { name: string; feeBps: number; referrer: string };

const percent = (bps: number): string => String(bpsToPercent(bps));

/** @throws {ProviderError} beyond 50 %: the API has no wider limit, and a route without a limit is not offered. */
export function slippageOf({ slippageBps }: ProviderQuoteRequest): { bps: number; percent: string } {
  if (slippageBps > WIDEST_BPS)
    throw new ProviderError(
      'unknownError',
      `1inch takes a slippage of ${percent(WIDEST_BPS)} % at most; ${percent(slippageBps)} % was asked for.`,
    );
  const bps = Math.max(slippageBps, TIGHTEST_BPS);
  return { bps, percent: percent(bps) };
}

/** The minimum output at the tolerance, rounded down as 1inch does. */
export const leastOf = (expected: bigint, slippageBps: number): bigint =>
  mulDiv(expected, BigInt(10_000 - slippageBps), 10_000n, 'down');

/** Undefined when no fee is requested. @throws {ProviderError} when it cannot be paid as requested. */
export function feeOf({ affiliate }: ProviderQuoteRequest, network: NetworkName): FeeTerms | undefined {
  if (!affiliate || affiliate.feeBps === 0) return undefined;
  const { name, feeBps, payout } = affiliate;
  if (feeBps > MOST_FEE_BPS)
    throw new ProviderError(
      'unknownError',
      `1inch pays affiliates ${MOST_FEE_BPS} basis points at most; ${feeBps} were asked for.`,
    );
  const address = payout?.evm;
  if (!address)
    throw new ProviderError(
      'unknownError',
      `The affiliate "${name}" has no EVM address (evm), so 1inch cannot pay it its fee.`,
    );
  const checked = checkAddress('ETH', address, network);
  if (!checked.ok)
    throw new ProviderError(
      'unknownError',
      `The EVM address of the affiliate "${name}" cannot be paid: ${checked.reason}`,
    );
  return { name, feeBps, referrer: checked.canonical };
}

export const feePercent = ({ feeBps }: FeeTerms): string => percent(feeBps);

/** The fee's part of what would be paid out without it. */
export function feeTaken(net: bigint, feeBps: number): bigint {
  return mulDiv(net, 10_000n, BigInt(10_000 - feeBps), 'up') - net;
}
