/** Tells whether a transaction is the payment of a route: the right place, the right asset, the right memo. */
import { sameAddress } from '../chains/address.ts';
import { CHAINS } from '../chains/chains.ts';
import { denomOf } from '../chains/denom.ts';
import { fromBaseUnits } from '../domain/amount.ts';
import { formatAsset } from '../domain/asset.ts';
import type { ChainId } from '../domain/chain-id.ts';
import { type RouteDraft, sourceChainOf } from '../domain/route.ts';

export type Mismatch = { field: string; expected: string; actual: string };

/** A transaction as its chain shows it; what cannot be told from it is left out. */
export type Payment = {
  /** The contract that was called, where a contract takes the payment. */
  contract?: string;
  /** Who is paid: the vault, also behind a router. */
  to?: string;
  memo?: string;
  /** How the chain names what was paid: `native`, a token contract or a denom. */
  asset?: string;
  /** Of the sold asset. */
  baseUnits?: bigint;
  /** Where the called contract is told to pay the bought asset to, and in which. */
  destination?: { chain: ChainId; asset: string; address: string };
  /** Further differences from the route, which only its chain can tell. */
  others?: Mismatch[];
};

/**
 * Beyond ten times more or less it is not a deposit that was off by a fee or typed again, but another payment.
 * Anything nearer is shown as it is: the memo already tells whose it is.
 */
const PLAINLY_OTHER = 10n;

const NATIVE = 'native';

/** What the payment's chain calls the route's sold asset: a chain's own coin is not the only asset of its own. */
export function soldOnChain({ sell: { asset } }: Pick<RouteDraft, 'sell'>): string {
  if (asset.kind !== 'native') return asset.kind === 'token' ? asset.address : asset.symbol;
  return asset.symbol === CHAINS[asset.chain].native.symbol ? NATIVE : (denomOf(asset) ?? asset.symbol);
}

const shown = (text: string | undefined): string => (text === undefined || text === '' ? 'none' : text.slice(0, 300));

/** A route that was quoted without addresses offers no place to pay to; a deposit channel may be opened for its terms. */
export function canBePaid(draft: RouteDraft): boolean {
  // Of two legs the first pays the second's channel, or is a deposit into one: without it nothing was handed out.
  if (draft.twoLeg) return draft.twoLeg.channel !== undefined;
  const places = [draft.inboundAddress, draft.targetAddress, draft.memo, draft.tx, draft.orderId];
  return places.some((place) => place !== undefined);
}

/** Why nothing can be the payment of a route that cannot be paid. */
export const UNPAYABLE: Mismatch = {
  field: 'routeIndex',
  expected: 'a route whose payment was handed out',
  actual: 'a route that was quoted as a price alone and cannot be paid',
};

/** Why a transaction is no payment of a route that only deposit channels take one for. */
export const noChannelPaid = (recipients: readonly string[]): Mismatch => ({
  field: 'depositAddress',
  expected: 'that of a deposit channel of the same terms',
  actual: shown(recipients.join(', ')),
});

function places(draft: RouteDraft, payment: Payment): Mismatch[] {
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

/** A route of several legs has its first one pay on to the next: where that goes is not the route's own end. */
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

/** A deposit channel's address is one swap's alone: whatever amount comes there is its payment. */
const isToldByAddress = ({ inboundAddress, memo }: RouteDraft): boolean =>
  inboundAddress !== undefined && memo === undefined;

/** Every difference between the payment and the route; none where it is the route's. */
export function mismatchesOf(draft: RouteDraft, payment: Payment): Mismatch[] {
  const { sell } = draft;
  const found = [...places(draft, payment), ...destinations(draft, payment), ...(payment.others ?? [])];
  const sold = soldOnChain(draft);
  if (payment.asset !== undefined && payment.asset.toLowerCase() !== sold.toLowerCase())
    found.push({ field: 'sellAsset', expected: formatAsset(sell.asset), actual: payment.asset });
  if (draft.memo !== undefined && payment.memo !== undefined && payment.memo.trim() !== draft.memo)
    found.push({ field: 'memo', expected: draft.memo, actual: shown(payment.memo) });
  const { baseUnits } = payment;
  const other =
    !isToldByAddress(draft) &&
    baseUnits !== undefined &&
    (baseUnits * PLAINLY_OTHER < sell.baseUnits || baseUnits > sell.baseUnits * PLAINLY_OTHER);
  if (other) {
    const decimal = (units: bigint) => fromBaseUnits(units, sell.decimals);
    found.push({ field: 'sellAmount', expected: decimal(sell.baseUnits), actual: decimal(baseUnits) });
  }
  return found;
}
