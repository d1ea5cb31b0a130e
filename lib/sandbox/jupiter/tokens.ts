/** Answers Tokens V2 and Price V3 of the emulated Jupiter for the local mints. */
import { isAddress } from '../solana/addresses.ts';
import { POOLS } from '../solana/jupiter-accounts.ts';
import { type LocalMint, MINTS, mintNamed } from '../solana/mints.ts';
import { mintIn } from '../solana/tx-record.ts';
import { fault, type Jupiter } from './jupiter-state.ts';
import { PRICE_SCALE, priceOf } from './market.ts';
import { badRequest } from './upstream-error.ts';

const MOST_PRICES = 50;
const MOST_SEARCHED = 100;
const MOST_FOUND = 20;
const INTERVALS = ['5m', '1h', '6h', '24h'];
const RANKINGS = ['toporganicscore', 'toptraded', 'toptrending'];
/** The creation date shown for the sandbox's mints. */
const CREATED_AT = '2024-06-05T08:55:25.527Z';

const usdOf = ({ market }: Jupiter, mint: string): number => Number(priceOf(market, mint)) / Number(PRICE_SCALE);
const liquidityOf = (mint: string): number =>
  POOLS.filter(({ a, b }) => a.mint === mint || b.mint === mint).reduce((sum, { depthUsd }) => sum + 2 * depthUsd, 0);

function tokenJson(jupiter: Jupiter, token: LocalMint) {
  const supply = Number(mintIn(jupiter.ledger.node.account(token.mint))?.supply ?? 0n) / 10 ** token.decimals;
  const usdPrice = usdOf(jupiter, token.mint);
  return {
    id: token.mint,
    name: token.name,
    symbol: token.symbol,
    icon: null,
    decimals: token.decimals,
    tokenProgram: token.program,
    createdAt: CREATED_AT,
    circSupply: supply,
    totalSupply: supply,
    holderCount: 1000,
    audit: { mintAuthorityDisabled: false, freezeAuthorityDisabled: true, topHoldersPercentage: 15.45 },
    organicScore: 97.98,
    organicScoreLabel: 'high',
    isVerified: token.tags.includes('verified'),
    tags: token.tags,
    fdv: supply * usdPrice,
    mcap: supply * usdPrice,
    usdPrice,
    priceBlockId: jupiter.ledger.node.slot(),
    liquidity: liquidityOf(token.mint),
    updatedAt: new Date(jupiter.world.clock.now()).toISOString(),
  };
}

function search(query: string): LocalMint[] {
  const terms = query.split(',').map((term) => term.trim());
  if (query === '') throw badRequest('query is required');
  if (terms.length > MOST_SEARCHED) throw badRequest(`at most ${MOST_SEARCHED} mints`);
  // Mints are case-sensitive; names are not.
  if (terms.every(isAddress)) return terms.flatMap((term) => mintNamed(term) ?? []);
  const text = query.toLowerCase();
  return MINTS.filter(({ symbol, name }) => [symbol, name].some((label) => label.toLowerCase().includes(text)));
}

/** @param path after `/tokens/v2`. Undefined for an unknown path. @throws {UpstreamError} */
export function answerTokens(jupiter: Jupiter, path: string, query: URLSearchParams): unknown {
  const json = (tokens: readonly LocalMint[]) => tokens.map((token) => tokenJson(jupiter, token));
  const [first = '', second = ''] = path.split('/').filter(Boolean);
  if (first === 'search') return json(search(query.get('query') ?? '').slice(0, MOST_FOUND));
  if (first === 'recent') return json(MINTS.slice(-3));
  if (first === 'tag') {
    const tag = query.get('query') ?? '';
    if (!['verified', 'lst', 'stocks'].includes(tag)) throw badRequest(`unknown tag ${tag}`);
    return json(MINTS.filter(({ tags }) => tags.includes(tag)));
  }
  if (!RANKINGS.includes(first) || !INTERVALS.includes(second)) return undefined;
  const limit = Number(query.get('limit') ?? '50');
  if (!Number.isInteger(limit) || limit < 1 || limit > 100) throw badRequest('limit must be 1 to 100');
  return json([...MINTS].sort((a, b) => liquidityOf(b.mint) - liquidityOf(a.mint)).slice(0, limit));
}

/** Prices by mint; mints without a reliable price are left out. @throws {UpstreamError} 400 for too many mints. */
export function answerPrices(jupiter: Jupiter, query: URLSearchParams): Record<string, unknown> {
  const ids = (query.get('ids') ?? '').split(',').filter((id) => id !== '');
  if (ids.length === 0) throw badRequest('ids is required');
  if (ids.length > MOST_PRICES) throw badRequest(`ids: at most ${MOST_PRICES}`);
  const without = fault(jupiter, 'noPrice')?.mint;
  return Object.fromEntries(
    ids.flatMap((id) => {
      const token = mintNamed(id);
      if (!token || id === without) return [];
      const price = {
        createdAt: CREATED_AT,
        liquidity: liquidityOf(id),
        usdPrice: usdOf(jupiter, id),
        blockId: jupiter.ledger.node.slot(),
        decimals: token.decimals,
        priceChange24h: 0,
      };
      return [[id, price]];
    }),
  );
}
