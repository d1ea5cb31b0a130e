/** Chooses the initial pair of a form: two popular assets that a deployment offers. */
import { CHAIN_LIST } from '../chains/chains.ts';
import { assetOf } from '../domain/asset.ts';
import { notOffered, type Offer } from '../domain/offer.ts';
import type { Pair } from '../domain/pair.ts';
import { popularAssets } from '../domain/popular-assets.ts';
import { sameAssetId } from '../domain/split-asset.ts';

/** When nothing is left out. */
const FIRST_PAIR: Pair = { sell: 'BTC.BTC', buy: 'ETH.ETH' };

/** When a deployment offers fewer than two assets, the rest is the usual pair: its quotes say what it offers. */
export function firstPair(offer: Offer): Pair {
  const traded = CHAIN_LIST.filter(({ tradable }) => tradable);
  const natives = traded.map(({ id, native }) => `${id}.${native.symbol}`);
  // Coins of chains first: two of them are a swap across chains.
  const coins = popularAssets.filter((id) => !id.includes('-'));
  const offered = [...coins, ...natives, ...popularAssets, ...(offer.only ?? [])].filter((id) => {
    const asset = assetOf(id);
    return notOffered(asset, offer) === undefined && traded.some(({ id: chain }) => chain === asset.chain);
  });
  const [sell = FIRST_PAIR.sell] = offered;
  const other = [...offered, FIRST_PAIR.buy, FIRST_PAIR.sell].find((id) => !sameAssetId(id, sell));
  return { sell, buy: other ?? FIRST_PAIR.buy };
}
