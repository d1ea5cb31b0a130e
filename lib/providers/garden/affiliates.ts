/** Pays an affiliate exactly the requested fee in the asset that it named, or refuses with the reason. */

import { checkAddress } from '../../chains/address.ts';
import type { NetworkName } from '../../chains/chain.ts';
import { ProviderError } from '../../domain/errors.ts';
import type { ProviderQuoteRequest } from '../provider.ts';
import type { Catalogue } from './assets.ts';
import type { AffiliateFee } from './client.ts';

const fail = (why: string) => new ProviderError('unknownError', why);

/** The order's affiliate fee; undefined when none is requested. @throws {ProviderError} when it cannot be paid. */
export function affiliateFeeOf(
  affiliate: ProviderQuoteRequest['affiliate'],
  catalogue: Catalogue,
  network: NetworkName,
): AffiliateFee | undefined {
  if (!affiliate || affiliate.feeBps === 0) return undefined;
  const { name, feeBps } = affiliate;
  const { gardenAsset, gardenAddress } = affiliate.payout ?? {};
  if (!gardenAsset || !gardenAddress)
    throw fail(
      `The affiliate "${name}" has no payout at Garden: the setting AFFILIATES must name a gardenAsset and a gardenAddress for it.`,
    );
  const paidIn = catalogue.byId(gardenAsset);
  if (!paidIn) throw fail(`Garden lists no asset ${gardenAsset}, in which the affiliate "${name}" is to be paid.`);
  const check = checkAddress(paidIn.asset.chain, gardenAddress, network);
  if (!check.ok) throw fail(`The Garden address of the affiliate "${name}" cannot be paid: ${check.reason}`);
  return { asset: paidIn.id, address: check.canonical, fee: feeBps };
}
