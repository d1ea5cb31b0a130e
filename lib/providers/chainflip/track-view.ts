/**
 * Defines one observation of a swap and names each of its amounts and payouts, for the readers of facts and of
 * endings.
 */

import type { Amount } from '../../domain/amount.ts';
import { checksumAddress } from '../../domain/asset.ts';
import type { ChainId } from '../../domain/chain-id.ts';
import { cfAssetNamed } from '../../payments/chainflip/assets.ts';
import type { TrackedLeg } from '../provider.ts';
import type { CfEgress, SwapStatus } from './track-schemas.ts';

export type StatusView = { tracked: TrackedLeg; status: SwapStatus; now: number };

export type Side = { chain: ChainId; amountOf: (baseUnits: bigint | undefined) => Amount | undefined };

/** Amounts are in the asset that the backend names; where we do not know it, in the route's own. */
function sideOf(name: { chain?: string | undefined; asset?: string | undefined }, quoted: Amount): Side {
  const known = name.chain && name.asset ? cfAssetNamed({ chain: name.chain, asset: name.asset }) : undefined;
  const { asset, decimals } = known ?? quoted;
  return {
    chain: asset.chain,
    amountOf: (baseUnits) => (baseUnits === undefined ? undefined : { asset, decimals, baseUnits }),
  };
}

export const legOf = ({ route, leg }: TrackedLeg) => route.legs[leg] ?? { sell: route.sell, buy: route.expectedBuy };
export const soldSide = ({ tracked, status }: StatusView): Side =>
  sideOf({ chain: status.srcChain, asset: status.srcAsset }, legOf(tracked).sell);
export const boughtSide = ({ tracked, status }: StatusView): Side =>
  sideOf({ chain: status.destChain, asset: status.destAsset }, legOf(tracked).buy);

/** A payout counts as sent once the network saw it on the chain: before that its broadcast may still be replaced. */
export const isSent = (status: SwapStatus, egress: CfEgress, isOnly: boolean): boolean =>
  egress.failure === undefined && (egress.witnessedAt !== undefined || (isOnly && status.state === 'COMPLETED'));

export const isPending = (status: SwapStatus, egress: CfEgress | undefined, isOnly: boolean): boolean =>
  egress !== undefined && egress.failure === undefined && !isSent(status, egress, isOnly);

export const isPaid = (egress: CfEgress | undefined): boolean => egress !== undefined && egress.failure === undefined;

/** The backend writes EVM addresses in lower case; people are shown EIP-55. Other text stays as it is. */
export const shownAddress = (address: string | undefined): string | undefined =>
  address === undefined ? undefined : checksumAddress(address);
