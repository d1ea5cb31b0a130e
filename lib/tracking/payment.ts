/** Compares a transaction with the payment of a route: address, asset, amount, memo. */
import { sameAddress } from '../chains/address.ts';
import { CHAINS } from '../chains/chains.ts';
import { denomOf } from '../chains/denom.ts';
import { fromBaseUnits } from '../domain/amount.ts';
import { formatAsset } from '../domain/asset.ts';
import type { ChainId } from '../domain/chain-id.ts';
import { type RouteDraft, sourceChainOf } from '../domain/route.ts';

export type Mismatch = { field: string; expected: string; actual: string };

/** A transaction as its chain shows it; what the chain does not show is absent. */
export type Payment = {
  /** The contract that was called, where a contract takes the payment. */
  contract?: string;
  /** The recipient: the vault, also behind a router. */
  to?: string;
  memo?: string;
  /** The chain's name for the paid asset: `native`, a token contract or a denom. */
  asset?: string;
  /** Of the sold asset. */
  baseUnits?: bigint;
  /** Where the called contract is to pay the bought asset to, and which asset that is. */
  destination?: { chain: ChainId; asset: string; address: string };
  /** Further differences from the route that only its chain can show. */
  others?: Mismatch[];
};

/**
 * An amount more than ten times larger or smaller is another payment, not a deposit reduced by a fee or typed again.
 * Closer amounts are shown as they are: the memo already proves whose payment it is.
 */
const PLAINLY_OTHER = 10n;

const NATIVE = 'native';

/** The payment chain's name for the route's sold asset. A chain may have more assets of its own than its coin. */
export function soldOnChain({ sell: { asset } }: Pick<RouteDraft, 'sell'>): string {
  if (asset.kind !== 'native') return asset.kind === 'token' ? asset.address : asset.symbol;
  return asset.symbol === CHAINS[asset.chain].native.symbol ? NATIVE : (denomOf(asset) ?? asset.symbol);
}

const shown = (text: string | undefined): string => (text === undefined || text === '' ? 'none' : text.slice(0, 300));

/**
 * Whether the route can be paid. One quoted without addresses has no address to pay to; a deposit channel may be
 * opened for its terms.
 */
export function canBePaid(draft: RouteDraft): boolean {
  // Of two legs the first pays the second's channel, or is a deposit into one: without it nothing was handed out.
  if (draft.twoLeg) return draft.twoLeg.channel !== undefined;
  const handedOut = [draft.inboundAddress, draft.targetAddress, draft.memo, draft.tx, draft.orderId];
  return handedOut.some((field) => field !== undefined);
}

/** The mismatch of any transaction with a route that cannot be paid. */
export const UNPAYABLE: Mismatch = {
  field: 'routeIndex',
  expected: 'a route whose payment was handed out',
  actual: 'a route that was quoted as a price alone and cannot be paid',
};

/** The mismatch of a transaction with a route that only takes deposits into channels. */
export const noChannelPaid = (recipients: readonly string[]): Mismatch => ({
  field: 'depositAddress',
  expected: 'that of a deposit channel of the same terms',
  actual: shown(recipients.join(', ')),
});

function addressMismatches(draft: RouteDraft, payment: Payment): Mismatch[] {
  const chain = sourceChainOf(draft);
  const differs = (field: string, expected: string | undefined, actual: string | undefined): Mismatch[] =>
    expected === undefined || actual === undefined || sameAddress(chain, expected, actual)
      ? []
      : [{ field, expected, actual }];
  const vault = draft.vaultAddress ?? draft.inboundAddress;
  return [
    ...(draft.inboundAddress === undefined ? differs('targetAddress', draft.targetAddress, payment.contract) : []),
    ...differs(draft.vaultAddress === undefined ? 'inboundAddress' : 'vaultAddress', vault, payment.to),
  ];
}

/** The first of several legs pays the next one, so its destination is not the route's. */
function destinations({ legs, expectedBuy, destinationAddress }: RouteDraft, { destination }: Payment): Mismatch[] {
  if (!destination || legs.length > 1) return [];
  const bought = formatAsset(expectedBuy.asset);
  const isBought = destination.asset.toLowerCase() === bought.toLowerCase();
  const isThere = destinationAddress === '' || sameAddress(destination.chain, destination.address, destinationAddress);
  return [
    ...(isBought ? [] : [{ field: 'buyAsset', expected: bought, actual: destination.asset }]),
    ...(isThere ? [] : [{ field: 'destinationAddress', expected: destinationAddress, actual: destination.address }]),
  ];
}

/** A deposit channel's address belongs to one swap: any amount that arrives there is its payment. */
const isKnownByAddress = ({ inboundAddress, memo }: RouteDraft): boolean =>
  inboundAddress !== undefined && memo === undefined;

/** Every difference between the payment and the route; empty when the payment is the route's. */
export function mismatchesOf(draft: RouteDraft, payment: Payment): Mismatch[] {
  const { sell } = draft;
  const found = [...addressMismatches(draft, payment), ...destinations(draft, payment), ...(payment.others ?? [])];
  const sold = soldOnChain(draft);
  if (payment.asset !== undefined && payment.asset.toLowerCase() !== sold.toLowerCase())
    found.push({ field: 'sellAsset', expected: formatAsset(sell.asset), actual: payment.asset });
  if (draft.memo !== undefined && payment.memo !== undefined && payment.memo.trim() !== draft.memo)
    found.push({ field: 'memo', expected: draft.memo, actual: shown(payment.memo) });
  const { baseUnits } = payment;
  const other =
    !isKnownByAddress(draft) &&
    baseUnits !== undefined &&
    (baseUnits * PLAINLY_OTHER < sell.baseUnits || baseUnits > sell.baseUnits * PLAINLY_OTHER);
  if (other) {
    const decimal = (units: bigint) => fromBaseUnits(units, sell.decimals);
    found.push({ field: 'sellAmount', expected: decimal(sell.baseUnits), actual: decimal(baseUnits) });
  }
  return found;
}
