/** Fetches the pictures that the token selector shows first, so that it opens with them in the browser's cache. */
import type { WireToken } from '../../lib/api/schemas/tokens.ts';
import { CHAIN_LIST } from '../../lib/chains/chains.ts';
import { assetView, chainIcon } from './asset-view.ts';

/** As many rows as the tallest selector shows at once. */
const ROWS = 16;

const fetched = new Set<string>();

/** @param tokens as the selector lists them, the most popular first. */
export function warmPictures(tokens: readonly WireToken[]): void {
  const chains = CHAIN_LIST.filter(({ tradable }) => tradable).map(({ id }) => chainIcon(id));
  const icons = tokens.slice(0, ROWS).map(({ asset }) => assetView(asset).icon);
  for (const src of [...chains, ...icons]) {
    if (src === '' || fetched.has(src)) continue;
    fetched.add(src);
    const picture = new Image();
    picture.fetchPriority = 'low';
    picture.src = src;
  }
}
