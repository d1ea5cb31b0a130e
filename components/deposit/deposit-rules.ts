/** Decides whether a route may be paid from a wallet that is not connected, and for how long. */
import type { WireRoute } from '../../lib/api/schemas/route.ts';
import type { NetworkName } from '../../lib/chains/chain.ts';
import { CHAINS, networkOf } from '../../lib/chains/chains.ts';
import { toBaseUnits } from '../../lib/domain/amount.ts';
import { assetOf } from '../../lib/domain/asset.ts';
import type { Text } from '../../lib/i18n/text.ts';
import { byteLength } from '../../lib/payments/thor-family/swap-memo.ts';

/** A payment still under way when the quote expires means lost time or a refund, so the card ends this long before. */
const MARGIN_SECONDS = 120;
/** With less time than this, paying by hand is not offered. */
const LEAST_SECONDS = 600;

export type DepositRoute = Pick<WireRoute, 'sellAsset' | 'inboundAddress' | 'memo' | 'expiration'>;

/** Until when the card shows where to pay, Unix seconds; undefined if the route has no expiration. */
export const payableUntil = ({ expiration }: DepositRoute): number | undefined =>
  expiration === undefined ? undefined : Number(expiration) - MARGIN_SECONDS;

/** Seconds until the card hides the address; undefined if the route has no expiration. */
export function secondsToPay(route: DepositRoute, nowMs: number): number | undefined {
  const until = payableUntil(route);
  return until === undefined ? undefined : until - Math.floor(nowMs / 1000);
}

/** Why this route cannot be paid by hand, as a sentence; undefined if it can. */
export function depositBlock(t: Text, route: DepositRoute, nowMs: number): string | undefined {
  const chain = CHAINS[assetOf(route.sellAsset).chain];
  if (!route.inboundAddress)
    return t(
      'This route is paid by a contract call or a message, not by a plain transfer. It needs a wallet that signs here.',
    );
  if (route.memo && chain.kind === 'evm')
    return t(
      'Payments with a memo on {chain} go wrong too easily by hand. This route needs a wallet that signs here.',
      {
        chain: chain.name,
      },
    );
  if (route.memo && byteLength(route.memo) > chain.memoLimitBytes)
    return t('The memo has {n} bytes and a payment on {chain} carries {most} at most.', {
      n: byteLength(route.memo),
      chain: chain.name,
      most: chain.memoLimitBytes,
    });
  const left = secondsToPay(route, nowMs);
  if (left !== undefined && left + MARGIN_SECONDS < LEAST_SECONDS)
    return t('This quote has less than ten minutes left, too few to pay by hand. Get a new one.');
  return undefined;
}

/** What a payment link needs to know of a plain transfer. `amount` is decimal, in the asset's own unit. */
export type Transfer = { asset: string; amount: string; address: string; decimals: number | undefined };

/**
 * A link by EIP-681. The sandbox has chain ids of its own, so that no other wallet takes the link for a real payment.
 */
function evmLink({ asset, amount, address, decimals }: Transfer, network: NetworkName): string | undefined {
  const sold = assetOf(asset);
  const id = networkOf(sold.chain, network).networkId;
  const units = decimals === undefined ? undefined : toBaseUnits(amount, decimals, 'exact');
  if (units === undefined) return undefined;
  return sold.kind === 'token'
    ? `ethereum:${sold.address}@${id}/transfer?address=${address}&uint256=${units}`
    : `ethereum:${address}@${id}?value=${units}`;
}

/** The scheme stands once, also before an address that brings it along. */
const schemeLink = (scheme: string, address: string, amount: string): string =>
  `${scheme}:${address.replace(new RegExp(`^${scheme}:`, 'i'), '')}?amount=${amount}`;

/** A link that wallets open with address and amount filled in; undefined where the chain has no such form. */
export function transferLink(transfer: Transfer, network: NetworkName): string | undefined {
  const { asset, amount, address } = transfer;
  const sold = assetOf(asset);
  const { kind, paymentScheme: scheme } = CHAINS[sold.chain];
  if (kind === 'evm') return evmLink(transfer, network);
  if (kind === 'solana')
    return `solana:${address}?amount=${amount}${sold.kind === 'token' ? `&spl-token=${sold.address}` : ''}`;
  return scheme && schemeLink(scheme, address, amount);
}

/** `bitcoin:ADDRESS?amount=0.5`; undefined if the chain has no such form. */
export function paymentLink(route: DepositRoute & Pick<WireRoute, 'sellAmount'>): string | undefined {
  const scheme = CHAINS[assetOf(route.sellAsset).chain].paymentScheme;
  return scheme && route.inboundAddress ? schemeLink(scheme, route.inboundAddress, route.sellAmount) : undefined;
}
