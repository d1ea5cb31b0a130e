/**
 * Compares a route's own terms with the request: assets, amounts, both addresses, refund, tolerance, fees, memo and
 * payee. The answer's copy of the request is not used.
 */
import { checkAddress, sameAddress } from '../chains/address.ts';
import type { NetworkName } from '../chains/chain.ts';
import { CHAINS } from '../chains/chains.ts';
import { DECIMAL_AMOUNT, toBaseUnits } from '../domain/amount.ts';
import { assetOf, parseAsset, sameAsset } from '../domain/asset.ts';
import type { ChainId } from '../domain/chain-id.ts';
import { percentToBps } from '../domain/slippage.ts';
import type { AskedSwap, Witnessed } from './asked-swap.ts';
import { kindFaults } from './hold-kind.ts';
import { calledContract, knownContracts, payeesOf } from './known-contracts.ts';
import { type PayableRoute, refundAddressOf } from './payable-route.ts';
import type { RouteFault } from './route-fault.ts';
import { memoFaults } from './thor-family/hold-memo.ts';
import { splitMemo } from './thor-family/swap-memo.ts';
import { legProviders, signedLeg } from './two-leg/signed-leg.ts';

/** A route of the wire, or the part of one that paying needs. */
export type HeldRoute = PayableRoute & { expectedBuyAmount?: string | undefined };

export type HoldAt = {
  network: NetworkName;
  /** Unix seconds; undefined: expiry is not checked. */
  nowSeconds?: number | undefined;
  witnessed?: Witnessed | undefined;
};

/** Longest time for a payment: addresses of channels live for a day, and block times are uneven. */
export const LONGEST_SECONDS = 48 * 3600;

/**
 * Rounding may lower a guarantee by this, basis points: memos print four digits (a thousandth), Chainflip's prices
 * follow a quote's text that may be ten basis points below its amounts.
 */
const ROUNDING_BPS = 20;
const BPS = 10_000;

/** Networks count eight digits: a route may sell less by such dust, and never more. */
const COUNTED_DIGITS = 8;
const SCALE = 36;

const units = (decimal: string): bigint | undefined =>
  DECIMAL_AMOUNT.test(decimal) ? toBaseUnits(decimal, SCALE, 'down') : undefined;

const fault = (agrees: boolean, field: string, { asked, actual, message }: Omit<RouteFault, 'field'>): RouteFault[] =>
  agrees ? [] : [{ field, asked, actual, message }];

const isAsset = (one: string, other: string): boolean => {
  const [a, b] = [parseAsset(one), parseAsset(other)];
  return a.ok && b.ok && sameAsset(a.asset, b.asset);
};

function assetFaults(asked: AskedSwap, route: HeldRoute): RouteFault[] {
  return (['sellAsset', 'buyAsset'] as const).flatMap((field) =>
    fault(isAsset(asked[field], route[field]), field, {
      asked: asked[field],
      actual: route[field],
      message: 'The route swaps another asset than was asked for.',
    }),
  );
}

function amountFaults(asked: AskedSwap, route: HeldRoute): RouteFault[] {
  const [wanted, sold] = [units(asked.sellAmount), units(route.sellAmount)];
  const isIt =
    wanted !== undefined &&
    sold !== undefined &&
    sold > 0n &&
    sold <= wanted &&
    wanted - sold < 10n ** BigInt(SCALE - COUNTED_DIGITS);
  return fault(isIt, 'sellAmount', {
    asked: asked.sellAmount,
    actual: route.sellAmount,
    message: 'The route sells another amount than was asked for.',
  });
}

function addressFaults(asked: AskedSwap, route: HeldRoute, { network }: HoldAt): RouteFault[] {
  const [from, to] = [assetOf(asked.sellAsset).chain, assetOf(asked.buyAsset).chain];
  const held = (field: string, chain: ChainId, wanted: string | undefined, actual: string, message: string) =>
    wanted === undefined || wanted === ''
      ? []
      : fault(sameAddress(chain, wanted, actual), field, { asked: wanted, actual, message });
  const receiver = checkAddress(to, asked.destinationAddress, network);
  return [
    // For example a name that was not resolved.
    ...fault(receiver.ok, 'destinationAddress', {
      asked: asked.destinationAddress,
      actual: route.destinationAddress,
      message: receiver.ok ? '' : `What was asked for as the receiver is no address. ${receiver.reason}`,
    }),
    ...held(
      'destinationAddress',
      to,
      asked.destinationAddress,
      route.destinationAddress,
      'The route pays another address than was asked for.',
    ),
    ...held(
      'sourceAddress',
      from,
      asked.sourceAddress,
      route.sourceAddress,
      'The route is for another sender than was asked for.',
    ),
    // When neither was requested, refunds go to the payer.
    ...held(
      'refundAddress',
      from,
      asked.refundAddress || asked.sourceAddress || route.sourceAddress,
      refundAddressOf(route),
      'What cannot be swapped would go to another address than was asked for.',
    ),
  ];
}

/** The minimum that a tolerance leaves of `expected`, less rounding and fixed fees. */
function floorOf(expected: bigint, asked: AskedSwap, route: HeldRoute): bigint {
  // The fixed fees of two legs do not shrink with the amount: a payout no larger than they are may lose as much
  // again.
  const share = legProviders(route) ? 2 : 1;
  const boost = Math.min(route.meta.boost?.maxFeeBps ?? 0, asked.maxBoostFeeBps ?? 0);
  const lost = Math.max(asked.slippageBps, 1) * share + ROUNDING_BPS + boost;
  return (expected * BigInt(Math.max(BPS - lost, 0))) / BigInt(BPS);
}

function leastFaults(asked: AskedSwap, route: HeldRoute): RouteFault[] {
  const { expectedBuyAmount, expectedBuyAmountMaxSlippage: least } = route;
  const guaranteed = units(least);
  const held = (field: string, wanted: bigint | undefined, text: string | undefined, message: string): RouteFault[] =>
    fault(wanted !== undefined && guaranteed !== undefined && guaranteed >= wanted, field, {
      asked: text,
      actual: least,
      message,
    });
  const expected = expectedBuyAmount === undefined ? undefined : units(expectedBuyAmount);
  return [
    ...(asked.chosen
      ? held(
          'leastBuyAmount',
          units(asked.chosen.leastBuyAmount),
          asked.chosen.leastBuyAmount,
          'The route guarantees less than the one that was chosen.',
        )
      : []),
    ...(expectedBuyAmount === undefined || asked.slippageBps >= BPS
      ? []
      : held(
          'leastBuyAmount',
          expected === undefined ? undefined : floorOf(expected, asked, route),
          `${expectedBuyAmount} less ${asked.slippageBps / 100} %`,
          'The route guarantees less than the tolerance that was asked for leaves.',
        )),
  ];
}

/**
 * The signed part of two legs guarantees what the first one leaves for the second: it must not be less than the
 * tolerance allows, and the second leg must begin where the first ends.
 */
function legFaults(asked: AskedSwap, route: HeldRoute): RouteFault[] {
  const { fault: contradiction } = signedLeg(route);
  const isPayable = route.tx !== undefined || route.inboundAddress !== undefined;
  // Nothing else of such a route is compared: neither the recipient nor the way of paying.
  if (contradiction && isPayable)
    return [{ field: 'legs', asked: undefined, actual: undefined, message: contradiction.message }];
  const [first, second] = route.legs ?? [];
  if (!legProviders(route) || !first || !second) return [];
  const [expected, least] = [units(first.buyAmount ?? ''), units(first.buyAmountMaxSlippage)];
  const isKept =
    asked.slippageBps >= BPS ||
    (expected !== undefined && least !== undefined && least >= floorOf(expected, asked, route));
  return [
    ...fault(isKept, 'legs.leastBuyAmount', {
      asked: `${first.buyAmount} less ${asked.slippageBps / 100} %`,
      actual: first.buyAmountMaxSlippage,
      message: 'The first leg guarantees less than the tolerance that was asked for leaves.',
    }),
    ...fault(isAsset(second.sellAsset, first.buyAsset) && second.sellAmount === first.buyAmount, 'legs.sellAmount', {
      asked: `${first.buyAmount} ${first.buyAsset}`,
      actual: `${second.sellAmount} ${second.sellAsset}`,
      message: 'The second leg sells something else than the first one buys.',
    }),
    ...fault(
      isAsset(second.buyAsset, asked.buyAsset) && second.buyAmountMaxSlippage === route.expectedBuyAmountMaxSlippage,
      'legs.buyAmount',
      {
        asked: `${route.expectedBuyAmountMaxSlippage} ${asked.buyAsset}`,
        actual: `${second.buyAmountMaxSlippage} ${second.buyAsset}`,
        message: 'The second leg guarantees something else than the route.',
      },
    ),
  ];
}

const percentBps = (percent: number): number | undefined =>
  percent >= 0 && percent <= 100 ? percentToBps(percent) : undefined;

function feeFaults(asked: AskedSwap, { meta, providers }: HeldRoute): RouteFault[] {
  const { affiliateFee = 0, slippagePercent, boost } = meta;
  const most = asked.affiliateFeeBps ?? 0;
  const mostBoost = asked.maxBoostFeeBps ?? 0;
  return [
    ...fault(affiliateFee <= most, 'affiliateFee', {
      asked: `${most} basis points`,
      actual: `${affiliateFee} basis points`,
      message: 'The route takes a higher fee for others than was agreed to.',
    }),
    ...fault(slippagePercent === undefined || percentBps(slippagePercent) === asked.slippageBps, 'slippage', {
      asked: `${asked.slippageBps / 100} %`,
      actual: `${slippagePercent} %`,
      message: 'The route has another tolerance than was asked for.',
    }),
    ...fault((boost?.maxFeeBps ?? 0) <= mostBoost, 'boostFee', {
      asked: `${mostBoost} basis points`,
      actual: `${boost?.maxFeeBps} basis points`,
      message: 'The route takes a higher fee for counting at once than was agreed to.',
    }),
    ...fault(asked.chosen === undefined || providers?.[0] === asked.chosen.provider, 'providers', {
      asked: asked.chosen?.provider,
      actual: providers?.[0],
      message: 'The route goes another way than the one that was chosen.',
    }),
  ];
}

/** Whether it has expired is checked by the payment's reader. */
function expiryFaults({ expiration }: HeldRoute, { nowSeconds }: HoldAt): RouteFault[] {
  if (expiration === undefined || nowSeconds === undefined) return [];
  const last = nowSeconds + LONGEST_SECONDS;
  return fault(/^\d+$/.test(expiration) && Number(expiration) <= last, 'expiration', {
    asked: `${last} at the latest`,
    actual: expiration,
    message: 'The route says that it may be paid for longer than any payment waits.',
  });
}

const memoFaultsOf = (route: HeldRoute): RouteFault[] =>
  route.memo === undefined
    ? []
    : memoFaults(route.memo, route, CHAINS[assetOf(route.sellAsset).chain].memoLimitBytes).map(
        ({ field, asked, actual }) => ({
          field: `memo.${field}`,
          asked,
          actual,
          message: 'The memo orders something else than was asked for.',
        }),
      );

/** The recipient of a fee, if one was requested; letter case has no meaning in names. */
function affiliateFaults({ affiliates: asked }: AskedSwap, { memo }: HeldRoute): RouteFault[] {
  const named = memo === undefined ? '' : (splitMemo(memo)?.affiliates ?? '');
  if (asked === undefined || named === '') return [];
  const known = asked.map((one) => one.toLowerCase());
  const strangers = named.split('/').filter((one) => !known.includes(one.toLowerCase()));
  return fault(strangers.length === 0, 'affiliates', {
    asked: asked.join(', ') || undefined,
    actual: strangers.join(', '),
    message: 'The memo gives a fee to somebody else than was asked for.',
  });
}

/** Unknown contracts, and payees that no witness names. */
function payeeFaults(route: HeldRoute, { witnessed }: HoldAt): RouteFault[] {
  const { route: leg } = signedLeg(route);
  if (!leg) return [];
  const { chain } = assetOf(route.sellAsset);
  const contract = calledContract(leg);
  const contracts = [...knownContracts(leg), ...(witnessed?.contracts ?? [])];
  const isAmong = (list: readonly string[], address: string): boolean =>
    list.some((one) => sameAddress(chain, one, address));
  const { payees = [] } = witnessed ?? {};
  const named = witnessed?.payees === undefined ? [] : payeesOf(route);
  return [
    ...fault(contract === undefined || isAmong(contracts, contract), 'contract', {
      asked: contracts.join(', ') || undefined,
      actual: contract,
      message: 'The payment calls a contract that nobody knows.',
    }),
    ...named.flatMap((payee) =>
      fault(isAmong(payees, payee), 'payee', {
        asked: payees.join(', ') || undefined,
        actual: payee,
        message: 'The payment goes to an address that the network’s own nodes do not name.',
      }),
    ),
  ];
}

/** Every point in which the route's terms differ from the request; what is signed is read elsewhere. */
export function holdTerms(asked: AskedSwap, route: HeldRoute, at: HoldAt): RouteFault[] {
  const assets = assetFaults(asked, route);
  // For another asset, amounts and addresses mean nothing.
  if (assets.length > 0) return assets;
  return [
    ...amountFaults(asked, route),
    ...addressFaults(asked, route, at),
    ...leastFaults(asked, route),
    ...legFaults(asked, route),
    ...feeFaults(asked, route),
    ...expiryFaults(route, at),
    ...memoFaultsOf(route),
    ...affiliateFaults(asked, route),
    ...kindFaults(route),
    ...payeeFaults(route, at),
  ];
}
